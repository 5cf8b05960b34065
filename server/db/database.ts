import type { Kysely, Transaction } from 'kysely';
import type { Logger } from '../logger.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { openPostgresqlDatabase } from './postgresql-database.ts';
import type { Tables } from './tables.ts';

export interface Database {
  readonly kind: 'embedded' | 'postgresql';
  readonly kysely: Kysely<Tables>;
  /**
   * All or nothing. Runs again, three times at most, when the database asks for it (40001, 40P01), so the work must do nothing but
   * use `trx`; using `kysely` inside it is an error.
   */
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Throws unless the database answers and a write reaches its disk. */
  ping(): Promise<void>;
  /** For migrations and other long work: statements without the usual time limit. */
  withoutTimeout<T>(work: (kysely: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Writes a copy of everything into a new file that only its owner may read. */
  dump(file: string): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL address; without it the embedded database in the data directory is used. */
  readonly url?: string | undefined;
  readonly dataDir: string;
  readonly logger: Logger;
  readonly statementTimeoutMs?: number;
}

/** Source: security.md rule 14. */
export const STATEMENT_TIMEOUT_MS = 5000;

/** @throws DataDirInUseError when another process uses the same embedded database */
export async function openDatabase({
  url,
  dataDir,
  logger,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
}: DatabaseOptions): Promise<Database> {
  return url === undefined
    ? openEmbeddedDatabase({ dataDir, logger, statementTimeoutMs })
    : openPostgresqlDatabase({ url, logger, statementTimeoutMs });
}
