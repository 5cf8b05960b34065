import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createLogger } from '#server/base/logger';
import { inRequest } from '#server/base/log/request-context';
import { createStatementWatch, SLOW_STATEMENTS_KEPT } from '#server/db/base/statement-watch';
import { openMemoryDatabase } from '#server/db/embedded/embedded-database';

type Ended = Parameters<ReturnType<typeof createStatementWatch>['log']>[0];

const ended = (text: string, ms: number, level: 'query' | 'error' = 'query') =>
  ({ level, query: { sql: text }, queryDurationMillis: ms }) as unknown as Ended;

describe('the watch over statements', () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'debug', now: () => new Date(0), write: (line) => lines.push(line) });
  const head = { time: '1970-01-01T00:00:00.000Z' };

  it('logs each with the call it was for, and never its values', async () => {
    const database = await openMemoryDatabase({ dump: null, logger, statementTimeoutMs: 0 });
    lines.length = 0;
    await inRequest('r-7', () => sql`select ${'a secret value'}::text as said`.execute(database.kysely));
    await database.close();
    const [line] = lines.map((each) => JSON.parse(each) as Record<string, unknown>);
    expect({ ...line, ms: 0 }).toEqual({
      ...head,
      level: 'debug',
      event: 'database.statementEnded',
      requestId: 'r-7',
      sql: 'select $1::text as said',
      ms: 0,
    });
    expect(lines.join()).not.toContain('a secret value');
  });

  it('warns of what was slow, remembers it by its text, and tells all to who listens', () => {
    lines.length = 0;
    const { log, watch } = createStatementWatch(logger);
    const heard: unknown[] = [];
    watch.listen((statement) => heard.push(statement));
    log(ended('select 1', 499.94));
    log(ended('select 2', 500));
    log(ended('select 2', 700.25, 'error'));
    expect(heard).toEqual([
      { sql: 'select 1', ms: 499.9, hasFailed: false },
      { sql: 'select 2', ms: 500, hasFailed: false },
      { sql: 'select 2', ms: 700.3, hasFailed: true },
    ]);
    expect(watch.slowest()).toEqual([{ sql: 'select 2', count: 2, longestMs: 700.3, totalMs: 1200.3 }]);
    expect(lines.map((line) => JSON.parse(line) as Record<string, unknown>).map(({ level, event }) => [level, event])).toEqual([
      ['debug', 'database.statementEnded'],
      ['warn', 'database.statementSlow'],
      ['warn', 'database.statementSlow'],
    ]);
  });

  it('remembers no more than it may, and lets go of the quickest', () => {
    const { log, watch } = createStatementWatch(createLogger({ level: 'silent', now: () => new Date(0), write: () => undefined }));
    for (let index = 0; index <= SLOW_STATEMENTS_KEPT; index += 1) log(ended(`select ${index}`, 1000 + index));
    const kept = watch.slowest();
    expect([kept.length, kept[0]?.longestMs, kept.at(-1)?.longestMs]).toEqual([SLOW_STATEMENTS_KEPT, 1000 + SLOW_STATEMENTS_KEPT, 1001]);
  });
});
