import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLifeReport, readLifeWaiting } from '#api/contract/changes/life-figures';
import { eventEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { FailureError } from '#domain/base/failure';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { guardLives } from '#server/db/sections/guard-lives';
import { runTimers } from '#server/resources/write/run-timers';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** Orders are checked by somebody, and go by themselves where they are named. */
const life: Life = {
  field: 'state',
  chart: {
    id: 'order',
    initial: 'asked',
    states: {
      asked: { on: { check: 'checked', drop: 'dropped' }, meta: { todo: true } },
      checked: { on: { reopen: 'asked' }, after: { day: 'gone' } },
      dropped: { on: { reopen: 'asked' } },
      gone: { on: { reopen: 'asked' }, meta: { holds: ['named'] } },
    },
  },
  events: { check: { right: 'own' }, drop: { right: 'own' }, reopen: { right: 'edit' } },
  conditions: { named: { field: 'title', is: 'filled' } },
  delays: { day: { seconds: 86_400 } },
  effects: {},
};

const order: Resource = {
  name: 'order',
  controller: 'lab.Order',
  table: 'lab_order',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': '订单', en: 'Order' },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    state: { kind: 'select', options: Object.keys(life.chart.states), initial: 'asked' },
  },
  life,
};

const { add } = resourceEndpoints(order);
const HOUR = 3600;
const DAY = 86_400;

const hours = (...spans: readonly number[]) => {
  const sorted = spans.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const place = (sorted.length - 1) * share;
    const low = sorted[Math.floor(place)]!;
    return Math.round(low + (sorted[Math.ceil(place)]! - low) * (place - Math.floor(place)));
  };
  return { count: spans.length, median: at(0.5), p90: at(0.9) };
};

describe.each(dealtKinds())('figures of lives on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const pass = async (seconds: number): Promise<void> => {
    server.clock.advanceSeconds(seconds);
    ({ token } = await server.signIn());
  };
  const make = async (title: string): Promise<number> => (await server.call(add, { title }, { token }))?.id ?? 0;
  const send = (event: string, ids: readonly number[]) =>
    server.call(eventEndpoint(order, event, life.events[event]!), { ids: [...ids] }, { token });

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: [order],
      prepare: async (database) => {
        await createResourceTable(database, order);
        await database.transaction((trx) => guardLives(trx, [order]));
        for (const name of ['index', 'edit', 'add', 'check', 'drop'].map((right) => `lab/order/${right}`))
          await sql`insert into admin_rule (pid, type, title, name, status, create_time, update_time)
            values (0, 'button', ${name}, ${name}, '1', 0, 0)`.execute(database.kysely);
      },
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('tells how long records stayed, by state, event and week, of stays that have ended', async () => {
    const ids = [await make('one'), await make('two'), await make('three')];
    await pass(HOUR);
    await send('check', [ids[0]!]);
    await pass(2 * HOUR);
    await send('check', [ids[1]!]);
    await pass(7 * DAY);
    await send('drop', [ids[2]!]);
    const report = await server.call(readLifeReport, { resource: 'order' }, { token });
    const third = 3 * HOUR + 7 * DAY;
    expect(report.states).toEqual([
      { state: 'asked', label: 'asked', now: 0, ...hours(HOUR, 3 * HOUR, third) },
      { state: 'checked', label: 'checked', now: 2, count: 0, median: 0, p90: 0 },
      { state: 'dropped', label: 'dropped', now: 1, count: 0, median: 0, p90: 0 },
      { state: 'gone', label: 'gone', now: 0, count: 0, median: 0, p90: 0 },
    ].map((one) => ({ ...one, label: expect.any(String) as string }))); // prettier-ignore
    expect(report.events.map(({ event, count, median, p90 }) => ({ event, count, median, p90 }))).toEqual([
      { event: 'check', ...hours(HOUR, 3 * HOUR) },
      { event: 'drop', ...hours(third) },
    ]);
    expect(report.weeks.map(({ state, count }) => [state, count])).toEqual([
      ['asked', 1],
      ['asked', 2],
    ]);
    const later = Math.floor(server.clock.nowMs() / 1000) - HOUR;
    const late = await server.call(readLifeReport, { resource: 'order', from: later }, { token });
    expect(late.states.map(({ count }) => count)).toEqual([1, 0, 0, 0]);
  });

  it('tells what waits to whoever may lead it on, and to nobody else', async () => {
    await make('four');
    const made = Math.floor(server.clock.nowMs() / 1000);
    await pass(HOUR);
    await make('five');
    const waiting = await server.call(readLifeWaiting, {}, { token });
    const place = { resource: 'order', section: 'Order', page: 'lab/order' };
    expect(waiting).toEqual({
      states: [{ ...place, field: 'state', state: 'asked', label: expect.any(String), count: 2, oldest: made }],
      times: [],
      requests: { forMe: 0, mine: 0 },
    });
    const reader = await server.addAdmin('reader', ['lab/order/index']);
    const clerk = await server.addAdmin('clerk', ['lab/order/index', 'lab/order/drop']);
    const stranger = await server.addAdmin('stranger', ['goods/goods', 'goods/goods/index']);
    const countFor = async (whose: string) => (await server.call(readLifeWaiting, {}, { token: whose })).states.map(({ count }) => count);
    expect([await countFor(reader.token), await countFor(clerk.token), await countFor(stranger.token)]).toEqual([[], [2], []]);
    await expect(server.call(readLifeReport, { resource: 'order' }, { token: stranger.token })).rejects.toThrow(FailureError);
    await expect(server.call(readLifeReport, { resource: 'adminGroup' }, { token })).rejects.toThrow(FailureError);
  });

  it('tells of times that could not be acted on', async () => {
    const nameless = await make('');
    await send('check', [nameless]);
    await pass(2 * DAY);
    await runTimers(server.ports, () => server.app.resources.all().map(({ context }) => context));
    const { times } = await server.call(readLifeWaiting, {}, { token });
    expect(times).toEqual([{ resource: 'order', section: 'Order', page: 'lab/order', count: 1, oldest: expect.any(Number) }]);
  });
});
