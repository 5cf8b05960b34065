import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { ownCopyOf, type FirstStart, type OwnCopy } from '#tests/support/own-copy.ts';
import { newDataDir, removeDataDir, startServer } from './server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly prepared: FirstStart;
  }
}

/**
 * Before all files of browser tests: makes once what each of them needs a copy of. On PostgreSQL where there is one: a server of it starts
 * with half of the work. @returns what removes it after the last
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = newDataDir();
  const database = testDatabaseKinds.includes('postgresql') ? await createServerDatabase() : null;
  const server = await startServer({ dataDir, env: database ? { DATABASE_URL: database.url } : {} });
  await server.end('SIGTERM');
  project.provide('prepared', { dataDir, database: database?.name ?? null });
  return async () => {
    await database?.drop();
    removeDataDir(dataDir);
  };
}

/** A data directory and a database of the caller's own, as a first start leaves them behind; far quicker than a first start. */
export const copyOfPrepared = (): Promise<OwnCopy> => ownCopyOf(inject('prepared'));
