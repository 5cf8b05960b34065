import { cpSync } from 'node:fs';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { newDataDir, removeDataDir, startServer, type ServerOptions } from './server-process.ts';

/** What a first start has left behind, with the sample data; nobody serves it. */
interface Prepared {
  readonly dataDir: string;
  /** The name of the PostgreSQL database that belongs to it; null where the data directory holds the database. */
  readonly database: string | null;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly prepared: Prepared;
  }
}

/** A copy that a server can be started with, again and again. */
export interface OwnCopy extends Required<Pick<ServerOptions, 'dataDir' | 'env'>> {
  readonly remove: () => Promise<void>;
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
export async function copyOfPrepared(): Promise<OwnCopy> {
  const prepared = inject('prepared');
  const dataDir = newDataDir();
  cpSync(prepared.dataDir, dataDir, { recursive: true });
  const database = prepared.database === null ? null : await createServerDatabase(prepared.database);
  return {
    dataDir,
    env: database ? { DATABASE_URL: database.url } : {},
    remove: async () => {
      await database?.drop();
      removeDataDir(dataDir);
    },
  };
}
