import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventEndpoint, lifeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { FailureError } from '#domain/base/failure';
import { waysFrom, type Life } from '#domain/life/life';
import { unmet, type Facts } from '#domain/life/unmet';
import type { Resource } from '#domain/table/resource';
import { guardLives } from '#server/db/sections/guard-lives';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { dealt } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { fieldsOf, randomLives } from '#tests/support/lives/random-lives.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const LIVES = effort(6, 500);
const ACTS = effort(60, 200);

interface Model {
  readonly state: string;
  readonly title: string;
  readonly price: number | null;
  readonly stock: number;
}

const facts = ({ state, ...values }: Model, isNew = false): Facts => ({
  values: { ...values, state, tags: [], moment: null, isOpen: true },
  nowSeconds: TEST_START_SECONDS,
  caller: { id: 1, groups: [1], isOwner: isNew },
  senders: {},
  sinceSeconds: TEST_START_SECONDS,
  clock: { hour: 8, weekday: 4 },
});
const holds = (life: Life, name: string, known: Facts): boolean => unmet(life, { name }, known).length === 0;

/** What an event makes of a record, or null where it is refused. */
function sent(life: Life, record: Model, event: string, isNew = false): Model | null {
  const way = waysFrom(life, record.state, 'on', event).find(
    ({ guard }) => guard === undefined || holds(life, guard, facts(record, isNew)),
  );
  if (!way) return null;
  const after = { ...record, state: way.target ?? record.state, ...(way.actions?.includes('stamp') && { stock: 7 }) };
  const isAsked = after.state !== record.state || after.stock !== record.stock;
  const isHeld = (life.chart.states[after.state]?.meta?.holds ?? []).every((name) => holds(life, name, facts(after)));
  // A step that stays asks only where a field has changed that the condition names; none of these names the stock but together with others.
  return !isAsked || isHeld || (after.state === record.state && !JSON.stringify(life.conditions['fit']).includes('stock')) ? after : null;
}

/** What a save of another state makes of it: the one event that leads there. */
function saved(life: Life, record: Model, state: string, isNew = false): Model | null {
  if (state === record.state) return record;
  const events = Object.keys(life.events).filter((event) => {
    const way = waysFrom(life, record.state, 'on', event).find(
      ({ guard }) => guard === undefined || holds(life, guard, facts(record, isNew)),
    );
    return way?.target === state;
  });
  return events.length === 1 ? sent(life, record, events[0]!, isNew) : null;
}

const isAccepted = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof FailureError) return false;
    throw error;
  }
};

describe.each(testDatabaseKinds)('random lives on %s', (kind) => {
  const all = fc.sample(randomLives, { numRuns: LIVES, seed: 20_261_124 }).map((life, index): Resource => ({
    name: `living${index}`,
    controller: `lab.Living${index}`,
    table: `lab_living_${index}`,
    titleField: 'title',
    rowActions: ['edit', 'delete'],
    defaultOrder: { field: 'id', direction: 'desc' },
    label: { 'zh-cn': '生', en: 'Living' },
    fields: fieldsOf(life),
    life,
  }));
  const sections = dealt(all, kind);
  let server: TestServer;
  let token: string;
  const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token });

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: sections,
      prepare: async (database) => {
        for (const section of sections) await createResourceTable(database, section);
        await database.transaction((trx) => guardLives(trx, sections));
      },
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('are lived as the reference says, whichever way the acts come', async () => {
    const differences: string[] = [];
    const note = (what: string, expected: unknown, got: unknown): void => {
      if (expected !== got) differences.push(`${what}: ${String(expected)} was expected, and it was ${String(got)}`);
    };
    let steps = 0;
    for (const [index, section] of sections.entries()) {
      const life = section.life!;
      const [states, events] = [Object.keys(life.chart.states), Object.keys(life.events)];
      const { add, save, remove } = resourceEndpoints(section);
      const { undo } = resourceWriteEndpoints(section);
      const wire = ({ price, ...row }: Omit<Model, 'state'>) => ({ ...row, price: price === null ? '' : String(price / 100) });
      let [id, record, before, change]: [number, Model | null, Model | null, number | undefined] = [0, null, null, undefined];
      const acts = fc.sample(fc.tuple(fc.nat(11), fc.nat(), fc.nat()), { numRuns: ACTS, seed: index });
      for (const [act, one, other] of acts) {
        const state = states[one % states.length]!;
        if (!record) {
          const values = { title: ['', 'a', 'c'][one % 3]!, price: [null, 0, 100, 200][other % 4]!, stock: [0, 3][other % 2]! };
          const expected = saved(life, { ...values, state: 's0' }, state, true);
          const work = call(add, { ...wire(values), state });
          note(`add as ${state}`, expected !== null, await isAccepted(work));
          if (!expected) continue;
          const added = await work;
          [id, record, before, change] = [added!.id, expected, null, added!.change];
        } else if (act < 5) {
          const event = events[one % events.length]!;
          const expected = sent(life, record, event);
          const { offers } = await call(lifeEndpoint(section), { id });
          note(
            `offer of ${event}`,
            expected !== null,
            offers.some((offer) => offer.event === event && offer.unmet.length === 0),
          );
          const work = call(eventEndpoint(section, event, life.events[event]!), { ids: [id] });
          note(`${event} from ${record.state}`, expected !== null, await isAccepted(work));
          if (expected) [before, record, change] = [record, expected, (await work).change];
        } else if (act < 8) {
          const expected = saved(life, record, state);
          const work = call(save, { id, state });
          note(`save of ${state} from ${record.state}`, expected !== null, await isAccepted(work));
          if (expected && expected.state !== record.state) [before, record, change] = [record, expected, (await work)?.change];
        } else if (act < 9 && change !== undefined && before) {
          await call(undo, { change });
          [record, before, change] = [before, null, undefined];
        } else if (act < 10) {
          const gone = await call(remove, { ids: [id] });
          if (one % 2 === 0) record = null;
          else await call(undo, { change: gone!.change! });
          [before, change] = [null, undefined];
        } else {
          const raw = sql`update ${sql.table(section.table)} set state = ${state} where id = ${id}`.execute(server.database.kysely);
          const isRefused = await raw.then(
            () => false,
            () => true,
          );
          note(`SQL to ${state}`, state !== record.state, isRefused);
        }
      }
      const { rows } = await sql<{
        id: number;
        state: string;
        stock: number;
      }>`select id, state, stock from ${sql.table(section.table)} order by id`.execute(server.database.kysely);
      const last = rows.find((row) => row.id === id);
      note('state', record?.state, record ? last?.state : undefined);
      note('stock', record?.stock, record ? last?.stock : undefined);
      const folded = await sql<{
        id: number;
        state: string;
      }>`select distinct on (record_id) record_id as id, to_state as state from life_step
        where resource = ${section.name} order by record_id, life_step.id desc`.execute(server.database.kysely);
      expect(folded.rows.filter((row) => row.state !== null)).toEqual(rows.map(({ id: one, state }) => ({ id: one, state })));
      steps += folded.rows.length;
    }
    expect(differences).toEqual([]);
    expect(steps).toBeGreaterThanOrEqual(sections.length);
  });
});
