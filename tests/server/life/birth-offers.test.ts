import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offersEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { FailureError } from '#domain/base/failure';
import type { Life } from '#domain/life/life';
import { birthOffers } from '#server/resources/life/birth-offers';
import { goods } from '#sections/goods/goods.resource.ts';
import { notice } from '#sections/notice/notice.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { life } from '#tests/support/lives/sample-life.ts';
import { createDesigning, labelled, TICKET, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const facts = {
  values: { status: 'draft' },
  nowSeconds: 0,
  caller: { id: 7, groups: [3], isOwner: true },
  senders: {},
  sinceSeconds: 0,
  clock: { hour: 12, weekday: 1 },
};
const told = (own: Life, names?: readonly string[]): readonly string[] =>
  birthOffers(own, facts, (name, { right }) => right !== 'none' && (names?.includes(name) ?? true)).map(
    ({ event, to }) => `${event} → ${to.join(', ')}`,
  );
/** A life of one draft, with ways out of it. */
const leaving = (on: NonNullable<Life['chart']['states'][string]['on']>, conditions: Life['conditions'] = {}): Life => ({
  ...life,
  chart: { ...life.chart, states: { ...life.chart.states, draft: { on } } },
  events: { ...life.events, ...Object.fromEntries(Object.keys(on).map((name) => [name, life.events[name] ?? { right: 'edit' }])) },
  conditions,
});

const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof FailureError && error.failure.kind === 'rejected' ? error.failure.message : error),
  );

describe('what adding a record may lead to', () => {
  it('is what an event leads to that comes with what is typed', () => {
    // Neither what another person approves, nor what a reason is asked for, nor what is closed at this hour, nor what leads nowhere else.
    expect(told(life)).toEqual([
      'publish → on',
      'claim → held',
      'fill → told',
      'turn → end, ready',
      'wide → chosen',
      'named → chosen',
      'lone → late, ready',
      'back → off',
    ]);
    expect(told(life, ['publish'])).toEqual(['publish → on']);
  });

  it('leaves out what is asked of the caller and does not hold', () => {
    const grouped = (inGroup: number) => leaving({ go: { target: 'on', guard: 'group' } }, { group: { inGroup } });
    expect([told(grouped(3)), told(grouped(4))]).toEqual([['go → on'], []]);
    const either = { any: [{ inGroup: 4 }, { field: 'title', is: 'filled' }] } as const;
    expect(told(leaving({ go: { target: 'on', guard: 'either' } }, { either }))).toEqual(['go → on']);
    expect(told(leaving({ go: { target: 'on', guard: 'both' } }, { both: { all: [...either.any] } }))).toEqual([]);
    expect(told(leaving({ go: { target: 'on', guard: 'other' } }, { other: { not: { name: 'group' } }, group: { inGroup: 4 } }))).toEqual(['go → on']); // prettier-ignore
    // Behind one that holds in any case no other counts.
    expect(told(leaving({ go: [{ target: 'on', guard: 'group' }, { target: 'off' }] }, { group: { inGroup: 3 } }))).toEqual(['go → on']);
  });

  it('looks once at a condition that many name', () => {
    const names = Array.from({ length: 60 }, (_, index) => `c${index}`);
    const conditions = Object.fromEntries(
      names.map((name, index) => [name, index === 0 ? { inGroup: 3 } : { all: [{ name: `c${index - 1}` }, { name: `c${index - 1}` }] }]),
    );
    expect(told(leaving({ go: { target: 'on', guard: 'c59' } }, conditions))).toEqual(['go → on']);
  });
});

describe.each(dealtKinds())('the states of a new record on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const { draft, publish } = createDesigning(call);
  const offered = async (section: Parameters<typeof offersEndpoint>[0]) => {
    const [stand] = (await call(offersEndpoint(section), {})).records;
    return [stand?.state, ...new Set(stand?.offers.flatMap(({ to }) => to))];
  };

  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('are taken where they are offered, and no others', async () => {
    const image = '/static/images/avatar.png';
    const wares = { title: 'Tea', category_id: 1, price: '1.00', stock: 1, images: [image] };
    expect(await offered(goods)).toEqual(['draft', 'on', 'off']);
    for (const status of ['draft', 'on', 'off']) await call(resourceEndpoints(goods).add, { ...wares, status });
    expect(await offered(notice)).toEqual(['draft', 'review', 'ready', 'on']);
    const words = { title: 'Closed', body: '<p>On Monday.</p>' };
    for (const status of ['draft', 'review', 'on']) await call(resourceEndpoints(notice).add, { ...words, status });
    await call(resourceEndpoints(notice).add, { ...words, status: 'ready', publish_time: 4_070_908_800 });
    expect(await refusalOf(call(resourceEndpoints(notice).add, { ...words, status: 'ended' }))).toMatch(/No step leads from/u);
  });

  it('are the first alone in a designed section whose steps another person approves', async () => {
    const state = { kind: 'select', options: ['open', 'solved'], initial: 'open', label: labelled('State') };
    const own: Life = {
      field: 'state',
      chart: { id: 'ticket', initial: 'open', states: { open: { on: { solve: 'solved' } }, solved: { on: { reopen: 'open' } } } },
      events: {
        solve: { right: 'own', second: { days: 3 }, label: { en: 'Solve', 'zh-cn': '解决' } },
        reopen: { right: 'edit', label: { en: 'Reopen', 'zh-cn': '重开' } },
      },
      conditions: {},
      delays: {},
      effects: {},
    };
    const { declaration, shape } = ticketDesign({}, { state });
    const design = { declaration: { ...declaration, life: own }, shape };
    await draft(design);
    await publish(design);
    expect(await offered(TICKET)).toEqual(['open']);
  });
});
