import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '#tests/e2e/support/server-process.ts';
import { lockWhenFree } from './databases/lock-when-free.ts';
import { createServerDatabase, keepServerDatabase, PREPARED, schemaHash, type TestDatabaseKind } from './database.ts';
import { ownCopyOf, type FirstStart, type OwnCopy } from './own-copy.ts';

/**
 * A data directory of the caller's own, and a database where `kind` says so, as a first start with sample data leaves them behind.
 * A copy costs a tenth of a first start, which `tests/server/boot/main.long.test.ts` is about.
 */
export const servedBefore = async (kind: TestDatabaseKind): Promise<OwnCopy> => ownCopyOf(await firstStart(kind));

/** Made by whoever comes first, while others wait, and kept for other runs as long as nothing changes that it hangs on. */
async function firstStart(kind: TestDatabaseKind): Promise<FirstStart> {
  mkdirSync(PREPARED, { recursive: true });
  const hash = startHash();
  const dataDir = join(PREPARED, `${hash}-served-${kind}`);
  const database = kind === 'postgresql' ? `troupe_served_${hash}` : null;
  const lock = await lockWhenFree(PREPARED, join(PREPARED, `served-${kind}.lock`));
  try {
    if (existsSync(dataDir) && (database === null || (await keepServerDatabase.isThere(database)))) return { dataDir, database };
    for (const name of readdirSync(PREPARED)) if (name.endsWith(`-served-${kind}`)) rmSync(join(PREPARED, name), { recursive: true });
    const unfinished = `${dataDir}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    const own = database === null ? null : await createServerDatabase();
    const server = await startServer({ dataDir: unfinished, env: { SAMPLE_DATA: '1', ...(own && { DATABASE_URL: own.url }) } });
    const ended = await server.end('SIGTERM');
    if (ended !== 0) throw new Error(`the first start did not end well:\n${server.output()}`);
    if (own && database !== null) await keepServerDatabase.as(own.name, database);
    renameSync(unfinished, dataDir);
    return { dataDir, database };
  } finally {
    lock.release();
  }
}

const STARTS = ['server/{adapters,boot,ports}/**/*.ts', 'tests/support/served-before.ts', 'tests/e2e/support/server-process.ts'];

/** Of all that makes what a first start leaves behind what it is. */
function startHash(): string {
  const hash = createHash('sha256').update(schemaHash());
  for (const file of globSync(STARTS).toSorted()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
