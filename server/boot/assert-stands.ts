import { existsSync } from 'node:fs';
import { dataDirPaths } from '../base/data-dir.ts';
import type { Env } from './env.ts';

/** A tool that is pointed at the wrong place must not make a new database there. @throws Error where no embedded database is */
export function assertStands({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): void {
  const { database: folder } = dataDirPaths(dataDir);
  if (databaseUrl === undefined && !existsSync(folder))
    throw new Error(`There is no database in ${folder}. Set DATA_DIR or DATABASE_URL as the server has it.`);
}
