import { cpSync } from 'node:fs';
import { newDataDir, removeDataDir, type ServerOptions } from '#tests/e2e/support/server-process.ts';
import { createServerDatabase } from './database.ts';

/** What a first start has left behind; nobody serves it. */
export interface FirstStart {
  readonly dataDir: string;
  /** The name of the PostgreSQL database that belongs to it; null where the data directory holds the database. */
  readonly database: string | null;
}

/** A copy that a server can be started with, again and again; `env` tells the server where its database is. */
export interface OwnCopy extends Required<Pick<ServerOptions, 'dataDir' | 'env'>> {
  readonly remove: () => Promise<void>;
}

/** A data directory and a database of the caller's own, with all that the first start has left behind. */
export async function ownCopyOf(made: FirstStart): Promise<OwnCopy> {
  const dataDir = newDataDir();
  cpSync(made.dataDir, dataDir, { recursive: true });
  const database = made.database === null ? null : await createServerDatabase(made.database);
  return {
    dataDir,
    env: database ? { DATABASE_URL: database.url } : {},
    remove: async () => {
      await database?.drop();
      removeDataDir(dataDir);
    },
  };
}
