import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { guardLives } from '#server/db/sections/guard-lives';
import { runTimers } from '#server/resources/write/run-timers';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

/** Posters go up and come down by themselves; what hangs for a week is counted once. */
const life: Life = {
  field: 'state',
  chart: {
    id: 'poster',
    initial: 'draft',
    states: {
      draft: { on: { hang: 'up' }, after: { begins: 'up' } },
      up: { on: { revise: 'draft' }, after: { ends: 'down', week: { actions: ['count'] } }, meta: { holds: ['named'] } },
      down: { on: { revise: 'draft' }, after: { forgotten: 'draft' } },
    },
  },
  events: { hang: { right: 'edit' }, revise: { right: 'edit' } },
  conditions: { named: { field: 'title', is: 'filled' } },
  delays: {
    begins: { field: 'begins' },
    ends: { field: 'ends' },
    week: { seconds: 7 * 86_400 },
    forgotten: { seconds: 30 * 86_400, late: 'skip' },
  },
  effects: { count: { set: 'weeks', to: { value: 1 } } },
};

const poster: Resource = {
  name: 'poster',
  controller: 'lab.Poster',
  table: 'lab_poster',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': '海报', en: 'Poster' },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    weeks: { kind: 'integer', initial: 0 },
    begins: { kind: 'dateTime' },
    ends: { kind: 'dateTime' },
    state: { kind: 'select', options: Object.keys(life.chart.states), initial: 'draft' },
  },
  life,
};

const { add, save, remove } = resourceEndpoints(poster);
const MINUTE = 60;
const DAY = 86_400;

