import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { allOf } from '../../adapters/backups/bucket/bucket-objects.ts';
import { type FetchedBackup, filesToBucket, filesToDisk } from '../../adapters/backups/bucket/fetch-backup.ts';
import { saidOfElsewhere } from '../../adapters/backups/bucket/files-elsewhere.ts';
import { copyIn, type FoundCopy } from '../../adapters/backups/copy-in.ts';
import { prepareFiles } from '../../adapters/backups/restore-files.ts';
import { STRAY_KEPT_SECONDS } from '../../base/limits.ts';
import { dataDirPaths, lockDataDir } from '../../base/data-dir.ts';
import type { Logger } from '../../base/logger.ts';
import { toolLine } from '../../base/platform/tool-line.ts';
import { BACKUP_MANIFEST } from '../../db/base/backup-manifest.ts';
import { type Restored, restoreEmbedded } from '../../db/embedded/embedded-backup.ts';
import { hasTables, refuseRestoreNow, restorePostgresql } from '../../db/postgresql/postgresql-backup.ts';
import { formatCounts } from '../../db/base/row-counts.ts';
import { fetchNamed, nameInBucket } from '../backups/find-backup.ts';
import { backupObjects, filesObjects } from '../backups/open-backups.ts';
import type { Env } from '../env.ts';
import { runTool, type ToolContext } from './run-tool.ts';

/** `node server/boot/tools/restore.ts <backup> [--replace]`: puts a copy in the place of what there is. Troupe must be stopped first. */
await runTool(async (context) => {
  const { env, logger, args } = context;
  const [name, ...more] = args.filter((arg) => arg !== '--replace');
  if (name === undefined || more.length > 0) throw new Error(await usage(env, logger));
  const inBucket = nameInBucket(name, env.backup);
  const here = inBucket === null ? copyIn(resolve(name), env.databaseDirectUrl) : inBucket;
  if (!args.includes('--replace')) await refuseOntoData(env);
  // Before anything is copied: a server would go on with what is there.
  if (env.databaseDirectUrl === undefined) lockDataDir(dataDirPaths(env.dataDir)).release();
  else await refuseRestoreNow(env.databaseDirectUrl);
  if (typeof here !== 'string') return restore(context, here, name, null);
  const fetched = await fetchNamed(here, env, logger);
  try {
    await restore(context, copyIn(fetched.folder, env.databaseDirectUrl), here, fetched);
  } finally {
    await fetched.discard();
  }
});

async function usage({ backup: { bucket }, ...settings }: Env, logger: Logger): Promise<string> {
  if (!bucket) return `Which backup? Name its folder: ${toolLine('restore', '<folder> [--replace]')}`;
  const names = (await allOf(backupObjects(bucket, settings, logger).list('troupe-')))
    .map(({ key }) => key.split('/'))
    .flatMap(([name = '', file]) => (file === BACKUP_MANIFEST ? [`\n  ${name}`] : []));
  const there = names.length === 0 ? `There is none in ${bucket.target.url}.` : `In ${bucket.target.url} there are:${names.join('')}`;
  return `Which backup? Name it, or a folder: ${toolLine('restore', '<name> [--replace]')}\n${there}`;
}

async function restore(
  { env, logger, now, say }: ToolContext,
  { copy, folder }: FoundCopy,
  named: string,
  fetched: FetchedBackup | null,
): Promise<void> {
  const bucket = filesObjects(env, logger);
  let put = 0;
  const bring = fetched && (async (files: string) => (bucket ? (put = await filesToBucket(fetched, bucket)) : filesToDisk(fetched, files)));
  const prepare = (from: string) => prepareFiles(from, dataDirPaths(env.dataDir), bring ? { named, bring } : {});
  const files = folder === null ? null : await prepare(folder);
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
  if (fetched && bucket) say(`Its stored files lie in ${bucket.url}: ${put} were put back there, and the others were there.`);
  if (folder !== null) (await saidOfElsewhere(folder, bucket)).forEach(say);
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
}

async function refuseOntoData({ databaseUrl, dataDir }: Env): Promise<void> {
  const { database } = dataDirPaths(dataDir);
  const isThere = databaseUrl === undefined ? existsSync(database) : await hasTables(databaseUrl);
  if (!isThere) return;
  const where = databaseUrl === undefined ? database : 'DATABASE_URL';
  throw new Error(
    `There is a database in ${where} already. Add --replace to put the backup in its place; what is there is kept beside it.`,
  );
}
