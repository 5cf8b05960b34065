import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boardEndpoint, eventEndpoint, lifeEndpoint, offersEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { guardLives } from '#server/db/sections/guard-lives';
import { countStatements } from '#tests/support/databases/count-statements.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { refusalOf } from '#tests/support/refusals.ts';

/** Boxes close when their shelf is open and two lids name them. */
const life: Life = {
  field: 'state',
  chart: {
    id: 'box',
    initial: 'open',
    states: { open: { on: { close: { target: 'closed', guard: 'ready' } } }, closed: { on: { unlock: 'open' } } },
  },
  events: { close: { right: 'edit' }, unlock: { right: 'edit' } },
  conditions: {
    ready: {
      all: [
        { of: 'shelfId', its: 'isFree', is: 'eq', value: true },
        { referring: 'lid', by: 'boxId', is: 'egt', value: 2 },
      ],
    },
  },
  delays: {},
  effects: {},
};

const named = (name: string, fields: Resource['fields'], more: Partial<Resource> = {}): Resource => ({
  name,
  controller: `lab.${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  table: `lab_${name}`,
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': name, en: name },
  fields: { id: { kind: 'id' }, title: { kind: 'string', maxLength: 50 }, ...fields },
  ...more,
});

const shelf = named('shelf', { isFree: { kind: 'switch', initial: true } }, { dataLimit: { rule: 'personal', ownerColumn: 'admin_id' } });
const box = named(
  'box',
  { shelfId: { kind: 'remoteSelect', of: 'shelf' }, state: { kind: 'select', options: ['open', 'closed'], initial: 'open' } },
  { life },
);
const lid = named('lid', { boxId: { kind: 'remoteSelect', of: 'box' } });
const all = [shelf, box, lid];

const nodes = all.flatMap(({ name }) => ['index', 'edit', 'add'].map((right) => `lab/${name}/${right}`));

describe.each(dealtKinds())('conditions over other records on %s', (kind) => {
  let server: TestServer;
  let [boss, clerk] = ['', ''];
  const add = async (one: Resource, row: object): Promise<number> =>
    (await server.call(resourceEndpoints(one).add, { title: 'x', ...row }, { token: boss }))!.id;
  const close = (id: number, token = boss) => server.call(eventEndpoint(box, 'close', life.events['close']!), { ids: [id] }, { token });
  const reasonsOf = async (id: number, token = boss) =>
    (await server.call(lifeEndpoint(box), { id }, { token })).offers[0]!.unmet.map(({ field, message }) => [
      field,
      message.replace(/^[^:]*: /u, ''),
    ]);
  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: all,
      prepare: async (database) => {
        for (const one of all) await createResourceTable(database, one);
        await database.transaction((trx) => guardLives(trx, all));
        for (const name of nodes)
          await sql`insert into admin_rule (pid, type, title, name, status, create_time, update_time)
            values (0, 'button', ${name}, ${name}, '1', 0, 0)`.execute(database.kysely);
      },
    });
    ({ token: boss } = await server.signIn());
    ({ token: clerk } = await server.addAdmin('clerk', nodes));
  });
  afterAll(() => server.close());

  it('hold as those records say, and tell none of their values', async () => {
    const [free, taken] = [await add(shelf, { is_free: true }), await add(shelf, { is_free: false })];
    const id = await add(box, { shelf_id: taken });
    const notThere = ['shelf_id', 'The record that is chosen here does not allow it'];
    const tooFew = [null, 'At least 2 records must link to it'];
    expect(await reasonsOf(id)).toEqual([notThere, tooFew]);
    expect(await refusalOf(close(id))).toEqual({ shelf_id: notThere[1] });
    await server.call(resourceEndpoints(box).save, { id, shelf_id: free }, { token: boss });
    await add(lid, { box_id: id });
    expect(await reasonsOf(id)).toEqual([tooFew]);
    expect(await refusalOf(close(id))).toBe(tooFew[1]);
    await add(lid, { box_id: id });
    expect(await reasonsOf(id)).toEqual([]);
    // The shelf is somebody else's: to the clerk it is as if there were none.
    expect(await reasonsOf(id, clerk)).toEqual([notThere]);
    expect(await refusalOf(close(id, clerk))).toEqual({ shelf_id: notThere[1] });
    await close(id);
  });

  it('hold nothing of a record that is not chosen', async () => {
    const id = await add(box, {});
    expect((await reasonsOf(id))[0]?.[0]).toBe('shelf_id');
  });
});

/** Crates are looked at by another person than who packed them, a minute after they came where they are, and below the shelf that they name. */
const crateLife: Life = {
  field: 'state',
  chart: {
    id: 'crate',
    initial: 'open',
    states: {
      open: { on: { pack: 'packed', wait: { target: 'open', guard: 'rested' } } },
      packed: { on: { look: { target: 'open', guard: 'all' }, unpack: 'open' } },
    },
  },
  events: { pack: { right: 'edit' }, wait: { right: 'edit' }, look: { right: 'edit' }, unpack: { right: 'edit' } },
  conditions: {
    rested: { inStateSeconds: 60 },
    all: {
      all: [
        { name: 'rested' },
        { notWhoSent: 'pack' },
        { of: 'shelfId', its: 'isFree', is: 'eq', value: true },
        { referring: 'tag', by: 'crateId', is: 'egt', value: 1 },
      ],
    },
  },
  delays: {},
  effects: {},
};
const rack = named('rack', { isFree: { kind: 'switch', initial: true } });
const crate = named(
  'crate',
  { shelfId: { kind: 'remoteSelect', of: 'rack' }, state: { kind: 'select', options: ['open', 'packed'], initial: 'open' } },
  { life: crateLife },
);
const tag = named('tag', { crateId: { kind: 'remoteSelect', of: 'crate' } });
const crates = [rack, crate, tag];
const crateNodes = crates.flatMap(({ name }) => ['index', 'edit', 'add'].map((right) => `lab/${name}/${right}`));

describe.each(dealtKinds())('what may be done with many records on %s', (kind) => {
  let server: TestServer;
  let [boss, clerk] = ['', ''];
  const counted = countStatements();
  const add = async (one: Resource, row: object): Promise<number> =>
    (await server.call(resourceEndpoints(one).add, { title: 'x', ...row }, { token: boss }))!.id;
  const send = (event: string, ids: readonly number[], token: string) =>
    server.call(eventEndpoint(crate, event, crateLife.events[event]!), { ids: [...ids] }, { token });
  const alone = async (id: number, token: string) => (await server.call(lifeEndpoint(crate), { id }, { token })).offers;

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: crates,
      wrap: (database) => ({ ...database, kysely: database.kysely.withPlugin(counted.plugin) }),
      prepare: async (database) => {
        for (const one of crates) await createResourceTable(database, one);
        await database.transaction((trx) => guardLives(trx, crates));
        for (const name of crateNodes)
          await sql`insert into admin_rule (pid, type, title, name, status, create_time, update_time)
            values (0, 'button', ${name}, ${name}, '1', 0, 0)`.execute(database.kysely);
      },
    });
    ({ token: boss } = await server.signIn());
    ({ token: clerk } = await server.addAdmin('clerk', crateNodes));
  });
  afterAll(() => server.close());

  it('is told of each by what is its own, and costs no more statements than one does', async () => {
    const [free, taken] = [await add(rack, { is_free: true }), await add(rack, { is_free: false })];
    const [good, mine, full, bare, none] = [
      await add(crate, { shelf_id: free }),
      await add(crate, { shelf_id: free }),
      await add(crate, { shelf_id: taken }),
      await add(crate, { shelf_id: free }),
      await add(crate, {}),
    ];
    for (const id of [good, good, mine, full, none]) await add(tag, { crate_id: id });
    await send('pack', [good, full, bare, none], clerk);
    await send('pack', [mine], boss);
    server.clock.advanceSeconds(60);
    const late = await add(crate, { shelf_id: free });
    await add(tag, { crate_id: late });
    await send('pack', [late], clerk);
    const ids = [good, mine, full, bare, none, late];
    const ask = (some: readonly number[]) => counted.during(() => server.call(offersEndpoint(crate), { ids: [...some] }, { token: boss }));
    const one = await ask([good]);
    const { result, statements } = await ask(ids);
    expect(statements).toBe(one.statements);
    const unmet = result.records.map(({ id, offers }) => [id, offers.find(({ event }) => event === 'look')?.unmet.length]);
    expect(unmet).toEqual([
      [good, 0],
      [mine, 1],
      [full, 1],
      [bare, 1],
      [none, 1],
      [late, 1],
    ]);
    for (const { id, offers } of result.records) expect(offers).toEqual(await alone(id, boss));
    const ofBoard = await counted.during(() => server.call(boardEndpoint(crate), {}, { token: boss }));
    const cards = ofBoard.result.columns.flatMap((column) => column.cards);
    expect(cards.map(({ id }) => id)).toEqual(ids.toReversed());
    for (const { id, offers } of cards) expect(offers).toEqual(result.records.find((record) => record.id === id)?.offers);
    // How many there are of each state, and the cards of all columns, where offers read their records.
    expect(ofBoard.statements).toBe(statements + 1);
  });

  it('counts the time of a record to which nothing was sent from where it came into being', async () => {
    const id = await add(crate, {});
    const reasons = async () => (await alone(id, boss)).find(({ event }) => event === 'wait')?.unmet.length;
    expect(await reasons()).toBe(1);
    server.clock.advanceSeconds(59);
    expect(await reasons()).toBe(1);
    server.clock.advanceSeconds(1);
    expect(await reasons()).toBe(0);
    await send('wait', [id], boss);
    // It has stayed where it is.
    expect(await reasons()).toBe(0);
  });
});
