import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { eventEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { decidingPart } from '#domain/life/deciding';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { guardLives, noteLife } from '#server/db/sections/guard-lives';
import { holdLife } from '#server/db/sections/life-hash';
import { armTimers } from '#server/db/sections/life-timers';
import { keepTimes } from '#server/boot/upkeep/keep-times';
import { runTimers } from '#server/resources/write/run-timers';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

/** What a former version of the program has as the life of a section. */
const formerLife: Life = {
  field: 'state',
  chart: {
    id: 'poster',
    initial: 'draft',
    states: { draft: { on: { hang: 'up' }, after: { begins: 'up' } }, up: { on: { revise: 'draft' } } },
  },
  events: { hang: { right: 'edit', label: { en: 'Hang' } }, revise: { right: 'edit' } },
  conditions: { named: { field: 'title', is: 'filled', says: 'life.named' } },
  delays: { begins: { field: 'begins' } },
  effects: { tell: { notify: 'owner', title: { en: 'It hangs' } } },
};

/** The next version has one more state, and a time in which it is entered. */
const nextLife: Life = {
  ...formerLife,
  chart: {
    ...formerLife.chart,
    states: {
      draft: { on: { hang: 'up' }, after: { begins: 'up', stale: 'old' } },
      up: { on: { revise: 'draft' } },
      old: { on: { revise: 'draft' } },
    },
  },
  delays: { begins: { field: 'begins' }, stale: { seconds: 86_400 } },
};

const poster = (life: Life): Resource => ({
  name: 'poster',
  controller: 'lab.Poster',
  table: 'lab_poster',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': '海报', en: 'Poster' },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    begins: { kind: 'dateTime' },
    state: { kind: 'select', options: Object.keys(nextLife.chart.states), initial: 'draft' },
  },
  life,
});

/** One that counts no time at all. */
const calmLife: Life = {
  ...formerLife,
  chart: { ...formerLife.chart, states: { draft: { on: { hang: 'up' } }, up: { on: { revise: 'draft' } } } },
  delays: {},
};

const FORMER = poster(formerLife);
const CALM = poster(calmLife);
const NEXT = poster(nextLife);
const { add } = resourceEndpoints(FORMER);
const MINUTE = 60;

