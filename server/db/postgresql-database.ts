import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { Logger } from '../logger.ts';
import type { Database } from './database.ts';
import { pingDatabase } from './ping.ts';
import { dumpPostgresql } from './postgresql-dump.ts';
import type { Tables } from './tables.ts';
import { guardTransactions } from './transaction-guard.ts';
import { VALUE_PARSERS } from './value-parsers.ts';

/** Connections that say this name are ours; a restore refuses while there are others of them. */
export const APPLICATION_NAME = 'troupe';
const MAX_CONNECTIONS = 10;

export interface PostgresqlOptions {
  readonly url: string;
  readonly logger: Logger;
  readonly statementTimeoutMs: number;
}

/** PostgreSQL 15 or later as a server. Source: security.md rule 35. */
export async function openPostgresqlDatabase({ url, logger, statementTimeoutMs }: PostgresqlOptions): Promise<Database> {
  const pool = openPool({ url, logger, statementTimeoutMs, max: MAX_CONNECTIONS });
  const unguarded = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const { kysely, transaction } = guardTransactions(unguarded);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    kind: 'postgresql',
    kysely,
    transaction,
    ping: () => pingDatabase(kysely),
    withoutTimeout: async (work) => {
      // Two connections: a migration holds one and looks around with the other.
      const unhurried = new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: openPool({ url, logger, statementTimeoutMs: 0, max: 2 }) }),
      });
      try {
        return await work(unhurried);
      } finally {
        await unhurried.destroy();
      }
    },
    dump: (file) => dumpPostgresql(url, file),
    close: () => pool.end(),
  };
}

function openPool(options: PostgresqlOptions & { readonly max: number }): Pool {
  const pool = new Pool({
    connectionString: options.url,
    application_name: APPLICATION_NAME,
    max: options.max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(options.statementTimeoutMs === 0
      ? {}
      : {
          statement_timeout: options.statementTimeoutMs,
          // Where the server no longer answers at all, we stop waiting by ourselves.
          query_timeout: options.statementTimeoutMs * 2,
          idle_in_transaction_session_timeout: options.statementTimeoutMs * 3,
        }),
    types: {
      getTypeParser: (type: number, format?: string) =>
        (format === 'binary' ? undefined : VALUE_PARSERS[type]) ?? types.getTypeParser(type, format as 'text'),
    },
  });
  // A connection that breaks while idle; without a listener it would end the process.
  pool.on('error', (error) => options.logger.warn('database.connectionLost', { error }));
  // One that breaks while in use fails the query of its user; the pool does not listen to it then.
  pool.on('connect', (client) => client.on('error', (error) => options.logger.debug('database.connectionBroke', { error })));
  return pool;
}
