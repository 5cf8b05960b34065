import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DataDirPaths, lockDataDir } from '../data-dir.ts';
import { silentLogger } from '../logger.ts';
import { openEmbeddedClient } from './embedded-client.ts';

const OWN_FILE = fileURLToPath(import.meta.url);
/** An abandoned creation ends within milliseconds; creating takes seconds. */
const WAIT_FOR_ABANDONED_MS = 30_000;

/** What the process that creates is told. */
type Order = Pick<DataDirPaths, 'root' | 'creationLock' | 'database' | 'synced'>;

/**
 * Makes the files of a new database, in a process of its own: it takes hundreds of megabytes that only the end of a process gives
 * back. That process ends with this one, and holds a lock of its own, so that a quick second start never meets a half-dead first.
 */
export async function createEmbeddedDatabase(paths: DataDirPaths): Promise<void> {
  const { root, creationLock, database, synced } = paths;
  lockDataDir({ root, lock: creationLock }, WAIT_FOR_ABANDONED_MS).release();
  if (existsSync(join(database, 'PG_VERSION'))) {
    if (existsSync(synced)) return;
  } else await rm(synced, { force: true });
  if (await createInChild(paths)) return;
  if (!existsSync(synced)) {
    // Killed at an unlucky moment, a first start leaves files that no database can be made of. Nobody has ever been served from them.
    await rm(`${database}.incomplete`, { recursive: true, force: true });
    if (existsSync(database)) await rename(database, `${database}.incomplete`);
    if (await createInChild(paths)) return;
  }
  throw new Error(`The database in ${database} could not be created.`);
}

/** @returns whether it came to its end */
async function createInChild({ root, creationLock, database, synced }: Order): Promise<boolean> {
  const child = fork(OWN_FILE, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.send({ root, creationLock, database, synced } satisfies Order);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode === 0;
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
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(1);
      },
    );
  });
}
