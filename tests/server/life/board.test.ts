import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boardEndpoint, offersEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { FailureError } from '#domain/base/failure';
import { goods } from '#sections/goods/goods.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const { add, save, read } = resourceEndpoints(goods);
const board = boardEndpoint(goods);
const offers = offersEndpoint(goods);

const BARE = { title: 'Board tea', category_id: 1, price: '1.00', stock: 1, status: 'draft' };
const WHOLE = { ...BARE, images: ['/static/images/avatar.png'] };
const SOUGHT = { search: [{ field: 'title', operator: 'LIKE' as const, val: 'Board tea' }] };

describe.each(dealtKinds())('the board of goods on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let bare: number;
  let whole: number;
  let sold: number;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const make = async (row: object): Promise<number> => (await call(add, { ...row }))?.id ?? 0;
  const told = async (input: Parameters<typeof call<typeof board>>[1]) =>
    (await call(board, input)).columns.map(({ state, total, cards }) => [state, total, cards.map(({ id }) => id)]);

  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
    [bare, whole, sold] = [await make(BARE), await make(WHOLE), await make({ ...WHOLE, status: 'on' })];
  });
  afterAll(() => server.close());

  it('tells the records of a list by their states, with what may be done next', async () => {
    expect(await told(SOUGHT)).toEqual([
      ['draft', 2, [whole, bare]],
      ['on', 1, [sold]],
      ['off', 0, []],
    ]);
    const [draft] = (await call(board, SOUGHT)).columns;
    expect(draft?.cards[1]).toEqual({
      id: bare,
      state: 'draft',
      version: 1,
      since: expect.any(Number),
      row: expect.objectContaining({ id: bare, title: 'Board tea', status: 'draft' }),
      offers: [
        {
          event: 'publish',
          label: 'Put on sale',
          to: ['on'],
          asks: { comment: null, fields: [] },
          second: null,
          unmet: [{ field: 'images', message: expect.any(String) }],
        },
        { event: 'takeOff', label: 'Take off sale', to: ['off'], asks: { comment: 'optional', fields: [] }, second: null, unmet: [] },
      ],
    });
  });

  it('tells more of one state, and refuses states that there are not', async () => {
    expect(await told({ ...SOUGHT, state: 'draft', after: 1 })).toEqual([['draft', 2, [bare]]]);
    expect(await told({ ...SOUGHT, state: 'draft', after: 99 })).toEqual([['draft', 2, []]]);
    await expect(call(board, { state: 'toString' })).rejects.toThrow(FailureError);
  });

  it('tells of chosen records what a board tells of them, and nothing of those that are not there', async () => {
    const cards = (await call(board, SOUGHT)).columns.flatMap((column) => column.cards);
    const { records } = await call(offers, { ids: [sold, bare, 999_999, bare] });
    const standOf = (id: number) => {
      const { row: _row, since: _since, ...stand } = cards.find((card) => card.id === id)!;
      return stand;
    };
    expect(records).toEqual([bare, sold].map(standOf));
  });

  it('sends an event with a save, by one write: both are done, or neither', async () => {
    const before = (await call(read, { id: bare })).row;
    await expect(call(save, { id: bare, title: 'Board tea, green', life: { event: 'publish' } })).rejects.toThrow(FailureError);
    expect((await call(read, { id: bare })).row).toEqual(before);
    const fields = { title: 'Board tea, green', life: { event: 'takeOff', comment: 'sold out' } };
    await call(save, { id: bare, version: Number(before['version']), ...fields });
    expect((await call(read, { id: bare })).row).toMatchObject({ title: 'Board tea, green', status: 'off', version: 2 });
    const { rows } = await sql<{ event: string; comment: string; source: string }>`select event, comment, source from life_step
      where resource = 'goods' and record_id = ${bare} order by id desc limit 1`.execute(server.database.kysely);
    expect(rows).toEqual([{ event: 'takeOff', comment: 'sold out', source: 'form' }]);
    await call(save, { id: bare, life: { event: 'revise' } });
    expect((await call(read, { id: bare })).row).toMatchObject({ status: 'draft', version: 3 });
  });
});
