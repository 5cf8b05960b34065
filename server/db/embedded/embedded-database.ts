import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PGliteDialect } from 'kysely';
import { closeDirectory } from '../../base/closed-directory.ts';
import { DataDirInUseError, type DataDirPaths, dataDirPaths, lockDataDir } from '../../base/data-dir.ts';
import type { Logger } from '../../base/logger.ts';
import type { Database } from '../base/database.ts';
import { isOutOfSpace } from '../base/database-error.ts';
import { type EmbeddedClient, openEmbeddedClient } from './embedded-client.ts';
import { createEmbeddedDatabase } from './embedded-creation.ts';
import { checkFolder } from './embedded-folder.ts';
import { startMaintenance } from './embedded-maintenance.ts';
import { pingDatabase } from '../base/ping.ts';
import { countAllRows } from '../base/row-counts.ts';
import { createStatementWatch } from '../base/statement-watch.ts';
import type { Tables } from '../tables/tables.ts';
import { guardTransactions } from '../base/transaction-guard.ts';
import { UnusableDatabaseError } from '../base/unusable-database.ts';
import { writeWholeFile } from '../base/write-whole-file.ts';

export interface EmbeddedDatabase extends Database {
  readonly kind: 'embedded';
  /** How often data was forced to the disk since the start; always 0 in memory. */
  countSyncs(): Promise<number>;
  dumpBytes(): Promise<Uint8Array>;
}

/** How long the look at every page may keep a start waiting. */
const CHECK_BUDGET_MS = 5000;
const DAMAGES_TOLD = 5;

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Serves a database that is damaged, so that what is left of it can be saved. */
  readonly allowDamaged?: boolean;
  readonly logger: Logger;
  readonly statementTimeoutMs: number;
  /** Somebody only looks: no database is made, and rights stay as they are. */
  readonly isLook?: boolean;
}

/**
 * PostgreSQL inside this process, for one machine: durable, looked at before it is served, and refused to a second process.
 * @throws UnusableDatabaseError saying which file is wrong and what to do
 * Source: security.md rule 35.
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, logger, statementTimeoutMs } = options;
  const paths = dataDirPaths(dataDir);
  const isLook = options.isLook === true;
  if (!isLook) closeDirectory(paths.root);
  checkFolder(paths);
  if (isLook) refuseToMake(paths);
  // A server that runs is found by its lock, whoever asks.
  if (isLook && !existsSync(paths.lock)) refuseAnothers(paths);
  const lock = lockDataDir(paths);
  try {
    if (isLook) refuseAnothers(paths);
    if (!existsSync(paths.database) && existsSync(paths.restoring))
      throw new Error(`A restore in ${paths.root} was interrupted. Run it again before starting.`);
    const storage = { kind: 'folder', folder: paths.database, syncedMarker: paths.synced, dump: null } as const;
    const client = await openFolder(paths, async () => {
      await createEmbeddedDatabase(paths, logger);
      return openEmbeddedClient({ storage, logger, statementTimeoutMs });
    });
    const damage = await lookAt(client, paths, options).catch(async (error: unknown) => {
      await client.close();
      throw error;
    });
    const maintenance = startMaintenance({ client, logger });
    return embeddedDatabase(client, damage, logger, async () => {
      await maintenance.stop();
      await client.close();
      lock.release();
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A look makes no database where there is none. */
function refuseToMake({ database: folder }: DataDirPaths): void {
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error(`There is no database in ${folder}, although the folder is there.`);
}

/** Nor does it leave files of its own beside those of another user, who could not start any more. */
function refuseAnothers({ database: folder }: DataDirPaths): void {
  if (process.platform === 'win32' || statSync(join(folder, 'PG_VERSION')).uid === process.getuid?.()) return;
  throw new Error(
    `The database in ${folder} belongs to another user of this machine. Run this as that one, which is the user that the server runs as.`,
  );
}

/** Whatever the engine stumbles over, in its own words, with what to do. */
async function openFolder<T>({ database: folder }: DataDirPaths, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof DataDirInUseError) throw error;
    throw new UnusableDatabaseError(
      `The database in ${folder} cannot be opened: ${reason}. It was left as it is.`,
      isOutOfSpace(error) ? 'The disk is full: make room, then start again.' : 'Keep a copy of this folder, then restore a backup.',
      { cause: error },
    );
  }
}

/** @returns what is damaged, where that is served all the same */
async function lookAt(client: EmbeddedClient, { database: folder }: DataDirPaths, options: EmbeddedOptions): Promise<string | null> {
  const { pages, isComplete, damages } = await client.check(CHECK_BUDGET_MS);
  options.logger.info('database.checked', { pages, isComplete, damages: damages.length });
  if (damages.length === 0) return null;
  const found = damages.slice(0, DAMAGES_TOLD).join('; ');
  options.logger.error('database.damaged', { folder, damages });
  if (options.allowDamaged === true) return found;
  throw new UnusableDatabaseError(
    `The database in ${folder} is damaged: ${found}. It was left as it is.`,
    'Look after the disk, keep a copy of this folder, then restore a backup. To save what can still be read, start once with SERVE_DAMAGED=1.',
  );
}

/** The same without a folder: gone when closed. Starts from a dump if one is given. */
export async function openMemoryDatabase(options: {
  readonly dump: Uint8Array | null;
  readonly logger: Logger;
  readonly statementTimeoutMs: number;
}): Promise<EmbeddedDatabase> {
  const client = await openEmbeddedClient({ ...options, storage: { kind: 'memory', dump: options.dump } });
  return embeddedDatabase(client, null, options.logger, () => client.close());
}

function embeddedDatabase(
  client: EmbeddedClient,
  foundDamage: string | null,
  logger: Logger,
  close: () => Promise<void>,
): EmbeddedDatabase {
  const { log, watch } = createStatementWatch(logger);
  const unguarded = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: client }), log });
  const { kysely, transaction } = guardTransactions(unguarded);
  return {
    kind: 'embedded',
    kysely,
    transaction,
    ping: () => pingDatabase(kysely),
    damage: () => foundDamage ?? client.damage(),
    statements: watch,
    writes: () => client.use().writes,
    connections: () => null,
    withoutTimeout: (work) => client.withoutTimeout(() => unguarded.transaction().execute(work)),
    countSyncs: () => client.countSyncs(),
    dumpBytes: async () => (await client.dump(async () => null)).bytes,
    dump: async (file) => {
      const { bytes, seen } = await client.dump((pglite) => countAllRows(new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })));
      await writeWholeFile(file, (unfinished) => writeFile(unfinished, bytes));
      return seen;
    },
    close,
  };
}
