import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { copyIn } from '../adapters/backups/copy-in.ts';
import { restoreFiles } from '../adapters/backups/restore-files.ts';
import { dataDirPaths } from '../base/data-dir.ts';
import { toolLine } from '../base/platform/tool-line.ts';
import { restoreEmbedded } from '../db/embedded/embedded-backup.ts';
import { hasTables, restorePostgresql } from '../db/postgresql/postgresql-backup.ts';
import { formatCounts } from '../db/base/row-counts.ts';
import type { Env } from './env.ts';
import { runTool } from './run-tool.ts';

const USAGE = `Which backup? Name its folder: ${toolLine('restore', '<folder> [--replace]')}`;

/** `node server/boot/restore.ts <backup> [--replace]`: puts a copy in the place of what there is. Troupe must be stopped first. */
await runTool(async ({ env, logger, args, now, say }) => {
  const [name, ...more] = args.filter((arg) => arg !== '--replace');
  if (name === undefined || more.length > 0) throw new Error(USAGE);
  const { copy, folder } = copyIn(resolve(name), env.databaseDirectUrl);
  if (!args.includes('--replace')) await refuseOntoData(env);
  const { counts, formerly } =
    env.databaseDirectUrl === undefined
      ? await restoreEmbedded({ dataDir: env.dataDir, logger, file: copy, now })
      : await restorePostgresql({ url: env.databaseDirectUrl, logger, file: copy, now });
  say(`Restored ${copy}:\n${formatCounts(counts)}`);
  const aside = [
    ...(formerly === null ? [] : [formerly]),
    ...(folder === null ? [] : await restoreFiles(folder, dataDirPaths(env.dataDir), now)),
  ];
  if (folder === null) say('This backup holds the database alone: stored files and the key stay as they are.');
  say(
    aside.length === 0
      ? 'There was nothing before.'
      : `What was there before is kept; remove it when it is no longer needed:\n  ${aside.join('\n  ')}`,
  );
});

async function refuseOntoData({ databaseUrl, dataDir }: Env): Promise<void> {
  const { database } = dataDirPaths(dataDir);
  const isThere = databaseUrl === undefined ? existsSync(database) : await hasTables(databaseUrl);
  if (!isThere) return;
  const where = databaseUrl === undefined ? database : 'DATABASE_URL';
  throw new Error(
    `There is a database in ${where} already. Add --replace to put the backup in its place; what is there is kept beside it.`,
  );
}
