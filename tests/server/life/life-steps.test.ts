import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refKey } from '#domain/changes/journal';
import type { Life } from '#domain/life/life';
import type { ResourceContext } from '#server/resources/base/resource-context';
import { factsOfAll } from '#server/resources/life/life-facts';
import { forgetSteps, keepSteps, noteBorn, openLives } from '#server/resources/life/life-steps';
import { isOwnSending, readTaken } from '#server/resources/life/undo-steps';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsLife } from '#sections/goods/goods.life.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** What is kept of steps, as far as no record has to be led through them. */
const [CLERK, CHECKER] = [{ kind: 'admin', id: 7, username: 'clerk' }, { kind: 'admin', id: 8, username: 'checker' }] as const; // prettier-ignore
const SECTION = { name: 'goods', life: goodsLife };

describe.each(dealtKinds())('steps on %s', (kind) => {
  let server: TestServer;
  let [one, other] = [0, 0];
  type Step = Partial<Parameters<typeof keepSteps>[0]['write']['steps'][number]>;
  const trxed: TestServer['database']['transaction'] = (work) => server.database.transaction(work);
  const keep = (
    number: number,
    steps: readonly Step[],
    source = 'life',
    caller: Parameters<typeof keepSteps>[0]['caller'] = CLERK as never,
    at = 1000,
  ) =>
    trxed((trx) =>
      keepSteps({
        trx,
        caller,
        nowSeconds: at,
        write: {
          number,
          source,
          called: new Set(),
          steps: steps.map((step) => ({
            resource: 'goods',
            record_id: one,
            kind: 'event',
            event: 'publish',
            from_state: 'draft',
            to_state: 'on',
            comment: '',
            ...step,
          })),
        } as never,
      }),
    );
  const rowsOf = async (text: ReturnType<typeof sql<Record<string, unknown>>>) => (await text.execute(server.database.kysely)).rows;

  const events = async (wish: Parameters<typeof readTaken>[1]) =>
    [...(await trxed((trx) => readTaken(trx, wish))).values()].flat().map(({ event }) => event);
  const left = () => rowsOf(sql`select record_id, actor_name from life_step where record_id > 900000 order by record_id`);

  beforeAll(async () => {
    server = await createTestServer({ kind });
    const rows = await rowsOf(sql`select id from goods where status = 'draft' order by id limit 2`);
    [one, other] = rows.map(({ id }) => Number(id)) as [number, number];
  });
  afterAll(() => server.close());

  it('shut the door behind the states that they have changed', async () => {
    const change = (trx: Parameters<typeof openLives>[0]) => sql`update goods set status = 'on' where id = ${one}`.execute(trx);
    const write = {
      number: 1,
      source: 'life',
      called: new Set<number>(),
      steps: [{ resource: 'goods', record_id: one, kind: 'event', event: 'publish', from_state: 'draft', to_state: 'on', comment: '' }],
    };
    const both = trxed(async (trx) => {
      await openLives(trx);
      await change(trx);
      await keepSteps({ trx, caller: CLERK as never, nowSeconds: 1000, write: write as never });
      await sql`update goods set status = 'off' where id = ${one}`.execute(trx);
    });
    await expect(both).rejects.toThrow('is changed by its life alone');
  });

  it('say who has sent and who has approved', async () => {
    await keep(
      41,
      [
        { asked_by: CLERK.id, asked_name: CLERK.username },
        { event: 'takeOff', record_id: other },
      ],
      'life',
      CHECKER as never,
    );
    expect(await rowsOf(sql`select actor_id, actor_name, second_id, second_name from life_step where set_id = 41 order by id`)).toEqual([
      { actor_id: 7, actor_name: 'clerk', second_id: 8, second_name: 'checker' },
      { actor_id: 8, actor_name: 'checker', second_id: null, second_name: '' },
    ]);
  });

  it('overtake what is asked for, but for a time that stays in its state, and nothing that was settled', async () => {
    const ask = (state: string) =>
      sql`insert into life_request (resource, record_id, event, state, asked_by, asked_name, asked_at, expires_at)
      values ('goods', ${other}, 'publish', ${state}, 7, 'clerk', 1, 2000)`.execute(server.database.kysely);
    const states = async () =>
      (await rowsOf(sql`select state from life_request where record_id = ${other} order by id`)).map(({ state }) => state);
    await ask('declined');
    await ask('open');
    await keep(42, [{ record_id: other, from_state: 'on', to_state: 'on' }], 'time');
    expect(await states()).toEqual(['declined', 'open']);
    await keep(43, [{ record_id: other, from_state: 'on', to_state: 'on' }]);
    expect(await states()).toEqual(['declined', 'overtaken']);
  });

  it('are taken back by the newest first, and only those since', async () => {
    await keep(51, [{ event: 'first' }]);
    await keep(52, [{ event: 'second' }, { event: 'third', kind: 'undone' }, { event: 'gone', kind: 'removed' }]);
    expect(await events({ resource: 'goods', since: new Map([[one, 52]]) })).toEqual(['third', 'second']);
    expect(await events({ set: 51 })).toEqual(['first']);
  });

  it('tell who has sent what last, and since when a record is where it is', async () => {
    const since = (await rowsOf(sql`select max(at) as at from life_step where record_id = ${one}`))[0]!['at'];
    await keep(61, [{ event: 'publish', from_state: 'off', to_state: 'on' }], 'life', CLERK as never, Number(since) + 10);
    await keep(62, [{ event: 'publish', from_state: 'on', to_state: 'on' }], 'life', CHECKER as never, Number(since) + 20);
    const life: Life = { ...goodsLife, conditions: { a: { notWhoSent: 'publish' }, b: { inStateSeconds: 60 } } };
    const context = { resource: goods, columns: { id: { name: 'id' } } } as unknown as ResourceContext;
    const caller = { id: 1, grants: { groupIds: [] } } as never;
    const unit = { trx: server.database.kysely, caller, nowSeconds: 5_000_000_000 };
    const [facts, unknown] = await factsOfAll(context, life, unit, [
      { row: { id: one }, values: {} },
      { row: { id: 999_999 }, values: {} },
    ]);
    expect([facts!.senders['publish'], facts!.sinceSeconds]).toEqual([CHECKER.id, Number(since) + 10]);
    // Of one of which nothing is known it is now.
    expect([unknown!.senders, unknown!.sinceSeconds]).toEqual([{}, 5_000_000_000]);
  });

  it('go with the records that they are of, and keep as much of a name as there is room for', async () => {
    await trxed((trx) => noteBorn(trx, SECTION, 900_001, 5, { kind: 'admin', id: 3, username: 'x'.repeat(60) } as never));
    await trxed((trx) => noteBorn(trx, SECTION, 900_002, 5));
    expect(await left()).toEqual([
      { record_id: 900_001, actor_name: 'x'.repeat(50) },
      { record_id: 900_002, actor_name: '' },
    ]);
    await trxed((trx) => forgetSteps(trx, SECTION, [900_002]));
    expect((await left()).map(({ record_id: id }) => id)).toEqual([900_001]);
  });
});

const steps = (event: string) =>
  new Map([[refKey({ resource: 'goods', recordId: 1 }), [{ kind: 'event', event, from: 'draft', to: 'on' } as const]]]);
const entry = (after: object | null, before: object | null = { status: 'draft' }) => [{ resource: 'goods', recordId: 1, before, after }];

it('a write is the sending of events with rights of their own where each of its records was led by them, and nothing else was written', () => {
  const life: Life = { ...goodsLife, events: { publish: { right: 'own' }, takeOff: { right: 'edit' } } };
  const context = { resource: { ...goods, life } } as never;
  expect(isOwnSending(context, steps('publish'), entry({ status: 'on' }))).toBe(true);
  expect(isOwnSending(context, steps('takeOff'), entry({ status: 'on' }))).toBe(false);
  expect(isOwnSending(context, steps('publish'), entry({ status: 'on', title: 'Tea' }))).toBe(false);
  expect(isOwnSending(context, steps('publish'), entry({ status: 'on' }, null))).toBe(false);
  expect(isOwnSending(context, new Map(), entry({ status: 'on' }))).toBe(false);
});
