import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportProblem } from '#api/contract/observe/problem';
import { refreshToken as refresh } from '#api/contract/session/session';
import { PROBLEM_BYTES, PROBLEM_BYTES_OF_VISITORS } from '#server/base/limits';
import { tidyUp } from '#server/boot/upkeep/housekeeping';
import { silentLogger } from '#server/base/logger';
import { createGuesses } from '#server/features/base/guesses';
import { reportedJournal } from '#server/features/observe/reported-journal';
import { createProblemReports } from '#server/features/observe/problem-reports.service';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext } from '#tests/support/hold.ts';
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

describe.each(dealtKinds())('reports of problems on %s', (kind) => {
  let server: TestServer;
  let freeShare = 0.5;
  const logged: object[] = [];
  const logger = { ...silentLogger, info: (event: string, fields?: object) => void logged.push({ event, ...fields }) };
  beforeAll(async () => {
    server = await createTestServer({ kind, ports: { logger, freeDiskShare: () => freeShare }, wrap: (database) => ({ ...database }) });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    logged.length = 0;
    await server.database.kysely.deleteFrom('throttle_counter').execute();
    await server.database.kysely.deleteFrom('problem_report').execute();
    await server.database.kysely.deleteFrom('idempotency_key').execute();
  });

  let openings = 0;
  /** The same journal, taken by another opening of the window. */
  const another = (journal: string): string => journal.replace(String(HEADER.startedAt), String(HEADER.startedAt + (openings += 1)));
  const journals = () => server.database.kysely.selectFrom('problem_journal').selectAll().execute();
  const stored = () => server.database.kysely.selectFrom('problem_report').selectAll().orderBy('id').execute();
  const OURS = { 'refresh-token-rotation': 'true' };
  const send = (problem: { readonly journal: string }, address = '198.51.100.7', token?: string) =>
    sendAgain({ ...problem, journal: another(problem.journal) }, address, token);
  const sendAgain = (problem: object, address = '198.51.100.7', token?: string) =>
    server.request('/api/problem/report', { method: 'POST', json: problem, address, headers: OURS, ...(token !== undefined && { token }) });

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
      reporter: '',
      page: '/admin/user/user',
      sentence: 'It went white.',
      app: '1.4.0',
      build: '9a8ced66',
      language: 'en',
      useragent: expect.stringContaining('axios'),
      network: '127.0.0.1',
      fault_path: '',
      fault_error: '',
      entries: 1,
      size: JOURNAL.length,
      status: 'new',
      note: '',
      version: 1,
      create_time: TEST_START_SECONDS,
    });
    const [journal, ...others] = await journals();
    expect(others).toEqual([]);
    expect(journal!.sealed).not.toContain('xstate');
    const reports = createProblemReports(server.ports, { identify: async () => null }, createGuesses(server.ports));
    expect(await reports.journalOf(report!.id)).toEqual({ number, entries: 1, text: JOURNAL });
    expect(logged).toEqual([{ event: 'problem.reported', number, who: 'visitor', path: '/admin/user/user' }]);
    // The journal of one report is no other's.
    await server.database.kysely.updateTable('problem_report').set({ number: '0000-0000' }).execute();
    await expect(reports.journalOf(report!.id)).rejects.toThrow('refusals.problem.unreadable');
  });

  it('are kept with a journal as long as one may be', async () => {
    const long = textOf(HEADER, { ...ENTRY, event: { type: 'xstate.init', input: '字'.repeat(100_000) } });
    const journal = long.padEnd(700_000);
    const { number } = await server.call(reportProblem, { ...PROBLEM, journal });
    const [report] = await stored();
    expect(report).toMatchObject({ number, entries: 1, size: new TextEncoder().encode(journal).length });
    expect(
      (await createProblemReports(server.ports, { identify: async () => null }, createGuesses(server.ports)).journalOf(report!.id)).text,
    ).toBe(journal);
  });

  it('are read while others have their turn, and not at all where one line holds more than a page can', async () => {
    const entries = Array.from({ length: 2000 }, (_, index) => ({ ...ENTRY, seq: index + 1 }));
    let [at, turns] = [0, 0];
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (at += 1));
    const others = setInterval(() => (turns += 1), 0);
    await reportedJournal(textOf(HEADER, ...entries));
    clearInterval(others);
    clock.mockRestore();
    expect(turns).toBeGreaterThan(10);
    for (const inner of ['{},'.repeat(70_000), `${'['.repeat(70_000)}${']'.repeat(70_000)},`]) {
      const journal = `${textOf(HEADER)}\n{"seq":1,"at":0,"to":"app","event":{"type":"x","inner":[${inner}0]}}`;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await send({ ...PROBLEM, journal })).body?.data.fields).toHaveProperty('journal');
    }
  });

  it('of an administrator who is deleted meanwhile are kept as those of one who was deleted later', async () => {
    const { id, token } = await server.addAdmin('leaver', ['goods/goods/index']);
    const held = holdNext(server.ports.database, 'transaction', 'before');
    const reply = send(PROBLEM, '198.51.100.7', token);
    await held.reached;
    await server.database.kysely.deleteFrom('admin').where('id', '=', id).execute();
    held.release();
    expect((await reply).body).toMatchObject({ code: 1, data: { number: expect.any(String) } });
    expect((await stored()).map(({ who, admin_id: adminId, reporter }) => ({ who, adminId, reporter }))).toEqual([
      { who: 'admin', adminId: null, reporter: 'leaver' },
    ]);
  });

  it('say what failed last, and hold what a journal says in lines of their own length', async () => {
    const hostile = '<script>\u0000\ud800\r\n'.padEnd(3000, '字');
    const broken = { type: 'xstate.init', input: { broken: { name: 'TypeError', message: hostile } } };
    const failed = {
      type: 'xstate.error.actor.loadPage',
      error: { $error: { name: 'FailureError', failure: { kind: 'http', status: 504 } } },
    };
    const header = { ...HEADER, app: hostile, language: hostile, __proto__: { who: 'admin' } };
    await server.call(reportProblem, { ...PROBLEM, journal: textOf(HEADER, ENTRY, { ...ENTRY, seq: 2, to: 'app/goods', event: failed }) });
    await server.call(reportProblem, {
      ...PROBLEM,
      page: hostile.replaceAll('\u0000', '').toWellFormed().slice(0, 2000),
      journal: textOf(header, ENTRY, { ...ENTRY, seq: 2, to: hostile, event: broken }),
    });
    const [first, second] = await stored();
    expect([first?.fault_path, first?.fault_error]).toEqual(['app/goods', 'http: 504']);
    const line = '<script> \ufffd  ';
    expect(second).toMatchObject({
      app: line.padEnd(100, '字'),
      language: '<script> \ufffd',
      fault_path: line.padEnd(255, '字'),
      fault_error: `TypeError: ${line}`.padEnd(500, '字'),
      page: '<script>\ufffd  '.padEnd(500, '字'),
    });
  });

  it('name an administrator who is signed in, once a token that has run out was renewed, and nobody whose sign-in has ended', async () => {
    const { token, refreshToken } = await server.signIn();
    await server.call(reportProblem, PROBLEM, { token, as: 'admin' });
    await server.expireToken(token);
    expect((await send(PROBLEM, '198.51.100.7', token)).body?.code).toBe(409);
    const renewed = await server.call(refresh, { refreshToken }, { token, as: 'admin' });
    await server.call(reportProblem, { ...PROBLEM, journal: another(JOURNAL) }, { token: renewed.token, as: 'admin' });
    await server.call(reportProblem, PROBLEM, { token: 'nobodys-token', as: 'admin' });
    expect((await stored()).map(({ who, admin_id, reporter }) => [who, admin_id, reporter])).toEqual([
      ['admin', 1, 'admin'],
      ['admin', 1, 'admin'],
      ['visitor', null, ''],
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

  it('that are sent again, since nobody heard the answer, stay one report with its number and the newest words', async () => {
    const first = await sendAgain(PROBLEM);
    const again = await sendAgain({ ...PROBLEM, sentence: 'It went white twice.' });
    expect(again.body?.data).toEqual(first.body?.data);
    expect((await stored()).map(({ sentence }) => sentence)).toEqual(['It went white twice.']);
    expect(logged).toHaveLength(1);
    // Somebody else's is another one, whatever it holds.
    const theirs = await sendAgain(PROBLEM, '203.0.113.9');
    expect(theirs.body?.data).not.toEqual(first.body?.data);
    expect(await stored()).toHaveLength(2);
  });

  it('come ten an hour from one network', async () => {
    for (let sent = 0; sent < 10; sent += 1) expect((await send(PROBLEM)).body?.code).toBe(1);
    const { body } = await send(PROBLEM);
    expect([body?.code, body?.msg]).toEqual([0, 'Too many attempts. Try again in 60 minutes.']);
    expect((await send(PROBLEM, '203.0.113.9')).body?.code).toBe(1);
    expect(await stored()).toHaveLength(11);
  });

  it('that are none keep nobody out but their own network', async () => {
    for (let sent = 0; sent < 30; sent += 1) expect((await send({ ...PROBLEM, journal: 'none' })).body?.msg).toContain('journal');
    expect((await send(PROBLEM)).body?.msg).toBe('Too many attempts. Try again in 60 minutes.');
    expect((await send(PROBLEM, '203.0.113.9')).body?.code).toBe(1);
    const counted = await server.database.kysely
      .selectFrom('throttle_counter')
      .select(['key', 'count'])
      .where('key', 'like', 'problem:%')
      .execute();
    expect(counted.every(({ count }) => count === 1)).toBe(true);
  });

  it('of administrators are taken when visitors have used up theirs', async () => {
    const { token } = await server.signIn();
    const bucket = TEST_START_SECONDS - (TEST_START_SECONDS % 3600);
    await server.database.kysely
      .insertInto('throttle_counter')
      .values({ key: 'problem:visitors', window_start: bucket, count: 200 })
      .execute();
    expect((await send(PROBLEM)).body?.msg).toContain('Too many');
    expect((await send(PROBLEM, '198.51.100.7', token)).body?.code).toBe(1);
  });

  it('have room for so many bytes, the last of it for administrators, and none on a disk that runs full', async () => {
    const FULL = 'No more problem reports can be kept at the moment. Please tell an administrator.';
    const { token } = await server.signIn();
    await send(PROBLEM);
    const fill = (size: number) => server.database.kysely.updateTable('problem_report').set({ size, admin_id: null }).execute();
    await fill(PROBLEM_BYTES_OF_VISITORS - JOURNAL.length);
    expect((await send(PROBLEM)).body?.code).toBe(1);
    await server.database.kysely.deleteFrom('problem_report').where('size', '=', JOURNAL.length).execute();
    await fill(PROBLEM_BYTES_OF_VISITORS - JOURNAL.length + 1);
    expect((await send(PROBLEM)).body?.msg).toBe(FULL);
    expect((await send(PROBLEM, '198.51.100.7', token)).body?.code).toBe(1);
    await fill(PROBLEM_BYTES);
    expect((await send(PROBLEM, '198.51.100.7', token)).body?.msg).toBe(FULL);
    await server.database.kysely.deleteFrom('problem_report').execute();
    freeShare = 0.04;
    expect((await send(PROBLEM, '198.51.100.7', token)).body?.msg).toBe(FULL);
    freeShare = 0.5;
    // What was not kept is not counted either.
    const counted = await server.database.kysely
      .selectFrom('throttle_counter')
      .select('count')
      .where('key', 'like', 'problem:admin:%')
      .execute();
    expect(counted).toEqual([{ count: 1 }]);
  });

  it.each([
    ['30', 30],
    ['7', 7],
    ['0', null],
  ])('are forgotten after the days of the setting: %s', async (value, days) => {
    await server.database.kysely.updateTable('config').set({ value }).where('name', '=', 'problem_days').execute();
    await send(PROBLEM);
    const old = TEST_START_SECONDS - (days ?? 4000) * 86_400;
    await server.database.kysely.updateTable('problem_report').set({ create_time: old }).execute();
    await send(PROBLEM);
    await tidyUp(server.ports);
    expect((await stored()).map(({ create_time }) => create_time)).toEqual(
      days === null ? [old, TEST_START_SECONDS] : [TEST_START_SECONDS],
    );
    expect((await journals()).map(({ report_id }) => report_id)).toEqual((await stored()).map(({ id }) => id));
  });
});
