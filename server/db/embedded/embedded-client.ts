import type { PGliteDialectConfig } from 'kysely';
import type { Logger } from '../../base/logger.ts';
import { DatabaseError } from '../base/database-error.ts';
import type { DatabaseCheck } from './embedded-check.ts';
import type { EmbeddedRows, EmbeddedStorage } from './embedded-protocol.ts';
import { createDamageNote } from '../base/damage-note.ts';
import { type EmbeddedThread, startEmbeddedThread } from './embedded-thread.ts';

type KyselyClient = Exclude<PGliteDialectConfig['pglite'], (...args: never[]) => unknown>;
type RunQuery = (sql: string, params?: readonly unknown[]) => Promise<EmbeddedRows>;

export interface EmbeddedClientOptions {
  readonly storage: EmbeddedStorage;
  readonly logger: Logger;
  /** The engine itself cannot interrupt a statement; the thread is stopped and the database opened again, which loses nothing. */
  readonly statementTimeoutMs: number;
}

/** What is known about use since the start, for maintenance. */
export interface EmbeddedUse {
  readonly writes: number;
  readonly lastUsedAtMs: number;
}

/** The embedded database as Kysely's PGlite dialect wants it, plus what the dialect does not know. */
export interface EmbeddedClient extends KyselyClient {
  /** One statement without a time limit, after everything already waiting; never inside a transaction. */
  maintain(sql: string): Promise<void>;
  /** A copy of all files. @param look asks about the moment of the copy */
  dump<T>(look: (client: KyselyClient) => Promise<T>): Promise<{ readonly bytes: Uint8Array; readonly seen: T }>;
  /** Looks at every page, for this long at most. */
  check(budgetMs: number): Promise<DatabaseCheck>;
  countSyncs(): Promise<number>;
  use(): EmbeddedUse;
  /** What the engine found damaged since the start. */
  damage(): string | null;
  /** Lifts the statement's time limit while the work runs. */
  withoutTimeout<T>(work: () => Promise<T>): Promise<T>;
}

/** A client for questions between two others' turns: it opens nothing and closes nothing. */
const STANDING = {
  closed: false,
  ready: true,
  waitReady: Promise.resolve(),
  close: () => Promise.resolve(),
  transaction: () => Promise.reject(new Error('There is a turn already')),
} satisfies Partial<KyselyClient>;

export async function openEmbeddedClient({ storage, logger, statementTimeoutMs }: EmbeddedClientOptions): Promise<EmbeddedClient> {
  let thread: EmbeddedThread = await startEmbeddedThread(storage, logger);
  let closed = false;
  let unhurried = 0;
  let writes = 0;
  let lastUsedAtMs = Date.now();
  const damage = createDamageNote(logger);
  // The lock: each use waits for the one before it. A transaction is one use.
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };

  const runningThread = async (): Promise<EmbeddedThread> => {
    if (closed) throw new DatabaseError({ message: 'The database is closed', code: '08003' });
    if (!thread.isRunning()) {
      if (storage.kind === 'memory') throw new DatabaseError({ message: 'The database in memory is lost', code: '08006' });
      thread = await startEmbeddedThread(storage, logger);
      logger.warn('database.reopened');
    }
    return thread;
  };

  const queryOn = async (on: EmbeddedThread, sql: string, params: readonly unknown[] = []): Promise<EmbeddedRows> => {
    lastUsedAtMs = Date.now();
    if (!/^\s*select\b/iu.test(sql)) writes += 1;
    return (await damage.watch(on.request({ kind: 'query', sql, params }, unhurried > 0 ? 0 : statementTimeoutMs))) as EmbeddedRows;
  };

  const inTransaction = async <T>(on: EmbeddedThread, work: (run: RunQuery) => Promise<T>): Promise<T> => {
    let sawError = false;
    const run: RunQuery = async (sql, params) => {
      try {
        return await queryOn(on, sql, params);
      } catch (error) {
        sawError = true;
        throw error;
      }
    };
    await run('begin');
    try {
      const result = await work(run);
      // A commit after an unhandled refusal would roll back without saying so; this raises 25P02 instead.
      if (sawError) await run('select 1');
      await run('commit');
      return result;
    } catch (error) {
      if (on.isRunning()) await run('rollback').catch((cause: unknown) => logger.error('database.rollbackFailed', { cause }));
      throw error;
    }
  };

  return {
    get closed() {
      return closed;
    },
    ready: true,
    waitReady: Promise.resolve(),
    query: (async (sql: string, params?: unknown[]) =>
      inTurn(async () => ({ ...(await queryOn(await runningThread(), sql, params)), fields: [] }))) as KyselyClient['query'],
    transaction: (work) =>
      inTurn(async () =>
        inTransaction(await runningThread(), (run) => {
          const query = (async (sql: string, params?: unknown[]) => ({ ...(await run(sql, params)), fields: [] })) as KyselyClient['query'];
          return work({ query, rollback: () => Promise.reject(new Error('Throw from the transaction to roll it back')) });
        }),
      ),
    close: () =>
      inTurn(async () => {
        if (closed) return;
        closed = true;
        await thread.close();
      }),
    maintain: (sql) =>
      inTurn(async () => {
        await (await runningThread()).request({ kind: 'query', sql, params: [] }, 0);
      }),
    dump: (look) =>
      inTurn(async () => {
        const on = await runningThread();
        const query = (async (sql: string, params?: unknown[]) => ({
          ...((await on.request({ kind: 'query', sql, params: params ?? [] }, 0)) as EmbeddedRows),
          fields: [],
        })) as KyselyClient['query'];
        const seen = await look({ ...STANDING, query });
        return { bytes: (await on.request({ kind: 'dump' }, 0)) as Uint8Array, seen };
      }),
    check: (budgetMs) => inTurn(async () => (await (await runningThread()).request({ kind: 'check', budgetMs }, 0)) as DatabaseCheck),
    countSyncs: () => inTurn(async () => (await (await runningThread()).request({ kind: 'countSyncs' }, 0)) as number),
    damage: () => damage.found(),
    use: () => ({ writes, lastUsedAtMs }),
    withoutTimeout: async (work) => {
      unhurried += 1;
      try {
        return await work();
      } finally {
        unhurried -= 1;
      }
    },
  };
}