describe.each(dealtKinds())('two versions with different lives of a section, on %s', (kind) => {
  let server: TestServer;
  let token: string;

  beforeEach(async () => {
    await server?.close();
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: [FORMER],
      prepare: async (database) => {
        await createResourceTable(database, FORMER);
        await database.transaction((trx) => guardLives(trx, [FORMER], { isShared: true, version: '1.0.0' }));
      },
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const begin = (resource: Resource, version: string, isShared = true) =>
    server.database.transaction((trx) => guardLives(trx, [resource], { isShared, version }));
  const contextsWith = (resource: Resource) => () =>
    server.app.resources.all().map(({ context }) => (context.resource.name === 'poster' ? { ...context, resource } : context));
  const now = () => Math.floor(server.clock.nowMs() / 1000);
  const make = async (row: object = {}) => (await server.call(add, { title: 'Tea', ...row }, { token }))!.id;
  const timers = async () => {
    const { rows } = await sql<{ record_id: number; name: string; state: string; due_at: number | null; waits: unknown; tries: number }>`
      select record_id, name, state, due_at, waits, tries from life_timer where resource = 'poster' order by record_id, name`.execute(
      server.database.kysely,
    );
    return rows.map((row) => ({ ...row, due_at: row.due_at === null ? null : row.due_at - TEST_START_SECONDS }));
  };
  const revisions = async () => {
    const { rows } = await sql<{
      program: string;
      states: number;
    }>`select program, (select count(*)::integer from jsonb_object_keys(life -> 'chart' -> 'states')) as states from life_revision where resource = 'poster' order by revision`.execute(
      server.database.kysely,
    );
    return rows.map(({ program, states }) => `${program} ${states}`);
  };
  const stateOf = async (id: number) =>
    (await sql<{ state: string }>`select state from lab_poster where id = ${id}`.execute(server.database.kysely)).rows[0]?.state;

  it('gives way to one that comes later under the same version', async () => {
    await begin(CALM, '1.0.0');
    const { rows } = await sql`select life -> 'delays' as delays from life_revision where resource = 'poster' order by revision`.execute(
      server.database.kysely,
    );
    expect(rows).toEqual([{ delays: formerLife.delays }, { delays: {} }]);
  });

  it('leaves what is due to a process whose life it is, where somebody has published another, and holds nobody up', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 52; count += 1) ids.push(await make({ begins: now() + MINUTE }));
    await server.database.transaction((trx) => noteLife(trx, NEXT, { origin: 'designed', adminId: 1 }));
    server.clock.advanceSeconds(MINUTE);
    const before = await timers();
    expect(before.map(({ due_at: due, waits, tries }) => [due, waits, tries])).toEqual(ids.map(() => [MINUTE, null, 0]));
    expect(await runTimers(server.ports, contextsWith(FORMER))).toBe(0);
    expect(await timers()).toEqual(before);
    expect(await runTimers(server.ports, contextsWith(NEXT))).toBe(52);
    expect(await Promise.all(ids.map(stateOf))).toEqual(ids.map(() => 'up'));
  });

  it('go on beside each other where the next one has begun, and times that only that one counts are set by it', async () => {
    await make();
    await begin(NEXT, '2.0.0');
    const id = await make({ begins: now() + MINUTE });
    const [stale, begins] = [{ state: 'draft', waits: null, tries: 0 }, MINUTE];
    const newest = (await timers()).filter(({ record_id: of }) => of === id);
    expect(newest).toEqual([
      { ...stale, record_id: id, name: 'begins', due_at: begins },
      { ...stale, record_id: id, name: 'look again', state: '', due_at: 1 },
    ]);
    server.clock.advanceSeconds(1);
    expect(await runTimers(server.ports, contextsWith(FORMER))).toBe(0);
    expect(await runTimers(server.ports, contextsWith(NEXT))).toBe(1);
    expect((await timers()).filter(({ record_id: of }) => of === id)).toEqual([
      { ...stale, record_id: id, name: 'begins', due_at: begins },
      { ...stale, record_id: id, name: 'stale', due_at: 86_400 },
    ]);
    server.clock.advanceSeconds(MINUTE);
    await runTimers(server.ports, contextsWith(FORMER));
    expect(await stateOf(id)).toBe('up');
  });

  it('put off a record whose times cannot be set, and set those of all others', async () => {
    await begin(NEXT, '2.0.0');
    const [faulty, sound] = [await make(), await make()];
    await sql`alter table life_timer add constraint faulty check (record_id <> ${sql.lit(faulty)} or name <> 'stale')`.execute(
      server.database.kysely,
    );
    server.clock.advanceSeconds(1);
    const stale = { name: 'stale', state: 'draft', due_at: 86_400, waits: null, tries: 0 };
    const again = { record_id: faulty, name: 'look again', state: '', due_at: 1 + MINUTE, waits: null, tries: 1 };
    expect(await runTimers(server.ports, contextsWith(NEXT))).toBe(2);
    expect(await timers()).toEqual([again, { ...stale, record_id: sound }]);
    await sql`alter table life_timer drop constraint faulty`.execute(server.database.kysely);
    server.clock.advanceSeconds(MINUTE);
    expect(await runTimers(server.ports, contextsWith(NEXT))).toBe(1);
    expect(await timers()).toEqual([faulty, sound].map((id) => ({ ...stale, record_id: id })));
  });

  it('leave no times behind where the newer one counts none', async () => {
    await begin(CALM, '2.0.0');
    await make({ begins: now() + MINUTE });
    expect((await timers()).map(({ name }) => name)).toEqual(['begins', 'look again']);
    server.clock.advanceSeconds(1);
    const [context] = contextsWith(CALM)().filter(({ resource }) => resource.name === 'poster');
    const kept = keepTimes(server.ports, { all: () => [{ resource: CALM, context }] as never }, 10);
    await expect.poll(timers).toEqual([]);
    await kept.stop();
  });

  it.runIf(kind === 'postgresql')('wait for each other where the newer one begins while the older writes', async () => {
    const id = await make();
    const [isHeld, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = server.database.transaction(async (trx) => {
      await holdLife(trx, FORMER);
      await sql`select from lab_poster where id = ${id} for update`.execute(trx);
      isHeld.resolve();
      await isOver.promise;
      await sql`update lab_poster set begins = ${now() + MINUTE} where id = ${id}`.execute(trx);
      await armTimers(trx, { ...FORMER, life: formerLife }, [id], now());
    });
    await isHeld.promise;
    let hasBegun = false;
    const beginning = begin(NEXT, '2.0.0').finally(() => (hasBegun = true));
    const waiting = async () =>
      (
        await sql<{ count: number }>`select count(*)::integer as count from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(server.database.kysely)
      ).rows[0]?.count;
    await expect.poll(async () => hasBegun || (await waiting()) === 1).toBe(true);
    isOver.resolve();
    await Promise.all([writing, beginning]);
    expect((await timers()).map(({ name, due_at: due }) => [name, due])).toEqual([
      ['begins', MINUTE],
      ['stale', 86_400],
    ]);
    expect(await revisions()).toEqual(['1.0.0 2', '2.0.0 3']);
  });

  it('keep the newer life where the older version is started again, by its number or because it was there before', async () => {
    await begin(NEXT, '2.0.0');
    await begin(FORMER, '1.0.0');
    expect(await revisions()).toEqual(['1.0.0 2', '2.0.0 3']);
    const repaired = poster({ ...formerLife, delays: { begins: { field: 'begins', late: 'skip' } } });
    // One that was never there goes beneath the newer one, so that it can write.
    await begin(repaired, '1.0.1');
    expect(await revisions()).toEqual(['1.0.0 2', '2.0.0 3', '1.0.1 2', '2.0.0 3']);
    await begin(FORMER, '2.0.0');
    expect(await revisions()).toEqual(['1.0.0 2', '2.0.0 3', '1.0.1 2', '2.0.0 3']);
    expect(await make()).toBeGreaterThan(0);
    // A later version that has the former life again is no older one, nor is anybody beside the only process of an embedded database.
    await begin(FORMER, '3.0.0');
    expect((await revisions()).at(-1)).toBe('3.0.0 2');
    await begin(NEXT, '2.0.0', false);
    expect((await revisions()).at(-1)).toBe('2.0.0 3');
  });

  it('do not write by a life whose states the newer one has not, nor by one after which somebody has published another', async () => {
    const id = await make();
    const hang = eventEndpoint(FORMER, 'hang', formerLife.events['hang']!);
    const { up: _up, ...states } = nextLife.chart.states;
    const narrower: Life = {
      ...nextLife,
      chart: { ...nextLife.chart, states: { ...states, draft: {}, old: { on: {} } } },
    };
    await begin(poster(narrower), '2.0.0');
    await expect(server.call(hang, { ids: [id] }, { token })).rejects.toMatchObject({
      failure: { message: 'The lifecycle of these records has just been changed. Load them again and try once more.' },
    });
    await begin(FORMER, '1.0.0');
    await server.call(hang, { ids: [id] }, { token });
    expect(await stateOf(id)).toBe('up');
    await server.database.transaction((trx) => noteLife(trx, NEXT, { origin: 'shipped', adminId: 1 }));
    await expect(make()).rejects.toMatchObject({ failure: { kind: 'rejected' } });
  });

  it('have one life where they differ in words alone', async () => {
    await begin(
      poster({
        ...formerLife,
        events: { ...formerLife.events, hang: { right: 'edit', label: { en: 'Put up' } } },
        conditions: { named: { field: 'title', is: 'filled', says: 'life.other' } },
        effects: { tell: { notify: 'owner', title: { en: 'It is up' }, text: { en: 'Since today.' } } },
      }),
      '2.0.0',
    );
    expect(await revisions()).toEqual(['1.0.0 2']);
    expect(await make()).toBeGreaterThan(0);
  });
});

describe('what of a life decides', () => {
  it('is all but its words', () => {
    expect(decidingPart(formerLife)).toEqual({
      ...formerLife,
      events: { hang: { right: 'edit' }, revise: { right: 'edit' } },
      conditions: { named: { field: 'title', is: 'filled' } },
      effects: { tell: { notify: 'owner' } },
    });
    const says = { field: 'title', is: 'filled', says: 'life.named' } as const;
    const plain = { field: 'title', is: 'filled' };
    const nested: Life = {
      ...formerLife,
      conditions: { title: { all: [says, { any: [{ not: says }, { name: 'named' }] }] } },
      effects: { said: { comment: { en: 'Gone' } }, set: { set: 'title', to: { value: 'text' } } },
    };
    expect(decidingPart(nested)).toMatchObject({
      conditions: { title: { all: [plain, { any: [{ not: plain }, { name: 'named' }] }] } },
      effects: { said: { comment: true }, set: { set: 'title', to: { value: 'text' } } },
    });
    expect(decidingPart({ field: 'state', chart: formerLife.chart } as Life)).toEqual({
      field: 'state',
      chart: formerLife.chart,
      events: {},
      conditions: {},
      effects: {},
    });
  });
});
