import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { Kysely, PGliteDialect } from 'kysely';
import { dataDirPaths, lockDataDir, syncToDisk } from '../../base/data-dir.ts';
import type { Logger } from '../../base/logger.ts';
import { forgetCloudForms } from '../base/forget-cloud-forms.ts';
import { openEmbeddedClient } from './embedded-client.ts';
import { openMemoryDatabase } from './embedded-database.ts';
import { assertSameCounts, countAllRows, type RowCounts } from '../base/row-counts.ts';
import type { Tables } from '../tables/tables.ts';

interface Options {
  readonly dataDir: string;
  readonly logger: Logger;
  readonly file: string;
}

/** Opens a copy in memory, which proves that it can be opened. */
export async function countRowsOfDump(dump: Uint8Array, logger: Logger): Promise<RowCounts> {
  const copy = await openMemoryDatabase({ dump, logger, statementTimeoutMs: 0 });
  try {
    return await countAllRows(copy.kysely);
  } finally {
    await copy.close();
  }
}

/** Hears of the moment from which the database is another one. */
export interface DatabaseExchange {
  begun(): void;
  /** It failed, and the former one is in its place. */
  undone(): void;
}

export interface Restored {
  readonly counts: RowCounts;
  /** Where the former database is now; null when there was none. */
  readonly formerly: string | null;
}

/**
 * Puts a copy in the database's place. The copy is opened, checked and forced to the disk beside it first; until then nothing is
 * touched, and afterwards the former database is kept under another name.
 */
export async function restoreEmbedded({
  dataDir,
  logger,
  file,
  now,
  exchange,
}: Options & { readonly now: Date; readonly exchange?: DatabaseExchange }): Promise<Restored> {
  const dump = await readFile(file);
  const paths = dataDirPaths(dataDir);
  const lock = lockDataDir(paths);
  try {
    const expected = await countRowsOfDump(dump, logger).catch((cause: unknown) => {
      throw new Error(`${file} cannot be opened as a backup. Nothing was changed.`, { cause });
    });
    const syncedMarker = `${paths.restoring}.synced`;
    await rm(paths.restoring, { recursive: true, force: true });
    await rm(syncedMarker, { force: true });
    await load({ kind: 'folder', folder: paths.restoring, syncedMarker, dump }, expected, logger);

    const formerly = existsSync(paths.database) ? `${paths.database}.before-${now.toISOString().replaceAll(/[:.]/gu, '-')}` : null;
    exchange?.begun();
    try {
      if (formerly !== null) await rename(paths.database, formerly);
      await rename(paths.restoring, paths.database);
    } catch (error) {
      if (formerly !== null && existsSync(formerly)) await rename(formerly, paths.database);
      exchange?.undone();
      throw error;
    }
    await rename(syncedMarker, paths.synced);
    syncToDisk(paths.root);
    return { counts: expected, formerly };
  } finally {
    lock.release();
  }
}

async function load(storage: Parameters<typeof openEmbeddedClient>[0]['storage'], expected: RowCounts, logger: Logger): Promise<void> {
  const client = await openEmbeddedClient({ storage, logger, statementTimeoutMs: 0 });
  try {
    const kysely = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: client }) });
    assertSameCounts(expected, await countAllRows(kysely));
    await forgetCloudForms(kysely);
  } finally {
    await client.close();
  }
}
