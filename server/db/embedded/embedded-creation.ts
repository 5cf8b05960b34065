import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DataDirPaths, lockDataDir } from '../../base/data-dir.ts';
import { type Logger, silentLogger } from '../../base/logger.ts';
import { openEmbeddedClient } from './embedded-client.ts';
import { hasBeenServed } from './embedded-folder.ts';

const OWN_FILE = fileURLToPath(import.meta.url);
/** An abandoned creation ends within milliseconds; creating takes seconds. */
const WAIT_FOR_ABANDONED_MS = 30_000;

/** What the process that creates is told. */
type Order = Pick<DataDirPaths, 'root' | 'creationLock' | 'database' | 'synced'>;

/**
 * Makes the files of a new database, in a process of its own: it takes hundreds of megabytes that only the end of a process gives
 * back. That process ends with this one, and holds a lock of its own, so that a quick second start never meets a half-dead first.
 * A database that anybody has ever been served from is opened, or left as it is.
 * @throws Error with the engine's words
 */
export async function createEmbeddedDatabase(paths: DataDirPaths, logger: Logger): Promise<void> {
  const { root, creationLock, database, synced } = paths;
  lockDataDir({ root, lock: creationLock }, WAIT_FOR_ABANDONED_MS).release();
  if (existsSync(join(database, 'PG_VERSION'))) {
    if (existsSync(synced)) return;
  } else {
    if (existsSync(synced)) logger.warn('database.madeAnew', { folder: database });
    await rm(synced, { force: true });
  }
  let problem = await createInChild(paths);
  if (problem === null) return;
  if (!existsSync(synced) && existsSync(database) && !hasBeenServed(database)) {
    // Killed at an unlucky moment, a first start leaves files that no database can be made of.
    const aside = `${database}.incomplete-${new Date().toISOString().replaceAll(/[:.]/gu, '-')}`;
    await rename(database, aside);
    logger.warn('database.setAside', { folder: database, aside, problem });
    problem = await createInChild(paths);
  }
  if (problem !== null) throw new Error(problem);
}

/** @returns what went wrong, or null */
async function createInChild({ root, creationLock, database, synced }: Order): Promise<string | null> {
  // It ends before what it runs could be compiled any better.
  const child = fork(OWN_FILE, { execArgv: ['--liftoff-only'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let said: string | null = null;
  child.on('message', (message: unknown) => {
    said = String(message);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.send({ root, creationLock, database, synced } satisfies Order);
  return (await ended) === 0 ? null : (said ?? 'the process that opens it ended early');
}

async function create({ root, creationLock, database, synced }: Order): Promise<void> {
  const lock = lockDataDir({ root, lock: creationLock }, WAIT_FOR_ABANDONED_MS);
  const client = await openEmbeddedClient({
    storage: { kind: 'folder', folder: database, syncedMarker: synced, dump: null },
    logger: silentLogger,
    statementTimeoutMs: 0,
  });
  await client.close();
  lock.release();
}

if (process.argv[1] === OWN_FILE) {
  process.once('disconnect', () => process.exit(1));
  process.once('message', (order: Order) => {
    create(order).then(
      () => process.exit(0),
      (error: unknown) => process.send?.(error instanceof Error ? error.message : String(error), () => process.exit(1)),
    );
  });
}
