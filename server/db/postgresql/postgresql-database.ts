import { Kysely, PostgresAdapter, PostgresDialect, sql, type Transaction } from 'kysely';
import type { Logger } from '../../base/logger.ts';
import { createDamageNote } from '../base/damage-note.ts';
import type { Database } from '../base/database.ts';
import { pingDatabase } from '../base/ping.ts';
import { countAllRows } from '../base/row-counts.ts';
import { createStatementWatch } from '../base/statement-watch.ts';
import { dumpPostgresql } from './postgresql-dump.ts';
import { openPool } from './postgresql-pool.ts';
import { refuseSharedConnections } from './postgresql-pooler.ts';
import { holdTimeouts } from './postgresql-timeouts.ts';
import { waitForPostgresql } from './wait-for-postgresql.ts';
import type { Tables } from '../tables/tables.ts';
import { guardTransactions } from '../base/transaction-guard.ts';

const MAX_CONNECTIONS = 10;
/** What an answer may take beyond the time that PostgreSQL gives a statement. */
const ANSWER_WITHIN_MS = 2000;

export interface PostgresqlOptions {
  readonly url: string;
  /** Leads there past a pooler, for PostgreSQL's own programs; `url` where nothing else is said. */
  readonly directUrl?: string | undefined;
  readonly logger: Logger;
  /** 0 leaves it as the server has it. */
  readonly statementTimeoutMs: number;
  /** Somebody only looks: limits of time stay as the role has them. */
  readonly isLook?: boolean;
  /** How long to wait for a server that does not answer yet. */
  readonly waitMs?: number;
}

/**
 * PostgreSQL 15 or later as a server, directly or through a pooler in transaction mode. Source: security.md rule 35.
 * @throws a sentence that says what to do where it cannot be reached
 */
export async function openPostgresqlDatabase({
  url,
  directUrl = url,
  logger,
  statementTimeoutMs,
  waitMs = 0,
  isLook = false,
}: PostgresqlOptions): Promise<Database> {
  const readTimeoutMs = statementTimeoutMs === 0 ? 0 : statementTimeoutMs + ANSWER_WITHIN_MS;
  const damage = createDamageNote(logger);
  const pool = openPool({ url, watch: damage.watch, logger, max: MAX_CONNECTIONS, readTimeoutMs, keepsStatements: !isLook });
  const { log, watch } = createStatementWatch(logger);
  const unguarded = new Kysely<Tables>({ dialect: new Dialect({ pool }), log });
  const { kysely, transaction } = guardTransactions(unguarded);
  try {
    await waitForPostgresql({ kysely, url, logger, waitMs });
    if (statementTimeoutMs > 0 && !isLook) await holdTimeouts(kysely, statementTimeoutMs);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const withoutTimeout = <T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> => unhurriedAt(url, work);
  async function unhurriedAt<T>(address: string, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    const unhurried = new Kysely<Tables>({
      dialect: new Dialect({ pool: openPool({ url: address, watch: damage.watch, logger, max: 1, readTimeoutMs: 0 }) }),
    });
    try {
      return await unhurried.transaction().execute(async (trx) => {
        // Not by a function: a query would settle the transaction's moment before the work can.
        await sql`set local statement_timeout = 0`.execute(trx);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
        return work(trx);
      });
    } finally {
      await unhurried.destroy();
    }
  }

  return {
    kind: 'postgresql',
    kysely,
    transaction,
    ping: () => pingDatabase(kysely),
    damage: damage.found,
    statements: watch,
    writes: () => null,
    connections: () => pool.counts(),
    withoutTimeout,
    async dump(file, signal) {
      await refuseSharedConnections(directUrl);
      return unhurriedAt(directUrl, async (trx) => {
        // Counted and copied at one moment of the database's history.
        await sql`set transaction isolation level repeatable read`.execute(trx);
        const { rows } = await sql<{ snapshot: string; otherSchemas: string[] }>`
          select pg_export_snapshot() as snapshot, array(
            select nspname::text from pg_namespace where nspname not in ('public', 'information_schema') and left(nspname, 3) <> 'pg_'
          ) as "otherSchemas"`.execute(trx);
        const [moment] = rows;
        if (!moment) throw new Error('the database told no moment to copy');
        const counts = await countAllRows(trx);
        await dumpPostgresql(directUrl, file, moment, signal);
        return counts;
      });
    },
    close: () => pool.end(),
  };
}

/** Who migrates holds a lock of the transaction: one of the session would stay behind on a pooler's connection. */
class TransactionLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {
    // Taken with the transaction by who migrates, before the first look around.
  }
  override async releaseMigrationLock(): Promise<void> {
    // Falls with the transaction.
  }
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new TransactionLockAdapter();
  }
}
