import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { downloadProblemJournal, reportProblem } from '#api/contract/observe/problem';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { problemReport } from '#sections/problem-report/problem-report.resource.ts';
import { problemReports } from '#server/db/migrations/0021-problem-reports';
import { problemSection } from '#server/db/migrations/0022-problem-section';
import { SHIPPED_RULES } from '#server/db/seed/shipped-rules';
import { syncSectionRules } from '#server/db/seed/sync-section-rules';
import { openTestDatabase } from '#tests/support/database.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const HEADER = { journal: 1, app: '1.4.0', build: '9a8ced66', language: 'zh-cn', startedAt: 1_764_000_000, machines: {}, anonymous: true };
const ENTRY = { seq: 1, at: 0, to: 'app', event: { type: 'xstate.init', words: '字' } };
const JOURNAL = [HEADER, ENTRY].map((line) => JSON.stringify(line)).join('\n');
const PROBLEM = { area: 'admin', page: '/admin/goods/goods', sentence: 'It went white.', build: '9a8ced66', journal: JOURNAL } as const;
const { list, read, save, remove } = resourceEndpoints(problemReport);
const SECTION = '/api/admin/routine.ProblemReport';
/** The rules of the section with these rights. */
const rulesFor = (...actions: string[]) => ['routine/problemReport', ...actions.map((action) => `routine/problemReport/${action}`)];

