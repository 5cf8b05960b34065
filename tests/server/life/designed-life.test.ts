import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreDeleted, rollBackSensitive } from '#api/contract/changes/data-safety';
import { liveSections } from '#api/contract/designer/live-sections';
import * as designer from '#api/contract/designer/designer';
import { eventEndpoint, lifeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { FailureError } from '#domain/base/failure';
import type { Life } from '#domain/life/life';
import { NO_RENAMES, type SectionDesign } from '#domain/designer/section-design';
import { holdLife } from '#server/db/sections/life-hash';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createDesigning, labelled, TICKET, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const life: Life = {
  field: 'state',
  chart: {
    id: 'ticket',
    initial: 'open',
    states: {
      open: { on: { solve: { target: 'solved', guard: 'named' } }, after: { week: 'old' } },
      solved: { on: { reopen: 'open' } },
      old: { on: { reopen: 'open' } },
    },
  },
  events: {
    solve: { right: 'own', second: { days: 3 }, label: { en: 'Solve', 'zh-cn': '解决' } },
    reopen: { right: 'edit', label: { en: 'Reopen', 'zh-cn': '重开' } },
  },
  conditions: { named: { field: 'title', is: 'filled' } },
  delays: { week: { seconds: 7 * 86_400 } },
  effects: {},
};

const stateField = (options: readonly string[]) => ({ kind: 'select', options, initial: options[0], label: labelled('State') });

/** The small section with a life; null for none. */
const living = (own: Life | null, options = ['open', 'solved', 'old']): SectionDesign => {
  const { declaration, shape } = ticketDesign({}, { state: stateField(options) });
  return { declaration: own ? { ...declaration, life: own } : declaration, shape };
};

describe.each(dealtKinds())('lives of designed sections on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const { add, save } = resourceEndpoints(TICKET);
  const { draft, plan, publish, remove } = createDesigning(call);
  const told = (id: number) => call(lifeEndpoint(TICKET), { id });
  const steps = async (id: number): Promise<readonly string[]> =>
    (await told(id)).steps.map(({ kind: one, from, to }) => [one, from, to].join(' '));
  const timers = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from life_timer where resource = 'ticket'`.execute(
      server.database.kysely,
    );
    return rows[0]?.count ?? 0;
  };
  const bare = (state: string, id: number) => sql`update x_ticket set state = ${state} where id = ${id}`.execute(server.database.kysely);
  let [first, second] = [0, 0];

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('begin with the records that are there, and are kept to from then on', async () => {
    await publish(living(null));
    first = (await call(add, { title: 'Cup', state: 'open' }))!.id;
    second = (await call(add, { title: 'Pot', state: 'solved' }))!.id;
    await draft(living(life));
    expect((await plan('ticket')).steps.map(({ kind: one, subject }) => [one, subject])).toEqual([['setLife', 'state']]);
    await publish(living(life));
    expect([await steps(first), await steps(second)]).toEqual([['found  open'], ['found  solved']]);
    expect(await timers()).toBe(1);
    // Browsers have its field, and ask for the rest.
    const [seen] = (await call(liveSections, { names: 'ticket' })).list;
    expect(seen?.declaration).toMatchObject({ name: 'ticket', lifeField: 'state' });
    expect(seen?.declaration).not.toHaveProperty('life');
    await expect(bare('solved', first)).rejects.toThrow('changed by its life alone');
    await expect(call(save, { id: first, state: 'solved' })).rejects.toThrow('Only “Solve” leads to');
    const { rows } = await sql<{
      name: string;
      status: string;
    }>`select name, status from admin_rule where name in ('x/ticket/solve', 'x/ticket/solveApprove')
      order by name`.execute(server.database.kysely);
    expect(rows.map(({ name, status }) => `${name} ${status}`)).toEqual(['x/ticket/solve 1', 'x/ticket/solveApprove 1']);
    expect((await call(eventEndpoint(TICKET, 'solve', life.events['solve']!), { ids: [first] })).request).toBeGreaterThan(0);
  });

  it('are kept as drafts with what is wrong, and not published', async () => {
    const broken: Life = { ...life, chart: { ...life.chart, states: { ...life.chart.states, solved: {} } } };
    await draft(living(broken));
    await expect(plan('ticket')).rejects.toThrow('Nothing leads out');
    const without = { ...life, field: 'gone' };
    await draft(living(without));
    await expect(plan('ticket')).rejects.toThrow('There is no field gone');
    await expect(draft(living({ ...life, chart: { ...life.chart, always: {} } } as unknown as Life))).rejects.toThrow(FailureError);
  });

  it('say what another one does to records, and move them where somebody says to', async () => {
    const { old: _old, ...states } = life.chart.states;
    const next: Life = {
      ...life,
      chart: { ...life.chart, states: { ...states, open: { on: { solve: 'solved' }, after: { week: 'solved' } } } },
      events: { reopen: life.events['reopen']!, solve: { right: 'edit', label: { en: 'Solve' } } },
      conditions: {},
      delays: { week: { seconds: 86_400 } },
    };
    await draft(living(next, ['open', 'solved']));
    const planned = await plan('ticket');
    expect(planned.steps.map(({ id, class: risk, rows }) => [id, risk, rows])).toEqual([
      ['dropObject:check:state', 'safe', null],
      ['setOptions:state', 'loses', 0],
      ['setLife', 'safe', null],
      // What waited for a second person is dropped with the question.
      ['dropEvent:solve', 'loses', 1],
      ['setDelay:week', 'mayLose', 1],
    ]);
    await publish(living(next, ['open', 'solved']));
    expect(await steps(first)).toEqual(['found  open']);
    // The states of records that would be in none are given with the plan.
    const last: Life = {
      ...next,
      chart: { id: 'ticket', initial: 'open', states: { open: { on: { end: 'ended' } }, ended: { on: { reopen: 'open' } } } },
      events: { reopen: next.events['reopen']!, end: { right: 'edit', label: { en: 'End' } } },
      delays: {},
    };
    await draft(living(last, ['open', 'ended']));
    await expect(publish(living(last, ['open', 'ended']))).rejects.toThrow('1 record conflicts with the change of state');
    await publish(living(last, ['open', 'ended']), NO_RENAMES, { 'setOptions:state': { act: 'value', value: 'ended' } });
    expect(await steps(second)).toEqual(['migrated solved ended', 'found  solved']);
    expect(await timers()).toBe(0);
    await expect(bare('open', second)).rejects.toThrow('changed by its life alone');
    expect((await told(first)).request).toBeNull();
  });

  it('follow a state that gets another name, with what records are', async () => {
    const named: Life = {
      ...life,
      chart: { id: 'ticket', initial: 'open', states: { open: { on: { end: 'closed' } }, closed: { on: { reopen: 'open' } } } },
      events: { reopen: life.events['reopen']!, end: { right: 'edit' } },
      conditions: {},
      delays: {},
    };
    await publish(living(named, ['open', 'closed']), { columns: {}, options: { state: { ended: 'closed' } } });
    expect((await steps(second))[0]).toBe('migrated ended closed');
    await call(eventEndpoint(TICKET, 'reopen', life.events['reopen']!), { ids: [second] });
    expect((await steps(second))[0]).toBe('event closed open');
  });

  it('decide nothing by one that another process has replaced', async () => {
    const { rows } = await sql<{
      life: Life;
    }>`select life from life_revision where resource = 'ticket' order by revision desc limit 1`.execute(server.database.kysely);
    const ticket = { name: 'ticket', life: rows[0]!.life };
    await server.database.transaction((trx) => holdLife(trx, ticket));
    await expect(server.database.transaction((trx) => holdLife(trx, { name: 'ticket', life }))).rejects.toMatchObject({
      failure: { message: 'refusals.life.changedLife' },
    });
  });

  it('write nothing back from the bin or the log of watched fields by one that another process has replaced', async () => {
    const { kysely } = server.database;
    const others = resourceEndpoints(ticketDesign({ name: 'another', controller: 'x.Another', table: 'x_another' }).declaration);
    await publish(ticketDesign({ name: 'another', controller: 'x.Another', table: 'x_another' }));
    const time = { create_time: 0, update_time: 0 };
    await kysely
      .insertInto('security_data_recycle')
      .values(
        ['ticket', 'another'].map((name) => ({
          name,
          controller: `x/${name === 'ticket' ? 'Ticket' : 'Another'}.php`,
          controller_as: `x/${name}`,
          resource: name,
          data_table: `x_${name}`,
          primary_key: 'id',
          ...time,
        })),
      )
      .execute();
    await kysely
      .insertInto('security_sensitive_data')
      .values({
        name: 'Title',
        controller: 'x/Ticket.php',
        controller_as: 'x/ticket',
        resource: 'ticket',
        data_table: 'x_ticket',
        primary_key: 'id',
        fields: JSON.stringify([{ key: 'title', value: 'Title' }]),
        ...time,
      })
      .execute();
    const mine = (await call(others.add, { title: 'Cup' }))!.id;
    const gone = (await call(add, { title: 'Can' }))!.id;
    await call(save, { id: first, title: 'Mug' });
    await call(others.remove, { ids: [mine] });
    await call(resourceEndpoints(TICKET).remove, { ids: [gone] });
    const binned = await kysely.selectFrom('recycle_entry').select('id').orderBy('id').execute();
    const watched = await kysely.selectFrom('sensitive_entry').select('id').execute();
    expect([binned.length, watched.length]).toEqual([2, 1]);
    const ids = binned.map(({ id }) => id);
    await sql`insert into life_revision (resource, revision, life, hash, origin, admin_id, at)
      select 'ticket', max(revision) + 1, '{}', 'of another process', 'designed', 0, 0 from life_revision where resource = 'ticket'`.execute(
      kysely,
    );
    // The first of them is of another section.
    await expect(call(restoreDeleted, { ids })).rejects.toThrow('has just been changed');
    await expect(call(rollBackSensitive, { ids: [watched[0]!.id] })).rejects.toThrow('has just been changed');
    await sql`delete from life_revision where hash = 'of another process'`.execute(kysely);
    expect(await call(restoreDeleted, { ids })).toMatchObject({ count: 2 });
    expect(await call(rollBackSensitive, { ids: [watched[0]!.id] })).toMatchObject({ count: 1 });
  });

  it('go with the section, and a choice is a choice again without one', async () => {
    await publish(living(null, ['open', 'closed']));
    await bare('closed', second);
    await call(save, { id: first, state: 'closed' });
    await remove('ticket');
    const { rows } =
      await sql`select 1 from life_step where resource = 'ticket' union all select 1 from life_revision where resource = 'ticket'`.execute(
        server.database.kysely,
      );
    expect(rows).toEqual([]);
    await expect(call(designer.readSection, { name: 'ticket' })).rejects.toThrow(FailureError);
  });
});
