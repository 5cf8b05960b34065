import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventEndpoint, lifeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { FailureError } from '#domain/base/failure';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { guardLives } from '#server/db/sections/guard-lives';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

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

const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') throw new Error(`accepted, or broken: ${String(error)}`);
  return error.failure.fields ?? error.failure.message;
};

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
    const tooFew = [null, 'At least 2 records have to name it'];
    expect(await reasonsOf(id)).toEqual([notThere, tooFew]);
    expect(await refusal(close(id))).toEqual({ shelf_id: notThere[1] });
    await server.call(resourceEndpoints(box).save, { id, shelf_id: free }, { token: boss });
    await add(lid, { box_id: id });
    expect(await reasonsOf(id)).toEqual([tooFew]);
    expect(await refusal(close(id))).toBe(tooFew[1]);
    await add(lid, { box_id: id });
    expect(await reasonsOf(id)).toEqual([]);
    // The shelf is somebody else's: to the clerk it is as if there were none.
    expect(await reasonsOf(id, clerk)).toEqual([notThere]);
    expect(await refusal(close(id, clerk))).toEqual({ shelf_id: notThere[1] });
    await close(id);
  });

  it('hold nothing of a record that is not chosen', async () => {
    const id = await add(box, {});
    expect((await reasonsOf(id))[0]?.[0]).toBe('shelf_id');
  });
});