describe.each(dealtKinds())('the section of problem reports on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.kysely.deleteFrom('throttle_counter').execute();
    await server.database.kysely.deleteFrom('problem_report').execute();
    await server.database.kysely.deleteFrom('idempotency_key').execute();
    openings = 0;
  });

  /** The same journal twice would be the same report: each was taken a second later. */
  let openings = 0;
  const another = () => JOURNAL.replace(String(HEADER.startedAt), String(HEADER.startedAt + openings++));

  /** Reports a problem; answers its number and its id. */
  async function reported(change: object = {}): Promise<{ readonly number: string; readonly id: number }> {
    const { number } = await server.call(reportProblem, { ...PROBLEM, journal: another(), ...change }, { token, as: 'admin' });
    const { id } = await server.database.kysely
      .selectFrom('problem_report')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    return { number, id };
  }
  const found = async (query: object) => (await server.call(list, query, { token })).list?.map((row) => row['number']);
  const get = (action: string, as = token) => server.request(`${SECTION}/${action}`, { token: as });

  it('lists what was reported, with the number that was told, and never the journal', async () => {
    const { number, id } = await reported();
    const reply = await get('index');
    expect(reply.body?.data.list).toEqual([
      {
        id,
        number,
        status: 'new',
        sentence: 'It went white.',
        who: 'admin',
        reporter: 'admin',
        page: '/admin/goods/goods',
        app: '1.4.0',
        build: '9a8ced66',
        language: 'zh-cn',
        useragent: expect.stringContaining('axios'),
        network: '127.0.0.1',
        fault_path: '',
        fault_error: '',
        entries: 1,
        size: JOURNAL.length + 2,
        note: '',
        version: 1,
        create_time: expect.any(Number),
      },
    ]);
    expect(reply.text).not.toContain('xstate');
    const exported = await get('export?format=csv');
    expect(exported.text).toContain(number);
    expect(exported.text).not.toContain('xstate');
  });

  it('finds a report by its number, its page, its state and its reporter', async () => {
    const { number } = await reported();
    await reported({ page: '/admin/user/user', sentence: 'The list is empty.' });
    expect(await found({ quickSearch: number })).toEqual([number]);
    expect(await found({ quickSearch: 'went white' })).toEqual([number]);
    expect(await found({ search: [{ field: 'page', operator: 'LIKE', val: 'goods' }] })).toEqual([number]);
    expect(await found({ search: [{ field: 'status', operator: 'eq', val: 'closed' }] })).toEqual([]);
    expect(await found({ quickSearch: 'admin', search: [{ field: 'who', operator: 'eq', val: 'visitor' }] })).toEqual([]);
  });

  it('keeps the state and a note of staff, and nothing else that they send', async () => {
    const { id, number } = await reported();
    const { row } = await server.call(read, { id }, { token });
    await server.call(
      save,
      { id, version: Number(row['version']), status: 'closed', note: 'Mended in 1.4.1', sentence: 'x', number: 'x' },
      { token },
    );
    const after = (await server.call(read, { id }, { token })).row;
    expect(after).toEqual({ ...row, status: 'closed', note: 'Mended in 1.4.1', version: 2 });
    expect(after['number']).toBe(number);
    const wrong = await server.request(`${SECTION}/edit`, { method: 'POST', token, json: { id, version: 2, status: 'burnt' } });
    expect(wrong.body?.code).toBe(0);
  });

  it('gives the journal as a file, as it was sent', async () => {
    const { id, number } = await reported();
    const reply = await get(`download?id=${id}`);
    expect(reply.text).toBe(JOURNAL);
    expect(reply.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="problem-${number}.jsonl"; filename*=UTF-8''problem-${number}.jsonl`,
    );
    const { name, rows } = await server.call(downloadProblemJournal, { id }, { token });
    expect([name, rows]).toEqual([`problem-${number}.jsonl`, 1]);
  });

  it('says so when there is no such journal, or when it was changed', async () => {
    const { id, number } = await reported();
    const missing = await get(`download?id=${id + 1}`);
    expect([missing.body?.code, missing.body?.msg]).toEqual([0, 'The record does not exist, or you may not use it.']);
    await server.database.kysely.updateTable('problem_journal').set({ sealed: 'AAAA.BBBB' }).execute();
    const changed = await get(`download?id=${id}`);
    expect([changed.body?.code, changed.body?.msg]).toEqual([
      0,
      `The recording of ${number} cannot be opened: it was sealed with another key, or was changed.`,
    ]);
    expect((await get('download?id=x')).body?.code).toBe(0);
  });

  it('deletes a report with its journal, and keeps what it said nowhere', async () => {
    const { id } = await reported();
    const other = await reported();
    expect(await server.call(remove, { ids: [id] }, { token })).toEqual({ count: 1 });
    const { kysely } = server.database;
    expect((await kysely.selectFrom('problem_journal').select('report_id').execute()).map((row) => row.report_id)).toEqual([other.id]);
    expect(
      await kysely
        .selectFrom('record_change')
        .select(['kind', 'before', 'after', 'title'])
        .where('resource', '=', 'problemReport')
        .where('kind', '=', 'deleted')
        .execute(),
    ).toEqual([{ kind: 'deleted', before: {}, after: null, title: '' }]);
    const again = await server.request(`${SECTION}/del?ids=${id}`, { method: 'DELETE', token });
    expect([again.body?.code, again.body?.msg]).toEqual([0, 'The record does not exist, or you may not use it.']);
  });

  it('lets each do what is granted to them, and nobody else anything', async () => {
    const { id } = await reported();
    const reader = await server.addAdmin(`reader_${kind}`, rulesFor('index'));
    const player = await server.addAdmin(`player_${kind}`, rulesFor('index', 'download'));
    const clerk = await server.addAdmin(`clerk_${kind}`, ['goods/goods', 'goods/goods/index']);
    const ways = ['index', 'export?format=csv', `edit?id=${id}`, `download?id=${id}`];
    const seen = async (as?: string) => Promise.all(ways.map(async (way) => (await get(way, as ?? 'nobody')).body?.code ?? 'file'));
    expect(await seen(reader.token)).toEqual([1, 'file', 401, 401]);
    expect(await seen(player.token)).toEqual([1, 'file', 401, 'file']);
    expect(await seen(clerk.token)).toEqual([401, 401, 401, 401]);
    expect(await seen()).toEqual([303, 303, 303, 303]);
    for (const { token: as } of [reader, player, clerk]) {
      expect((await server.request(`${SECTION}/del?ids=${id}`, { method: 'DELETE', token: as })).body?.code).toBe(401);
      expect((await server.request(`${SECTION}/edit`, { method: 'POST', token: as, json: { id, status: 'closed' } })).body?.code).toBe(401);
    }
    expect((await server.request(`${SECTION}/index`)).body?.code).toBe(303);
  });
});

it('keeps the reports of a database that was in use before, and adds the section to its menu', async () => {
  const database = await openTestDatabase();
  const { kysely } = database;
  const run = (text: string) => sql.raw(text).execute(kysely);
  await run('drop table problem_journal, problem_report');
  const plain = kysely as unknown as Kysely<unknown>;
  await problemReports.up(plain);
  await run(`insert into admin (id, username, create_time, update_time) values (7, 'ada', 1, 1)`);
  await run(`insert into admin_group (name, rules, create_time, update_time) values ('Super', '*', 1, 1)`);
  await run(
    `insert into problem_report (number, area, who, admin_id, page, sentence, build, sealed_journal, network, create_time)
     values ('K7M2-9QXD', 'admin', 'admin', 7, '/admin', 'White.', 'b', 'AAAA.BBBBBBBB', '::1', 5)`,
  );
  await problemSection.up(plain);
  const columns = ['number', 'reporter', 'sentence', 'status', 'note', 'size', 'version'] as const;
  expect(await kysely.selectFrom('problem_report').select(columns).execute()).toEqual([
    { number: 'K7M2-9QXD', reporter: 'ada', sentence: 'White.', status: 'new', note: '', size: 9, version: 1 },
  ]);
  expect((await kysely.selectFrom('problem_journal').select('sealed').execute()).map(({ sealed }) => sealed)).toEqual(['AAAA.BBBBBBBB']);
  // What the program has learnt since comes with the start that follows.
  await database.transaction((trx) => syncSectionRules(trx));
  const rules = await kysely
    .selectFrom('admin_rule')
    .select('name')
    .where('name', 'like', 'routine/problemReport%')
    .orderBy('id')
    .execute();
  expect(rules.map(({ name }) => name)).toEqual(
    SHIPPED_RULES.filter(({ name }) => name.startsWith('routine/problemReport')).map(({ name }) => name),
  );
  await database.close();
});
