import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportProblem } from '#api/contract/problem';
import { tidyUp } from '#server/services/housekeeping';
import { createProblemReports } from '#server/services/problem-reports.service';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { TEST_START_SECONDS, createTestServer, type TestServer } from '#tests/support/server.ts';

const HEADER = { journal: 1, app: '1.4.0', build: '9a8ced66', language: 'en', startedAt: 1_764_000_000, machines: {}, anonymous: true };
const ENTRY = { seq: 1, at: 0, to: 'app', event: { type: 'xstate.init' } };
const textOf = (...lines: unknown[]): string => lines.map((line) => JSON.stringify(line)).join('\n');
const JOURNAL = textOf(HEADER, ENTRY);
const PROBLEM = {
  area: 'admin',
  page: '/admin/user/user?mobile=13800138000',
  sentence: ' It went white. ',
  build: '9a8ced66',
  journal: JOURNAL,
} as const;

describe.each(testDatabaseKinds)('reports of problems on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.kysely.deleteFrom('throttle_counter').execute();
    await server.database.kysely.deleteFrom('problem_report').execute();
  });

  const stored = () => server.database.kysely.selectFrom('problem_report').selectAll().orderBy('id').execute();
  const send = (problem: object, address = '198.51.100.7', token?: string) =>
    server.request('/api/problem/report', { method: 'POST', json: problem, address, ...(token !== undefined && { token }) });

  it('are kept with a number to quote, and the journal can be read again but not in the database', async () => {
    const { number } = await server.call(reportProblem, PROBLEM);
    expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/u);
    const [report, ...more] = await stored();
    expect(more).toEqual([]);
    expect(report).toEqual({
      id: expect.any(Number),
      number,
      area: 'admin',
      who: 'visitor',
      admin_id: null,
      page: '/admin/user/user',
      sentence: 'It went white.',
      build: '9a8ced66',
      sealed_journal: expect.any(String),
      network: '127.0.0.1',
      create_time: TEST_START_SECONDS,
    });
    expect(report!.sealed_journal).not.toContain('xstate');
    const reports = createProblemReports(server.ports, { identify: async () => null });
    expect(await reports.journalOf(report!)).toBe(JOURNAL);
    // The journal of one report is no other's.
    await expect(reports.journalOf({ ...report!, number: '0000-0000' })).rejects.toThrow('operation failed');
  });

  it('name an administrator who is signed in, and nobody whose sign-in has ended', async () => {
    const { token } = await server.signIn();
    await server.call(reportProblem, PROBLEM, { token });
    await server.expireToken(token);
    await server.call(reportProblem, PROBLEM, { token });
    await server.call(reportProblem, PROBLEM, { token: 'nobodys-token' });
    expect((await stored()).map(({ who, admin_id }) => [who, admin_id])).toEqual([
      ['admin', 1],
      ['visitor', null],
      ['visitor', null],
    ]);
  });

  it.each([
    ['no journal', 'It went white.'],
    ['nothing', ''],
    ['a journal that may name people', textOf({ ...HEADER, anonymous: undefined }, ENTRY)],
    ['a journal that is cut within a line', JOURNAL.slice(0, -4)],
  ])('are refused with %s', async (_name, journal) => {
    const { body } = await send({ ...PROBLEM, journal });
    expect([body?.code, body?.msg]).toEqual([0, 'The parameter journal is not right.']);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['a journal above a megabyte', { journal: `${JOURNAL}${' '.repeat(1_000_000)}` }],
    ['a sentence that is a book', { sentence: 'x'.repeat(1001) }],
    ['an area of its own', { area: 'nowhere' }],
  ])('are refused with %s', async (_name, change) => {
    expect((await send({ ...PROBLEM, ...change })).body?.code).toBe(0);
    expect(await stored()).toEqual([]);
  });

  it('come ten an hour from one network', async () => {
    for (let sent = 0; sent < 10; sent += 1) expect((await send(PROBLEM)).body?.code).toBe(1);
    expect((await send(PROBLEM)).body?.code).toBe(0);
    expect((await send(PROBLEM, '203.0.113.9')).body?.code).toBe(1);
    expect(await stored()).toHaveLength(11);
  });

  it('are forgotten after thirty days', async () => {
    await send(PROBLEM);
    await server.database.kysely
      .updateTable('problem_report')
      .set({ create_time: TEST_START_SECONDS - 30 * 86_400 })
      .execute();
    await send(PROBLEM);
    await tidyUp(server.ports);
    expect((await stored()).map(({ create_time }) => create_time)).toEqual([TEST_START_SECONDS]);
  });
});
