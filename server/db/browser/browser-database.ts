import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, type PGliteDialectConfig } from 'kysely';
import type { Logger } from '../../base/logger.ts';
import type { Database } from '../base/database.ts';
import { DatabaseError, databaseErrorFields } from '../base/database-error.ts';
import { pingDatabase } from '../base/ping.ts';
import { createStatementWatch } from '../base/statement-watch.ts';
import { guardTransactions } from '../base/transaction-guard.ts';
import { VALUE_PARSERS } from '../base/value-parsers.ts';
import type { Tables } from '../tables/tables.ts';

/** All of it lies in memory, and in each copy that is kept: the log is cut early, and nothing of it stays for later. */
const SMALL = ['shared_buffers=16MB', 'max_wal_size=16MB', 'min_wal_size=2MB', 'wal_recycle=off'].flatMap((setting) => ['-c', setting]);

type Client = Exclude<PGliteDialectConfig['pglite'], (...args: never[]) => unknown>;
type Run = Client['query'];

export interface BrowserDatabase extends Database {
  /** A copy of all files, as an archive. */
  snapshot(): Promise<Blob>;
}

export interface BrowserDatabaseOptions {
  /** What it begins with. */
  readonly dump: Blob;
  readonly logger: Logger;
  /** Parts of the engine that were brought already; left out, it brings them itself. */
  readonly engine?: Pick<PGliteOptions, 'pgliteWasmModule' | 'initdbWasmModule' | 'fsBundle'>;
  /** Hears of each transaction, and of each statement outside of one, that may have changed something. */
  readonly onWrite?: () => void;
}

/** Values of a refused statement stay behind, as they do everywhere. */
const told = (error: unknown): DatabaseError => new DatabaseError(databaseErrorFields(error));
const isReading = (statement: string): boolean => /^\s*(?:select|begin|commit|rollback|checkpoint)\b/iu.test(statement);

/** The embedded database in the memory of whoever calls: in the same thread, for one reader, and gone with it. */
export async function openBrowserDatabase({
  dump,
  logger,
  engine = {},
  onWrite = () => undefined,
}: BrowserDatabaseOptions): Promise<BrowserDatabase> {
  const pg = await PGlite.create({
    ...engine,
    loadDataDir: dump,
    startParams: [...PGlite.defaultStartParams, ...SMALL],
    parsers: { ...VALUE_PARSERS },
  });
  const { log, watch } = createStatementWatch(logger);
  const dialect = new PGliteDialect({ pglite: clientOf(pg, onWrite) });
  const { kysely, transaction } = guardTransactions(new Kysely<Tables>({ dialect, log }));
  return {
    kind: 'embedded',
    kysely,
    transaction,
    ping: () => pingDatabase(kysely),
    damage: () => null,
    statements: watch,
    // Nobody asks often enough here for this to be counted.
    writes: () => null,
    connections: () => null,
    withoutTimeout: (work) => kysely.transaction().execute(work),
    dump: () => Promise.reject(new Error('There is no disk to copy to')),
    async snapshot() {
      await pg.query('checkpoint');
      return pg.dumpDataDir('none');
    },
    close: () => pg.close(),
  };
}

function clientOf(pg: PGlite, onWrite: () => void): Client {
  const query = (async (statement: string, params?: unknown[]) => {
    try {
      return await pg.query(statement, params);
    } catch (error) {
      throw told(error);
    } finally {
      if (!isReading(statement)) onWrite();
    }
  }) as Run;
  const transaction: Client['transaction'] = async (work) => {
    let [hasWritten, sawError] = [false, false];
    try {
      return await pg.transaction(async (trx) => {
        const run = (async (statement: string, params?: unknown[]) => {
          if (!isReading(statement)) hasWritten = true;
          try {
            return await trx.query(statement, params);
          } catch (error) {
            sawError = true;
            throw told(error);
          }
        }) as Run;
        const result = await work({ query: run, rollback: () => Promise.reject(new Error('Throw from the transaction to roll it back')) });
        // A commit after an unhandled refusal would roll back without saying so; this refuses instead.
        if (sawError) await run('select 1');
        return result;
      });
    } finally {
      if (hasWritten) onWrite();
    }
  };
  return {
    get closed() {
      return pg.closed;
    },
    get ready() {
      return pg.ready;
    },
    waitReady: pg.waitReady,
    query,
    transaction,
    close: () => pg.close(),
  };
}
