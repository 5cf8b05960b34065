import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { COUNT_MEMORY_MS, EXACT_COUNT_ROWS, MANY_ROWS, WHOLE_COUNT_MS } from '#server/base/limits';
import { columnsOf } from '#server/resources/base/columns';
import type { ResourceContext } from '#server/resources/base/resource-context';
import { createCountMemory, LANDMARK_PORTION, type Landmark } from '#server/resources/read/count';
import { landmarkOf, landmarksSql, pageSql } from '#server/resources/read/list-page';
import { whereSql } from '#server/resources/read/list-source';
import { changeSet } from '#sections/change-set/change-set.resource.ts';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const timeline = resourceEndpoints(changeSet);
const SETS = EXACT_COUNT_ROWS + 505;
const LIMIT = 20;
const FIRST_AT = 1_700_000_000;
const EVERY_SECONDS = 600;
/** The time zone of a new site. */
const SHANGHAI_SECONDS = 8 * 3600;

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** A list of numbers, of which the oldest may have gone. */
const listed = (oldest: number, from: number, to: number) =>
  sql`select n as id from generate_series(${Math.max(oldest, from + 1)}::bigint, ${to}::bigint) as n`;
/** A landmark of it, as long as all are there. */
const at = (place: number): Landmark => ({ id: place, place });

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const text = (seconds: number): string => new Date((seconds + SHANGHAI_SECONDS) * 1000).toISOString().slice(0, 19).replace('T', ' ');

