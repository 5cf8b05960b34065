import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { copyIn } from '../../adapters/backups/copy-in.ts';
import { prepareFiles } from '../../adapters/backups/restore-files.ts';
import { STRAY_KEPT_SECONDS } from '../../base/limits.ts';
import { dataDirPaths, lockDataDir } from '../../base/data-dir.ts';
import { toolLine } from '../../base/platform/tool-line.ts';
import { type Restored, restoreEmbedded } from '../../db/embedded/embedded-backup.ts';
import { hasTables, restorePostgresql } from '../../db/postgresql/postgresql-backup.ts';
import { formatCounts } from '../../db/base/row-counts.ts';
import type { Env } from '../env.ts';
import { runTool } from './run-tool.ts';

const USAGE = `Which backup? Name its folder: ${toolLine('restore', '<folder> [--replace]')}`;

/** `node server/boot/tools/restore.ts <backup> [--replace]`: puts a copy in the place of what there is. Troupe must be stopped first. */
await runTool(async ({ env, logger, args, now, say }) => {
  const [name, ...more] = args.filter((arg) => arg !== '--replace');
  if (name === undefined || more.length > 0) throw new Error(USAGE);
  const { copy, folder } = copyIn(resolve(name), env.databaseDirectUrl);
  if (!args.includes('--replace')) await refuseOntoData(env);
  // Before anything is copied: a server would go on with what is there.
  if (env.databaseDirectUrl === undefined) lockDataDir(dataDirPaths(env.dataDir)).release();
  const files = folder === null ? null : await prepareFiles(folder, dataDirPaths(env.dataDir));
  const { counts, formerly } = await restoreDatabase().catch(async (error: unknown) => {
    await files?.discard();
    throw error;
  });
  say(`Restored ${copy}:\n${formatCounts(counts)}`);
  const aside = [...(formerly === null ? [] : [formerly]), ...(files === null ? [] : await files.place(now))];
  if (files === null)
    say(
      `This backup holds the database alone: stored files and the key stay as they are. Files that it does not know are kept for ${STRAY_KEPT_SECONDS / 86_400} days, should you put the former database back.`,
    );
  say(
    aside.length === 0
      ? 'There was nothing before.'
      : `What was there before is kept; remove it when it is no longer needed:\n  ${aside.join('\n  ')}`,
  );

  function restoreDatabase(): Promise<Restored> {
    const options = { logger, file: copy, now, exchange: { begun: () => files?.announce(), undone: () => files?.withdraw() } };
    return env.databaseDirectUrl === undefined
      ? restoreEmbedded({ dataDir: env.dataDir, ...options })
      : restorePostgresql({ url: env.databaseDirectUrl, ...options });
  }
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
