import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventEndpoint, lifeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { FailureError } from '#domain/base/failure';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsLife } from '#sections/goods/goods.life.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const { add, save, read, remove, list } = resourceEndpoints(goods);
const { saveMany, importRows, undo } = resourceWriteEndpoints(goods);
const events = Object.fromEntries(Object.entries(goodsLife.events).map(([name, event]) => [name, eventEndpoint(goods, name, event)]));
const life = lifeEndpoint(goods);

const BARE = { title: 'Tea', category_id: 1, price: '1.00', stock: 1, status: 'draft' };
const WHOLE = { ...BARE, images: ['/static/images/avatar.png'] };

const refusalOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') throw new Error(`accepted, or broken: ${String(error)}`);
  return { message: error.failure.message, fields: error.failure.fields };
};

describe.each(dealtKinds())('the life of goods on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const send = (event: string, ids: readonly number[], more: object = {}) => call(events[event]!, { ids: [...ids], ...more });
  const make = async (row: object = WHOLE): Promise<number> => (await call(add, { ...row }))?.id ?? 0;
  const stateOf = async (id: number): Promise<unknown> => (await call(read, { id })).row['status'];
  const stepsOf = async (id: number) => {
    const { rows } = await sql<{ kind: string; event: string | null; from_state: string | null; to_state: string | null }>`
      select kind, event, from_state, to_state from life_step where resource = 'goods' and record_id = ${id} order by id`.execute(
      server.database.kysely,
    );
    return rows.map(({ kind: one, event, from_state: from, to_state: to }) => [one, event, from, to].map((part) => part ?? '-').join(' '));
  };

  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('begins with what was there', async () => {
    const { rows } = await sql<{ id: number; status: string }>`select id, status from goods order by id limit 1`.execute(
      server.database.kysely,
    );
    expect(await stepsOf(rows[0]!.id)).toEqual([`found - - ${rows[0]!.status}`]);
    const lost =
      await sql`select 1 from goods where not exists (select from life_step where resource = 'goods' and record_id = goods.id)`.execute(
        server.database.kysely,
      );
    expect(lost.rows).toEqual([]);
  });

  it('goes every way that its chart has, by its calls and by saves of another status', async () => {
    const ways = ['publish on', 'takeOff off', 'publish on', 'revise draft', 'takeOff off', 'revise draft'].map((way) => way.split(' '));
    const [sent, saved] = [await make(), await make()];
    for (const [event, state] of ways) {
      expect(await send(event!, [sent])).toEqual({ count: 1, change: expect.any(Number) });
      await call(save, { id: saved, status: state });
      expect([await stateOf(sent), await stateOf(saved)]).toEqual([state, state]);
    }
    const steps = [
      'created - - draft',
      'event publish draft on',
      'event takeOff on off',
      'event publish off on',
      'event revise on draft',
      'event takeOff draft off',
      'event revise off draft',
    ];
    expect(await stepsOf(sent)).toEqual(steps);
    expect(await stepsOf(saved)).toEqual(steps);
  });

  it('says at the fields why an event is refused, and changes nothing', async () => {
    const id = await make(BARE);
    const refusal = { message: expect.any(String), fields: { images: 'Goods on sale need at least one picture' } };
    expect(await refusalOf(send('publish', [id]))).toEqual(refusal);
    expect(await refusalOf(call(save, { id, status: 'on' }))).toEqual(refusal);
    expect(await refusalOf(call(add, { ...BARE, status: 'on' }))).toEqual(refusal);
    expect(await stepsOf(id)).toEqual(['created - - draft']);
    // With what was missing the same save goes.
    await call(save, { id, status: 'on', images: ['/static/images/avatar.png'] });
    expect(await refusalOf(call(save, { id, images: [] }))).toEqual(refusal);
    expect((await refusalOf(send('publish', [id]))).message).toBe('Put on sale: already done. It is On sale.');
    await send('revise', [id]);
    expect((await refusalOf(send('revise', [id]))).message).toBe('Back to draft: already done. It is Draft.');
  });

  it('tells where a record stands and what may be done, as it then happens', async () => {
    const id = await make(BARE);
    await send('takeOff', [id], { comment: 'out of season' });
    const told = await call(life, { id });
    expect(told).toMatchObject({ state: 'off', label: 'Off sale', version: 2 });
    expect(told.offers).toEqual([
      {
        event: 'publish',
        label: 'Put on sale',
        to: ['on'],
        asks: { comment: null, fields: [] },
        second: null,
        unmet: [{ field: 'images', message: 'Pictures: Goods on sale need at least one picture' }],
      },
      { event: 'revise', label: 'Back to draft', to: ['draft'], asks: { comment: null, fields: [] }, second: null, unmet: [] },
    ]);
    expect(told.chart.states.map(({ label }) => label)).toEqual(['Draft', 'On sale', 'Off sale']);
    expect(told.chart.ways.map(({ from, name, to }) => [from, name, to].join(' '))).toEqual([
      'draft publish on',
      'draft takeOff off',
      'draft publishTime on',
      'on takeOff off',
      'on revise draft',
      'on endTime off',
      'off publish on',
      'off revise draft',
    ]);
    expect(told.steps.map(({ kind: one, label, to, by, comment }) => [one, label, to, by, comment])).toEqual([
      ['event', 'Take off sale', 'off', 'admin', 'out of season'],
      ['created', '', 'draft', 'admin', ''],
    ]);
    expect((await refusalOf(call(life, { id: 999_999 }))).message).toBe('The record does not exist, or you may not use it.');
    expect((await refusalOf(send('publish', [999_999]))).message).toBe('The record does not exist, or you may not use it.');
  });

  it('takes many records or none, also in a bulk change and an import', async () => {
    const [bare, whole, other] = [await make(BARE), await make(), await make()];
    expect((await refusalOf(send('publish', [bare, whole]))).message).toBe(
      'Some records cannot take these values (1), so none was changed.',
    );
    expect(await stepsOf(whole)).toEqual(['created - - draft']);
    expect(await send('publish', [whole, other])).toMatchObject({ count: 2 });
    await call(saveMany, { ids: [whole, other], values: { status: 'off' } });
    expect((await stepsOf(other)).slice(1)).toEqual(['event publish draft on', 'event takeOff on off']);
    const columns = ['title', 'category_id', 'price', 'stock', 'status'];
    await call(importRows, { columns, rows: [['Brought', '1', '1.00', '1', 'off']], isDryRun: false });
    const [brought] = (await call(list, { quickSearch: 'Brought' })).list ?? [];
    expect(await stepsOf(Number(brought?.['id']))).toEqual(['created - - draft', 'event takeOff draft off']);
  });

  it('goes back with an undo, ends with a deletion and goes on after it', async () => {
    const id = await make({ ...WHOLE, status: 'on' });
    const { change } = await send('takeOff', [id]);
    await call(undo, { change: change! });
    expect(await stateOf(id)).toBe('on');
    const gone = await call(remove, { ids: [id] });
    await call(undo, { change: gone!.change! });
    expect(await stateOf(id)).toBe('on');
    expect(await stepsOf(id)).toEqual([
      'created - - draft',
      'event publish draft on',
      'event takeOff on off',
      'undone takeOff off on',
      'removed - on -',
      'restored - - on',
    ]);
  });

  it('lets nothing else change a state', async () => {
    const id = await make();
    const { kysely } = server.database;
    const refused = 'The state of a record of goods is changed by its life alone';
    await expect(sql`update goods set status = 'on' where id = ${id}`.execute(kysely)).rejects.toThrow(refused);
    await expect(
      sql`insert into goods (category_id, title, price, status, create_time, update_time) values (1, 'x', 1, 'off', 0, 0)`.execute(kysely),
    ).rejects.toThrow(refused);
    await sql`update goods set status = 'draft', stock = 5 where id = ${id}`.execute(kysely);
    expect(await stateOf(id)).toBe('draft');
  });

  it('is judged in the state that the first of two has left', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await make();
      const results = await Promise.allSettled([send('publish', [id]), send('publish', [id]), send('takeOff', [id])]);
      const steps = await stepsOf(id);
      expect(steps.length).toBe(1 + results.filter(({ status }) => status === 'fulfilled').length);
      expect(steps.filter((step) => step === 'event publish draft on').length).toBeLessThanOrEqual(1);
    }
  });

  it('folds to the states that there are', async () => {
    const { rows } =
      await sql`with newest as (select distinct on (record_id) record_id, to_state from life_step where resource = 'goods' order by record_id, id desc)
      select goods.id, goods.status, newest.to_state from goods full join newest on newest.record_id = goods.id
      where goods.status is distinct from newest.to_state`.execute(server.database.kysely);
    expect(rows).toEqual([]);
  });
});