describe.each(testDatabaseKinds)('pages of a long timeline on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let ids: number[];

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
    await sql`insert into change_set (at, actor_type, actor_id, actor_name, resource, action, source, records, title)
      select ${FIRST_AT} + n * ${EVERY_SECONDS}, 'admin', 1, 'admin', 'goods', 'edit', 'form', 1, 'record ' || n from generate_series(1, ${SETS}) as n`.execute(
      server.database.kysely,
    );
    await sql`analyze change_set`.execute(server.database.kysely);
    const rows = await server.database.kysely.selectFrom('change_set').select('id').orderBy('id', 'desc').execute();
    ids = rows.map(({ id }) => id);
  });
  afterAll(() => server.close());

  const page = (number: number, more: object = {}) => server.call(timeline.list, { page: number, limit: LIMIT, ...more }, { token });
  const idsOf = async (number: number): Promise<number[]> => ((await page(number)).list ?? []).map((row) => Number(row['id']));

  it('hold the same rows wherever they are read from', async () => {
    const last = Math.ceil(SETS / LIMIT);
    // The first of them counts; from then on the end of the list may be nearer.
    for (const number of [1, 2, 100, 101, 102, 300, 400, last - 1, last, last + 1])
      expect({ number, ids: await idsOf(number) }).toEqual({ number, ids: ids.slice((number - 1) * LIMIT, number * LIMIT) });
    expect((await page(last)).total).toBe(SETS);
  });

  it('in the middle are found by a short walk, and stay where they are when others come', async () => {
    const isShort = async (landmark?: { readonly id: number; readonly place: number }) => {
      const columns = columnsOf(changeSet);
      const context = { resource: changeSet, columns } as unknown as ResourceContext;
      const query = timeline.list.input.parse({});
      const offset = 5000;
      const plan = await sql<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>`explain (analyze, format json) ${pageSql(
        context,
        query,
        {
          columns: columns.readable,
          where: sql`true`,
          titlesIn: null,
          limit: LIMIT,
          offset,
          largeTotal: SETS,
          landmark,
        },
      )}`.execute(server.database.kysely);
      const nodes = plan.rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: one }) => nodesOf(one)));
      return Math.max(...nodes.map((node) => node['Actual Rows'])) <= MANY_ROWS + LIMIT;
    };
    const { rows: landmarks } = await landmarksSql(sql`select id from change_set`).execute(server.database.kysely);
    expect(landmarks.map(({ place }) => place)).toEqual([2000, 4000, 6000, 8000, 10_000]);
    expect(await isShort(landmarkOf(landmarks, { largeTotal: SETS, offset: 5000 }))).toBe(true);
    expect(await isShort()).toBe(false);
    await sql`insert into change_set (at, actor_type, actor_id, actor_name, resource, action, source, records, title)
      select ${FIRST_AT + SETS * EVERY_SECONDS}, 'admin', 1, 'admin', 'goods', 'edit', 'form', 1, 'new' from generate_series(1, 7)`.execute(
      server.database.kysely,
    );
    server.clock.advanceSeconds(61);
    expect((await page(1)).total).toBe(SETS + 7);
    const rows = await server.database.kysely.selectFrom('change_set').select('id').orderBy('id', 'desc').execute();
    ids = rows.map(({ id }) => id);
    for (const number of [150, 250, 401]) expect(await idsOf(number)).toEqual(ids.slice((number - 1) * LIMIT, number * LIMIT));
    await sql`set troupe.retention = 'on'`.execute(server.database.kysely);
    await sql`delete from change_set where title = 'new'`.execute(server.database.kysely);
    ids = ids.slice(7);
  });

  /** A list of numbers, and what is looked for when a page at some place, counted from the oldest, is asked for. */
  function listOf(newest: number) {
    const list = { oldest: 1, newest, nowMs: 0 };
    const memory = createCountMemory(() => list.nowMs);
    const { kysely } = server.database;
    const count = () =>
      memory.count(
        listed(list.oldest, 0, list.newest),
        'all',
        async (query) => (await query.execute(kysely)).rows[0]?.total ?? Number.NaN,
        { newest: () => Promise.resolve(list.newest), between: (from, to) => listed(list.oldest, from, to) },
      );
    const inDatabase = async (last?: Landmark) => (await landmarksSql(listed(list.oldest, 0, list.newest), last).execute(kysely)).rows;
    const look = async (place: number, find = inDatabase) => {
      const sought: (Landmark | undefined)[] = [];
      const landmarks = await memory.landmarks('all', place, (last) => {
        sought.push(last);
        return find(last);
      });
      return { sought, count: landmarks.length, first: landmarks[0], last: landmarks.at(-1) };
    };
    return { list, count, look };
  }

  describe('have landmarks', () => {
    it('that are looked for once: then behind the last of them, and anew when what stands before it is no longer what it was', async () => {
      const { list, count, look } = listOf(50_000);
      /** An hour is over after each: all is counted again. */
      const lookIn = async (newest: number, place: number) => {
        list.newest = newest;
        const total = await count();
        const found = await look(place);
        list.nowMs += WHOLE_COUNT_MS;
        return { total, ...found };
      };
      const known = { count: 25, first: at(2000), last: at(50_000) };
      expect(await lookIn(50_000, 25_000)).toEqual({ total: 50_000, sought: [undefined], ...known });
      expect(await lookIn(50_000, 25_000)).toEqual({ total: 50_000, sought: [], ...known });
      expect(await lookIn(69_999, 50_001)).toEqual({ total: 69_999, sought: [], ...known });
      list.nowMs += COUNT_MEMORY_MS;
      expect(await lookIn(70_001, 50_001)).toEqual({
        total: 70_001,
        sought: [at(50_000)],
        count: 35,
        first: at(2000),
        last: at(70_000),
      });
      list.oldest = 11;
      expect(await lookIn(70_001, 40_000)).toEqual({
        total: 69_991,
        sought: [undefined],
        count: 34,
        first: { id: 2010, place: 2000 },
        last: { id: 68_010, place: 68_000 },
      });
    });

    it('of which no more are looked for than a page needs, a portion at a time, by one of those that ask together', async () => {
      const portion = LANDMARK_PORTION * MANY_ROWS;
      const { rows } = await landmarksSql(listed(1, 0, 20_000), at(4000), 3).execute(server.database.kysely);
      expect(rows).toEqual([at(6000), at(8000), at(10_000)]);
      const next = ({ place } = at(0)) =>
        Promise.resolve(Array.from({ length: LANDMARK_PORTION }, (_, step) => at(place + (step + 1) * MANY_ROWS)));
      const { count, look } = listOf(300_000);
      await count();
      const none = { sought: [], count: 0, first: undefined, last: undefined };
      // What is near an end is found from there.
      expect([await look(19_999, next), await look(280_001, next)]).toEqual([none, none]);
      const both = await Promise.all([look(100_000, next), look(100_000, next)]);
      const known = { count: 2 * LANDMARK_PORTION, first: at(MANY_ROWS), last: at(2 * portion) };
      expect(both.map(({ count: found, first, last }) => ({ count: found, first, last }))).toEqual([known, known]);
      expect(both.flatMap(({ sought }) => sought)).toEqual([undefined, at(portion)]);
      expect((await look(portion, next)).sought).toEqual([]);
    });
  });

  it('of a day are found by their time, not on the way from the newest', async () => {
    const day = 86_400;
    const from = FIRST_AT + Math.floor(SETS / 2) * EVERY_SECONDS;
    const search = [{ field: 'at', operator: 'RANGE' as const, val: `${text(from)},${text(from + day - 1)}`, render: 'datetime' }];
    const { list = [], total } = await page(1, { search });
    const inDay = ids.slice(-Math.floor(SETS / 2) - day / EVERY_SECONDS + 1).slice(0, LIMIT);
    expect({ total, ids: list.map((row) => Number(row['id'])) }).toEqual({ total: day / EVERY_SECONDS, ids: inDay });
    const columns = columnsOf(changeSet);
    const context = { resource: changeSet, columns } as unknown as ResourceContext;
    const query = timeline.list.input.parse({ search });
    const where = whereSql(context, query, sql`true`, {
      language: 'zh-cn',
      titlesIn: null,
      timeZone: 'Asia/Shanghai',
      today: '2026-01-15',
    });
    const plan = await sql<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>`explain (analyze, format json) ${pageSql(context, query, {
      columns: columns.readable,
      where,
      titlesIn: null,
      limit: LIMIT,
      offset: 0,
      largeTotal: 0,
    })}`.execute(server.database.kysely);
    const nodes = plan.rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: one }) => nodesOf(one)));
    expect(nodes.reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0)).toBe(0);
    expect(Math.max(...nodes.map((node) => node['Actual Rows']))).toBeLessThanOrEqual(day / EVERY_SECONDS);
  });
});
