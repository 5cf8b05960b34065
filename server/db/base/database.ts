import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import type { RowCounts } from './row-counts.ts';
import type { StatementWatch } from './statement-watch.ts';

export interface Database {
  readonly kind: 'embedded' | 'postgresql';
  readonly kysely: Kysely<Tables>;
  /**
   * All or nothing. Runs again, three times at most, when the database asks for it (40001, 40P01; 0A000, 26000 of a name), so the work must do nothing but
   * use `trx`; using `kysely` inside it is an error.
   */
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Throws unless the database answers and a write reaches its disk. */
  ping(): Promise<void>;
  /** What was found damaged in it, at the start or since; null while nothing is known. */
  damage(): string | null;
  /** How long its statements take. */
  readonly statements: StatementWatch;
  /**
   * How many statements that may change something were sent since the start: while it is the same, whatever was read still holds. Null where
   * others write too.
   */
  writes(): number | null;
  /** Connections of this process; null where there are none. */
  connections(): DatabaseConnections | null;
  /** For migrations and other long work: a transaction whose statements have no time limit. It is not run again. */
  withoutTimeout<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * Writes a copy of everything into a new file that only its owner may read.
   * @param signal gives it up, where the copy is made beside the process
   * @returns the rows that were there at its moment
   */
  dump(file: string, signal?: AbortSignal): Promise<RowCounts>;
  close(): Promise<void>;
}

export interface DatabaseConnections {
  readonly open: number;
  /** Of these, how many nobody uses. */
  readonly idle: number;
  /** Who waits for one. */
  readonly waiting: number;
}

/** Source: security.md rule 14. */
export const STATEMENT_TIMEOUT_MS = 5000;
/** How long a start waits for a PostgreSQL that does not answer yet. */
export const DATABASE_WAIT_MS = 60_000;
