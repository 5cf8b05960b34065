import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataDirPaths } from '../base/data-dir.ts';
import { backupEmbedded } from '../db/embedded/embedded-backup.ts';
import { backupPostgresql } from '../db/postgresql/postgresql-backup.ts';
import { formatCounts } from '../db/base/row-counts.ts';
import { runTool } from './run-tool.ts';

/** `node server/boot/backup.ts [file]`: writes a checked copy of the database. An embedded database must be stopped first. */
await runTool(async ({ env, logger, args, now, say }) => {
  const { backups } = dataDirPaths(env.dataDir);
  const suffix = env.databaseUrl === undefined ? 'tar.gz' : 'dump';
  const file = resolve(args[0] ?? join(backups, `troupe-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${suffix}`));
  if (args[0] === undefined) mkdirSync(backups, { recursive: true, mode: 0o700 });
  const counts =
    env.databaseUrl === undefined
      ? await backupEmbedded({ dataDir: env.dataDir, allowDamaged: env.allowDamaged, logger, file })
      : await backupPostgresql({ url: env.databaseUrl, logger, file });
  say(`Wrote ${file}, opened it again, and found every row:\n${formatCounts(counts)}`);
});
