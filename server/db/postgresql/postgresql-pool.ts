import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient, types } from 'pg';
import type { Logger } from '../../base/logger.ts';
import type { DatabaseConnections } from '../base/database.ts';
import { isNoPrimary, isUnansweredStatement } from '../base/database-error.ts';
import { VALUE_PARSERS } from '../base/value-parsers.ts';
import { createStatementNames } from './statement-names.ts';

/** Connections that say this name are ours; a restore refuses while there are others of them. */
export const APPLICATION_NAME = 'troupe';
const CONNECT_WITHIN_MS = 5000;
/** A line that forgot us is noticed while nobody uses it. */
const KEEP_ALIVE_AFTER_MS = 10_000;
const IDLE_MS = 30_000;
/** So that connections follow an address that leads elsewhere by now. */
const LIFETIME_SECONDS = 600;

export interface PoolOptions {
  readonly url: string;
  readonly logger: Logger;
  readonly max: number;
  /** How long to wait for the answer to a statement; 0 is for ever. */
  readonly readTimeoutMs: number;
  /** Hears what comes of each statement. */
  readonly watch: <T>(answer: Promise<T>) => Promise<T>;
  /** Whether its connections keep under names what is asked for again. */
  readonly keepsStatements?: boolean;
}

/** Connections to PostgreSQL, with what Kysely needs of them. */
export interface RenewablePool extends PostgresPool {
  /** Connections from now on are new ones; those in use live until they are given back. */
  renew(): void;
  counts(): DatabaseConnections;
}

/**
 * A pool that lets go of what has fallen silent. Where one statement stays without any answer, or a server says that it is no longer the
 * one that may be written to, all connections made before are suspect: they were lost together, by a fail-over or by a device on the
 * way that forgot them, and asking each of them would cost its callers the same wait again.
 */
export function openPool(options: PoolOptions): RenewablePool {
  let current = newPool(options);
  const names = options.keepsStatements === true ? createStatementNames() : null;
  const renewFrom = (pool: Pool, error: unknown): void => {
    if (pool !== current) return;
    options.logger.warn('database.connectionsRenewed', { error });
    replace();
  };
  const waiting = new Set<() => void>();
  function replace(): void {
    const former = current;
    current = newPool(options);
    for (const askAgain of waiting) askAgain();
    // Lost connections take their time to say good-bye; nobody waits for them.
    former.end().catch((error: unknown) => options.logger.debug('database.connectionBroke', { error }));
  }
  /** A connection of the present pool: one that is let go serves nobody who waits in it, and so they ask its successor. */
  async function take(): Promise<{ readonly pool: Pool; readonly client: PoolClient }> {
    for (;;) {
      const pool = current;
      const isReplaced = Promise.withResolvers<null>();
      const askAgain = (): void => isReplaced.resolve(null);
      waiting.add(askAgain);
      const asked = pool.connect();
      try {
        const client = await Promise.race([asked, isReplaced.promise]);
        if (client !== null) return { pool, client };
      } finally {
        waiting.delete(askAgain);
      }
      // It may come after all, and is nobody's then.
      asked.then((late) => late.release(true)).catch(() => undefined);
    }
  }
  return {
    get options() {
      return current.options;
    },
    renew: replace,
    counts: () => ({ open: current.totalCount, idle: current.idleCount, waiting: current.waitingCount }),
    async connect() {
      const { pool, client } = await take();
      const failed = (error: unknown): unknown => {
        // The answer could still come, to the next one's statement: nobody may have this connection after that.
        if (isUnansweredStatement(error)) void (client as unknown as { end(): Promise<void> }).end();
        if (isUnansweredStatement(error) || isNoPrimary(error)) renewFrom(pool, error);
        return error;
      };
      try {
        await names?.meet(client);
      } catch (error) {
        client.release(true);
        throw failed(error);
      }
      const ask = (text: string, parameters: readonly unknown[], name: string | undefined) =>
        options.watch(client.query({ text, values: [...parameters], ...(name !== undefined && { name }) }));
      const query = async (text: string, parameters: readonly unknown[]) => {
        const name = names?.nameOf(client, text, parameters);
        try {
          return await ask(text, parameters, name).catch((error: unknown) => {
            // Within a transaction nothing more is answered: it runs again as a whole.
            const isAskedAgain = name !== undefined && names?.isStale(error) === true && client.getTransactionStatus() === 'I';
            if (!isAskedAgain) throw error;
            return ask(text, parameters, undefined);
          });
        } catch (error) {
          throw failed(error);
        }
      };
      return { query: query as unknown as PostgresPoolClient['query'], release: (destroy?: boolean) => client.release(destroy) };
    },
    end: () => current.end(),
  };
}

/** No time limits as start-up parameters: a pooler refuses or ignores them. */
function newPool({ url, logger, max, readTimeoutMs }: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...(readTimeoutMs > 0 && { query_timeout: readTimeoutMs }),
    types: {
      getTypeParser: (type: number, format?: string) =>
        (format === 'binary' ? undefined : VALUE_PARSERS[type]) ?? types.getTypeParser(type, format as 'text'),
    },
  });
  // A connection that breaks while idle; without a listener it would end the process.
  pool.on('error', (error) => logger.warn('database.connectionLost', { error }));
  // One that breaks while in use fails the query of its user; the pool does not listen to it then.
  pool.on('connect', (client) => client.on('error', (error) => logger.debug('database.connectionBroke', { error })));
  return pool;
}
