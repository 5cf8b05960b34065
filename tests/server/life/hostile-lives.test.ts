import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventEndpoint, lifeEndpoint, placeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { FailureError } from '#domain/base/failure';
import type { SectionDesign } from '#domain/designer/section-design';
import type { Life } from '#domain/life/life';
import { shippedResource } from '#server/base/shipped-resources';
import { runTimers } from '#server/resources/write/run-timers';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createDesigning, labelled, TICKET, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400;
const HUNDRED = 100;
const goods = shippedResource('goods');

/** Solved by hand where it has a colour, and old after a week. */
const life: Life = {
  field: 'state',
  chart: {
    id: 'ticket',
    initial: 'open',
    states: {
      open: { on: { solve: { target: 'solved', guard: 'coloured' } }, after: { week: 'old' } },
      solved: { on: { reopen: 'open' } },
      old: { on: { reopen: { target: 'open', guard: 'rested' } } },
    },
  },
  events: { solve: { right: 'edit', label: labelled('Solve') }, reopen: { right: 'edit', label: labelled('Reopen') } },
  conditions: { coloured: { field: 'colour', is: 'filled' }, rested: { inStateSeconds: 60 } },
  delays: { week: { seconds: 7 * DAY } },
  effects: {},
};
const OPTIONS = ['open', 'solved', 'old'];
const COLOUR = { kind: 'string', maxLength: 20, label: labelled('Colour') };

function living(
  own: Life,
  options: readonly string[] = OPTIONS,
  more: Readonly<Record<string, object | null>> = { colour: COLOUR },
): SectionDesign {
  const state = { kind: 'select', options, initial: options[0], label: labelled('State') };
  const { declaration, shape } = ticketDesign({}, { state, ...more });
  return { declaration: { ...declaration, life: own }, shape };
}

/** So many states in a row, each of which leads to the next and the last to the first. */
function longLife(count: number): SectionDesign {
  const names = Array.from({ length: count }, (_, index) => `s${index}`);
  const states = Object.fromEntries(names.map((name, index) => [name, { on: { go: names[(index + 1) % count]! } }]));
  const chart = { id: 'ticket', initial: names[0]!, states };
  return living({ ...life, chart, events: { go: { right: 'edit' } }, conditions: {}, delays: {} }, names);
}