describe.each(dealtKinds())('times of lives on %s', (kind) => {
  let server: TestServer;
  let token: string;
  /** A sign-in does not last as long as times of lives do. */
  const pass = async (seconds: number): Promise<void> => {
    server.clock.advanceSeconds(seconds);
    ({ token } = await server.signIn());
  };
  const now = (): number => Math.floor(server.clock.nowMs() / 1000);
  const make = async (row: object): Promise<number> => (await server.call(add, { title: 'Tea', ...row }, { token }))?.id ?? 0;
  const change = (id: number, row: object) => server.call(save, { id, ...row }, { token });
  const send = (event: string, id: number) => server.call(eventEndpoint(poster, event, life.events[event]!), { ids: [id] }, { token });
  const contexts = () => server.app.resources.all().map(({ context }) => context);
  const run = () => runTimers(server.ports, contexts);
  const stepsOf = async (id: number): Promise<readonly string[]> => {
    const { rows } = await sql<{ text: string }>`select concat_ws(' ', actor_type, event, to_state) as text from life_step
      where resource = 'poster' and record_id = ${id} and kind = 'event' order by id`.execute(server.database.kysely);
    return rows.map(({ text }) => text);
  };
  const timersOf = async (id: number): Promise<readonly string[]> => {
    const { rows } = await sql<{
      name: string;
      due_at: number | null;
      waits: unknown;
      tries: number;
    }>`select name, due_at, waits, tries from life_timer
      where resource = 'poster' and record_id = ${id} order by name`.execute(server.database.kysely);
    return rows.map(({ name, due_at: due, waits, tries }) =>
      [name, due === null ? '-' : String(due - TEST_START_SECONDS), ...(tries > 0 ? [`${tries} ${JSON.stringify(waits)}`] : [])].join(' '),
    );
  };
  const rowOf = async (id: number) => {
    const { rows } = await sql<{ state: string; weeks: number }>`select state, weeks from lab_poster where id = ${id}`.execute(
      server.database.kysely,
    );
    return [rows[0]?.state, rows[0]?.weeks];
  };

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: [poster],
      prepare: async (database) => {
        await createResourceTable(database, poster);
        await database.transaction((trx) => guardLives(trx, [poster]));
      },
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('are set, moved and dropped with the record', async () => {
    const [at, later] = [now() + 10 * MINUTE, now() + 20 * MINUTE];
    const id = await make({ begins: at });
    const since = at - TEST_START_SECONDS;
    expect(await timersOf(id)).toEqual([`begins ${since}`]);
    await change(id, { begins: later });
    expect(await timersOf(id)).toEqual([`begins ${since + 10 * MINUTE}`]);
    await change(id, { begins: null });
    expect(await timersOf(id)).toEqual([]);
    await change(id, { ends: later });
    await send('hang', id);
    expect(await timersOf(id)).toEqual([`ends ${since + 10 * MINUTE}`, `week ${now() - TEST_START_SECONDS + 7 * DAY}`]);
    await server.call(remove, { ids: [id] }, { token });
    expect(await timersOf(id)).toEqual([]);
  });

  it('are done once each by several processes, not before they are up', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await make({ begins: now() + MINUTE }));
    await run();
    expect((await Promise.all(ids.map(stepsOf))).flat()).toEqual([]);
    await pass(MINUTE);
    await Promise.all([run(), run(), run()]);
    expect(await Promise.all(ids.map(stepsOf))).toEqual(ids.map(() => ['server begins up']));
    await run();
    expect(await stepsOf(ids[0]!)).toEqual(['server begins up']);
  });

  it('come in their order after a long time in which nobody was there, and once an entry where they stay', async () => {
    const id = await make({ begins: now() + MINUTE, ends: now() + 8 * DAY });
    await pass(7 * DAY + MINUTE);
    await run();
    // The week begins with the entry, which is now.
    expect([await stepsOf(id), await rowOf(id)]).toEqual([['server begins up'], ['up', 0]]);
    await pass(9 * DAY);
    await run();
    expect([await stepsOf(id), await rowOf(id)]).toEqual([
      ['server begins up', 'server ends down'],
      ['down', 0],
    ]);
    const other = await make({});
    await send('hang', other);
    await pass(8 * DAY);
    await run();
    await change(other, { title: 'More tea' });
    await run();
    expect([await stepsOf(other), await rowOf(other)]).toEqual([
      ['admin hang up', 'server week up'],
      ['up', 1],
    ]);
  });

  it('wait where they may not, and are tried again with the next save', async () => {
    const id = await make({ title: '', begins: now() + MINUTE });
    await pass(MINUTE);
    await run();
    await run();
    expect([await stepsOf(id), await timersOf(id)]).toEqual([[], ['begins - 1 {"fields":{"title":{"key":"refusals.life.filled"}}}']]);
    await change(id, { title: 'Tea' });
    await run();
    expect(await stepsOf(id)).toEqual(['server begins up']);
  });

  it('are tried again after a fault, later each time, and leave nothing half done', async () => {
    const id = await make({ begins: now() + MINUTE });
    await pass(MINUTE);
    const { kysely } = server.database;
    await sql`create function lab_fault() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$`.execute(
      kysely,
    );
    await sql`create trigger lab_fault before update on lab_poster for each row when (old.id = ${sql.lit(id)}) execute function lab_fault()`.execute(
      kysely,
    );
    await run();
    expect([await rowOf(id), await stepsOf(id), await timersOf(id)]).toEqual([
      ['draft', 0],
      [],
      [`begins ${now() - TEST_START_SECONDS + MINUTE} 1 null`],
    ]);
    await sql`drop trigger lab_fault on lab_poster`.execute(kysely);
    await run();
    expect(await stepsOf(id)).toEqual([]);
    await pass(MINUTE);
    await run();
    expect(await stepsOf(id)).toEqual(['server begins up']);
  });

  it('are held up by none of a section that is gone, which wait for it', async () => {
    await sql`insert into life_timer (resource, record_id, name, state, planned_at, due_at)
      select 'gone', one, 'begins', 'draft', 0, 0 from generate_series(1, 120) as one`.execute(server.database.kysely);
    const id = await make({ begins: now() + MINUTE });
    await pass(MINUTE);
    await run();
    expect(await stepsOf(id)).toEqual(['server begins up']);
    const { rows } = await sql`delete from life_timer where resource = 'gone' and due_at = 0 returning record_id`.execute(
      server.database.kysely,
    );
    expect(rows).toHaveLength(120);
  });

  it('do not happen any more where the life says so and they are a day late', async () => {
    const [late, inTime] = [await make({ begins: now(), ends: now() }), await make({ begins: now(), ends: now() })];
    await run();
    expect([await rowOf(late), await rowOf(inTime)]).toEqual([
      ['down', 0],
      ['down', 0],
    ]);
    await sql`update life_timer set planned_at = planned_at - ${2 * DAY}, due_at = due_at - ${2 * DAY} where record_id = ${late}`.execute(
      server.database.kysely,
    );
    await pass(30 * DAY);
    await run();
    const forgotten = 'server forgotten draft';
    expect([(await stepsOf(late)).includes(forgotten), (await stepsOf(inTime)).includes(forgotten)]).toEqual([false, true]);
  });
});
