import type { Logger } from '../logger.ts';
import { STATEMENT_TIMEOUT_MS, type Database } from './database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { openPostgresqlDatabase } from './postgresql-database.ts';

export interface DatabaseOptions {
  /** A PostgreSQL address; without it the embedded database in the data directory is used. */
  readonly url?: string | undefined;
  readonly dataDir: string;
  readonly logger: Logger;
  readonly statementTimeoutMs?: number;
  /** How long to wait for a PostgreSQL that does not answer yet. */
  readonly waitMs?: number;
}

/** @throws DataDirInUseError when another process uses the same embedded database */
export async function openDatabase({
  url,
  dataDir,
  logger,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  waitMs = 0,
}: DatabaseOptions): Promise<Database> {
  return url === undefined
    ? openEmbeddedDatabase({ dataDir, logger, statementTimeoutMs })
    : openPostgresqlDatabase({ url, logger, statementTimeoutMs, waitMs });
}
