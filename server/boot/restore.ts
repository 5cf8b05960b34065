import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { restoreEmbedded } from '../db/embedded/embedded-backup.ts';
import { restorePostgresql } from '../db/postgresql/postgresql-backup.ts';
import { formatCounts } from '../db/base/row-counts.ts';
import { runTool } from './run-tool.ts';

/** `node server/boot/restore.ts <file>`: puts a copy in the place of the database. Troupe must be stopped first. */
await runTool(async ({ env, logger, args, now, say }) => {
  if (args[0] === undefined) throw new Error('Which backup? Name its file: npm run restore -- <file>');
  const file = resolve(args[0]);
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const { counts, formerly } =
    env.databaseUrl === undefined
      ? await restoreEmbedded({ dataDir: env.dataDir, logger, file, now })
      : await restorePostgresql({ url: env.databaseUrl, logger, file, now });
  say(`Restored ${file}:\n${formatCounts(counts)}`);
  say(
    formerly === null
      ? 'There was no database before.'
      : `What was there before is kept as ${formerly}; remove it when it is no longer needed.`,
  );
});
