import type { LogEvent } from 'kysely';
import type { Logger } from '../../base/logger.ts';

/** A statement that takes longer, its waiting included, is a warning in the log; so many different ones are remembered. */
const SLOW_STATEMENT_MS = 500;
export const SLOW_STATEMENTS_KEPT = 50;

/** A statement that has come to its end, with the time that it waited for its turn. */
export interface WatchedStatement {
  /** Its text, which has places instead of values. */
  readonly sql: string;
  readonly ms: number;
  readonly hasFailed: boolean;
}

/** A statement that was slow, by its text, which holds no values. */
export interface SlowStatement {
  readonly sql: string;
  /** How often it was slow since the start of this process. */
  readonly count: number;
  readonly longestMs: number;
  readonly totalMs: number;
}

export interface StatementWatch {
  /** Hears of each statement; a listener must be quick and must not throw. */
  listen(listener: (statement: WatchedStatement) => void): void;
  /** Those that were slow, the slowest first. */
  slowest(): readonly SlowStatement[];
}

/**
 * Looks on as statements end: each stands in the log at `debug` with the id of the call it was asked for, and one that took long is a
 * warning. Values never stand there, only the text with their places.
 * @returns what Kysely tells, and the watch that others ask
 */
export function createStatementWatch(logger: Logger): { readonly log: (event: LogEvent) => void; readonly watch: StatementWatch } {
  const listeners: ((statement: WatchedStatement) => void)[] = [];
  const slow = new Map<string, SlowStatement>();

  function remember(sql: string, ms: number): void {
    const known = slow.get(sql);
    slow.set(sql, {
      sql,
      count: (known?.count ?? 0) + 1,
      longestMs: Math.max(known?.longestMs ?? 0, ms),
      totalMs: (known?.totalMs ?? 0) + ms,
    });
    if (slow.size <= SLOW_STATEMENTS_KEPT) return;
    const quickest = [...slow.values()].reduce((a, b) => (b.longestMs < a.longestMs ? b : a));
    slow.delete(quickest.sql);
  }

  return {
    log({ level, query, queryDurationMillis }) {
      const ms = Math.round(queryDurationMillis * 10) / 10;
      for (const listener of listeners) listener({ sql: query.sql, ms, hasFailed: level === 'error' });
      if (ms >= SLOW_STATEMENT_MS) {
        remember(query.sql, ms);
        logger.warn('database.statementSlow', { sql: query.sql, ms });
      } else logger.debug('database.statementEnded', { sql: query.sql, ms });
    },
    watch: {
      listen: (listener) => void listeners.push(listener),
      slowest: () => [...slow.values()].toSorted((a, b) => b.longestMs - a.longestMs),
    },
  };
}
