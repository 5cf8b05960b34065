import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLife, listSendable, rehearseLife } from '#api/contract/life/life-rehearsal';
import { eventEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { Life } from '#domain/life/life';
import type { SectionDesign } from '#domain/designer/section-design';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createDesigning, labelled, TICKET, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const life: Life = {
  field: 'state',
  chart: {
    id: 'ticket',
    initial: 'open',
    states: {
      open: { on: { solve: { target: 'solved', guard: 'coloured' } } },
      solved: { on: { reopen: 'open' } },
    },
  },
  events: {
    solve: { right: 'edit', label: { en: 'Solve', 'zh-cn': '解决' } },
    reopen: { right: 'edit', label: { en: 'Reopen', 'zh-cn': '重开' } },
  },
  conditions: { coloured: { field: 'colour', is: 'eq', value: 'red' } },
  delays: {},
  effects: {},
};

const stateField = (options: readonly string[]) => ({ kind: 'select', options, initial: options[0], label: labelled('State') });

const section = (own: Life | null, fields: Readonly<Record<string, object | null>> = {}): SectionDesign => {
  const { declaration, shape } = ticketDesign({}, { state: stateField(['open', 'solved']), ...fields });
  return { declaration: own ? { ...declaration, life: own } : declaration, shape };
};

describe.each(dealtKinds())('a life that is tried on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const { add, save, remove } = resourceEndpoints(TICKET);
  const { publish } = createDesigning(call);
  const tryOut = (own: Life, fields: Readonly<Record<string, object | null>> = {}) =>
    call(rehearseLife, { resource: 'ticket', declaration: section(null, fields).declaration, life: own });
  const ids: number[] = [];

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
    await publish(section(null));
    for (const colour of ['red', 'blue', 'red']) ids.push((await call(add, { title: colour, colour, state: 'open' }))!.id);
  });
  afterAll(() => server.close());

  it('is checked beside the fields that are drawn', async () => {
    const { declaration } = section(null);
    const check = (own: unknown) => call(checkLife, { resource: 'ticket', declaration, life: own });
    expect(await check(life)).toEqual({
      findings: ['open', 'solved']
        .map((state) => ({
          level: 'warning',
          at: `states.${state}`,
          what: 'noWayToFinal',
          name: '',
          message: expect.any(String),
        }))
        .slice(0, (await check(life)).findings.length),
    });
    const trap = { ...life, chart: { ...life.chart, states: { ...life.chart.states, solved: {} } } };
    expect((await check(trap)).findings[0]).toMatchObject({ level: 'error', at: 'states.solved', what: 'trap' });
    expect((await check({ ...life, chart: { ...life.chart, always: 'solved' } })).findings).toMatchObject([
      { what: 'form', level: 'error' },
    ]);
    expect((await check(null)).findings).toMatchObject([{ what: 'form' }]);
    await expect(call(checkLife, { resource: 'ticket', declaration: null, life })).rejects.toThrow('declaration');
    await expect(call(checkLife, { resource: 'nowhere', life })).rejects.toThrow('nowhere');
  });

  it('is drawn beside the steps of the program that may be sent, called as it calls them', async () => {
    const { sections } = await call(listSendable, {});
    const eventsOf = (section: string) => sections.find(({ name }) => name === section)?.events;
    expect(eventsOf('chatFeedback')).toEqual([{ name: 'saidAgain', label: { 'zh-cn': '再次反馈', en: 'Reported again' } }]);
    expect([eventsOf('goods'), eventsOf('admin')]).toEqual([[], undefined]);
    const drawer = await server.addAdmin('drawer', ['crud/crud/generate', 'goods/goods/index']);
    expect(await call(listSendable, {}, { token: drawer.token })).toEqual({ sections: [{ name: 'goods', events: [] }] });
    const reader = await server.addAdmin('reader', ['goods/goods/index', 'crud/crud/index']);
    await expect(call(listSendable, {}, { token: reader.token })).rejects.toThrow('permission');
  });

  it('says what saves before the first life would have become, by the record of then', async () => {
    const [red, blue, other] = ids as [number, number, number];
    await call(save, { id: red, state: 'solved' });
    await call(save, { id: blue, state: 'solved' });
    // It is red when it is validated, whatever it was when it was saved.
    await call(save, { id: blue, colour: 'red' });
    await call(save, { id: other, state: 'solved' });
    await call(save, { id: other, state: 'open' });
    await call(remove, { ids: [other] });
    const told = await tryOut(life);
    expect(told.total).toEqual({ acts: 4, refused: 1, elsewhere: 0, undecidable: 0 });
    expect(told.people).toMatchObject([{ name: 'admin', acts: 4, refused: 1 }]);
    expect(told.reasons).toMatchObject([{ verdict: 'refused', field: 'colour', count: 1 }]);
    expect(told.examples).toMatchObject([{ recordId: blue, title: 'blue', from: 'open', to: 'solved', verdict: 'refused' }]);
    // What nobody could have known is told as such.
    const asking: Life = { ...life, conditions: { coloured: { field: 'weight', is: 'gt', value: 1 } } };
    const drawn = await tryOut(asking, { weight: { kind: 'integer', label: labelled('Weight') } });
    expect(drawn.total).toEqual({ acts: 4, refused: 0, elsewhere: 0, undecidable: 3 });
    await expect(tryOut(asking)).rejects.toThrow('has an error');
  });

  it('judges events by what the new life makes of them, and forgets what is older than a month', async () => {
    await publish(section(life));
    const [red, blue] = ids as [number, number];
    const reopen = eventEndpoint(TICKET, 'reopen', life.events['reopen']!);
    await call(reopen, { ids: [red, blue] });
    await call(eventEndpoint(TICKET, 'solve', life.events['solve']!), { ids: [red] });
    const further: Life = {
      ...life,
      chart: {
        ...life.chart,
        states: {
          open: life.chart.states['open']!,
          solved: { on: { reopen: [{ target: 'old', guard: 'coloured' }, { target: 'open' }] } },
          old: { on: { solve: 'solved' } },
        },
      },
    };
    const declared = { state: stateField(['open', 'solved', 'old']) };
    expect(await tryOut(further, declared)).toMatchObject({
      total: { acts: 7, refused: 2, elsewhere: 2, undecidable: 0 },
      events: [
        // One said a state to which its event leads no more.
        { event: 'save', acts: 4, refused: 2, elsewhere: 0 },
        { event: 'reopen', label: 'Reopen', acts: 2, elsewhere: 2 },
        { event: 'solve', acts: 1, refused: 0 },
      ],
    });
    // An event of this life by somebody who may not send it, with a comment that nobody was asked for.
    const strict: Life = {
      ...life,
      events: { ...life.events, reopen: { right: 'edit', asks: { comment: 'required' } }, solve: { right: 'edit', second: { days: 2 } } },
    };
    const told = await tryOut(strict);
    expect(told.events.filter(({ event }) => event !== 'save')).toMatchObject([
      { event: 'reopen', refused: 2 },
      { event: 'solve', refused: 1 },
    ]);
    server.clock.advanceSeconds(5 * 7 * 86_400);
    ({ token } = await server.signIn());
    expect((await tryOut(life)).total.acts).toBe(0);
  });
});
