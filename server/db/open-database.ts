import { namingBackup } from './base/backups.ts';
import type { Logger } from '../base/logger.ts';
import { STATEMENT_TIMEOUT_MS, type Database } from './base/database.ts';
import { openEmbeddedDatabase } from './embedded/embedded-database.ts';
import { openPostgresqlDatabase } from './postgresql/postgresql-database.ts';

export interface DatabaseOptions {
  /** A PostgreSQL address; without it the embedded database in the data directory is used. */
  readonly url?: string | undefined;
  /** Leads there past a pooler; `url` where nothing else is said. */
  readonly directUrl?: string | undefined;
  readonly dataDir: string;
  /** Serves a database that is damaged, so that what is left of it can be saved. */
  readonly allowDamaged?: boolean;
  readonly logger: Logger;
  readonly statementTimeoutMs?: number;
  /** Somebody only looks: no database is made, no rights and no settings of the role are changed. */
  readonly isLook?: boolean;
  /** How long to wait for a PostgreSQL that does not answer yet. */
  readonly waitMs?: number;
}

/** @throws DataDirInUseError when another process uses the same embedded database, UnusableDatabaseError when it cannot be served */
export async function openDatabase({
  url,
  directUrl,
  dataDir,
  allowDamaged = false,
  logger,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  waitMs = 0,
  isLook = false,
}: DatabaseOptions): Promise<Database> {
  return url === undefined
    ? namingBackup(dataDir, () => openEmbeddedDatabase({ dataDir, allowDamaged, logger, statementTimeoutMs, isLook }))
    : openPostgresqlDatabase({ url, directUrl, logger, statementTimeoutMs, waitMs, isLook });
}