describe.each(dealtKinds())('lives that are wrong, and whoever means them ill, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const { add, save } = resourceEndpoints(TICKET);
  const { draft, plan, publish } = createDesigning(call);
  const event = (name: string, of: Life = life) => eventEndpoint(TICKET, name, of.events[name]!);
  const told = (id: number) => call(lifeEndpoint(TICKET), { id });
  const path = async (id: number) => (await told(id)).steps.map((step) => [step.kind, step.event, step.to].join(' '));
  const contexts = () => server.app.resources.all().map(({ context }) => context);
  const run = () => runTimers(server.ports, contexts);
  const pass = async (seconds: number): Promise<void> => {
    server.clock.advanceSeconds(seconds);
    ({ token } = await server.signIn());
  };
  const counted = async (query: string): Promise<number> =>
    (await sql.raw<{ count: number }>(`select count(*)::int as count from ${query}`).execute(server.database.kysely)).rows[0]?.count ?? 0;
  const made = async (row: object): Promise<number> => (await call(add, { title: 'Cup', state: 'open', ...row }))!.id;

  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
    await publish(living(life));
  });
  afterAll(() => server.close());

  it.each([31, 1000, 5000])('are refused with %d states, by a sentence and at once', async (count) => {
    const began = performance.now();
    const refusal = await draft(longLife(count)).then(() => plan('ticket').then(() => null, String), String);
    // What is larger than a design may be is not read at all.
    expect(refusal).toMatch(/\b30\b|too|at most|could not be read/iu);
    expect(performance.now() - began).toBeLessThan(3000);
    await draft(living(life));
  });

  it.each([
    ['lead on without an event, in a circle', { chart: { ...life.chart, states: { ...life.chart.states, open: { always: 'solved' }, solved: { always: 'open' } } } }],
    ['ask a field that is not there', { conditions: { ...life.conditions, coloured: { field: 'weight', is: 'filled' } } }],
    ['are named like what every object has', { chart: { ...life.chart, initial: '__proto__' } }],
    ['go round by times in less than an hour', {
      chart: { ...life.chart, states: { ...life.chart.states, open: { after: { a: 'old' } }, old: { after: { a: 'open' }, on: { reopen: 'open' } } } },
      delays: { a: { seconds: 60 } },
    }],
  ])('are not published where they %s', async (_, own) => {
    const wrong = { ...life, ...own } as unknown as Life;
    const refusal = await draft(living(wrong)).then(
      () => plan('ticket').then(() => null, (error: unknown) => error),
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(FailureError);
    await draft(living(life));
  }); // prettier-ignore

  it('are kept from losing a field that they ask', async () => {
    await draft(living(life, OPTIONS, { colour: null }));
    await expect(plan('ticket')).rejects.toThrow('There is no field colour');
    await draft(living(life));
  });

  it('are sent nothing to records of other sections, nor events of theirs', async () => {
    const [own, other] = [
      await made({ colour: 'red' }),
      (await call(resourceEndpoints(goods).list, { limit: 50 })).list!.at(-1)!.id as number,
    ];
    expect(other).not.toBe(own);
    await expect(call(event('solve'), { ids: [other] })).rejects.toThrow(FailureError);
    await expect(call(event('solve'), { ids: [own, other] })).rejects.toThrow(FailureError);
    await expect(call(eventEndpoint(TICKET, 'publish', goods.life!.events['publish']!), { ids: [own] })).rejects.toThrow('http');
    await expect(call(eventEndpoint(goods, 'solve', life.events['solve']!), { ids: [other] })).rejects.toThrow('http');
    for (const state of ['on', '__proto__', 'toString', ''])
      await expect(call(placeEndpoint(TICKET), { ids: [own], state, comment: 'x' })).rejects.toThrow(FailureError);
    expect(await path(own)).toEqual(['created  open']);
  });

  it('take an event once that is sent twice, and tell whoever sends it again that it is done', async () => {
    const id = await made({ colour: 'red' });
    const options = { idempotencyKey: 'solve-once-0001' };
    const [first, second] = [await call(event('solve'), { ids: [id] }, options), await call(event('solve'), { ids: [id] }, options)];
    expect(second).toEqual(first);
    await expect(call(event('solve'), { ids: [id] })).rejects.toThrow('Solve');
    // Twice in one call is once.
    await call(event('reopen'), { ids: [id, id] }).catch(() => null);
    expect((await path(id)).filter((step) => step === 'event solve solved')).toHaveLength(1);
    expect((await path(id)).filter((step) => step === 'event reopen open').length).toBeLessThanOrEqual(1);
  });

  it('do what is up once, and count from the step that was the last, though the clock was turned back', async () => {
    const id = await made({});
    await pass(7 * DAY - 10);
    await run();
    expect((await told(id)).state).toBe('open');
    await pass(20);
    await run();
    expect((await told(id)).state).toBe('old');
    await pass(60);
    await call(event('reopen'), { ids: [id] });
    await pass(-8 * DAY);
    await run();
    // It came there on a day that is to come; from the next step on that day is over.
    await call(save, { id, colour: 'red' });
    await call(event('solve'), { ids: [id] });
    await call(event('reopen'), { ids: [id] });
    await run();
    expect((await told(id)).state).toBe('open');
    await pass(7 * DAY);
    await run();
    await run();
    await pass(60);
    await call(event('reopen'), { ids: [id] });
    const last = ['event reopen open', 'event week old', 'event reopen open', 'event solve solved'];
    expect(await path(id)).toEqual([...last, 'event reopen open', 'event week old', 'created  open']);
  });

  it('are changed under a hundred records that wait for their time: each goes on once, by the new one or the one before, and none is left', async () => {
    await sql`delete from life_timer where resource = 'ticket'`.execute(server.database.kysely);
    const ids: number[] = [];
    for (let index = 0; index < HUNDRED; index += 1) ids.push(await made({ title: `Waits ${index}` }));
    await pass(7 * DAY + 1);
    const next: Life = {
      ...life,
      chart: {
        ...life.chart,
        states: {
          ...life.chart.states,
          open: { on: { solve: 'solved' }, after: { week: 'solved' } },
          solved: { on: { reopen: 'open', age: 'old' } },
        },
      },
      events: { ...life.events, age: { right: 'edit', label: labelled('Age') } },
      conditions: { rested: life.conditions['rested']! },
      delays: { week: { seconds: 14 * DAY } },
    };
    await draft(living(next));
    const planned = await plan('ticket');
    expect(planned.steps.find(({ id }) => id === 'setDelay:week')?.rows).toBeGreaterThanOrEqual(HUNDRED);
    // Whoever runs times and whoever publishes come at once.
    await Promise.all([run(), publish(living(next)).catch((error: unknown) => error), run()]);
    await publish(living(next)).catch(() => null);
    const among = `(${ids.join(', ')})`;
    const went = await counted(`life_step where resource = 'ticket' and record_id in ${among} and event = 'week'`);
    expect(
      await counted(`(select record_id from life_step where resource = 'ticket' and record_id in ${among} and event = 'week'
      group by record_id having count(*) > 1) as twice`),
    ).toBe(0);
    const waiting = await counted(`life_timer where resource = 'ticket' and record_id in ${among}`);
    expect(went + waiting).toBe(HUNDRED);
    await pass(14 * DAY);
    await run();
    expect(await counted(`x_ticket where id in ${among} and state = 'open'`)).toBe(0);
    expect(await counted(`life_timer where resource = 'ticket' and record_id in ${among}`)).toBe(0);
    const drifted = await counted(`x_ticket as t where id in ${among} and state <> (select to_state from life_step as s
      where s.resource = 'ticket' and s.record_id = t.id order by s.id desc limit 1)`);
    expect(drifted).toBe(0);
  });
});
