import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyChanges, planChanges } from '#api/contract/changes/change';
import { restoreDeleted, rollBackSensitive } from '#api/contract/changes/data-safety';
import { eventEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { FailureError } from '#domain/base/failure';
import { CHANGE_ACTIONS, type ChangeSource } from '#domain/changes/change';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { changeSet } from '#sections/change-set/change-set.resource.ts';
import { sensitiveData } from '#sections/sensitive-data/sensitive-data.resource.ts';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { guardLives } from '#server/db/sections/guard-lives';
import { runTimers } from '#server/resources/write/run-timers';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** Posters are led on by people, by times, and by what a step sets. */
const life: Life = {
  field: 'state',
  chart: {
    id: 'poster',
    initial: 'draft',
    states: {
      draft: { on: { hang: { target: 'up', actions: ['count'] } }, after: { begins: 'up' } },
      up: { on: { revise: 'draft' }, after: { ends: 'down' }, meta: { holds: ['named'] } },
      down: { on: { revise: 'draft' }, after: { forgotten: { target: 'draft', actions: ['forget'] } } },
    },
  },
  events: { hang: { right: 'edit' }, revise: { right: 'edit' } },
  conditions: { named: { field: 'title', is: 'filled' } },
  delays: { begins: { field: 'begins' }, ends: { field: 'ends' }, forgotten: { seconds: 86_400 } },
  effects: { count: { set: 'weeks', to: { value: 1 } }, forget: { set: 'weeks', to: { value: 0 } } },
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
const { saveMany, undo } = resourceWriteEndpoints(poster);
const timeline = resourceEndpoints(changeSet);
const DAY = 86_400;
const ACTS = ['add', 'save', 'saveMany', 'event', 'time', 'remove', 'undo', 'plan', 'rewind', 'restore', 'rollBack'] as const;
/** What the acts come from. Imports, the chat and designs are other ways into the same writes, and are told of elsewhere. */
const SOURCES: readonly ChangeSource[] = ['form', 'list', 'bulk', 'life', 'time', 'undo', 'rewind', 'restore', 'rollback'];

type Row = Readonly<Record<string, unknown>>;
interface Step {
  readonly act: (typeof ACTS)[number];
  readonly isFirst: boolean;
  readonly at: number;
  readonly pick: number;
}

const pickOf = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)];
const inOrder = (all: ReadonlyMap<number, Row>) => [...all].toSorted(([a], [b]) => a - b);

describe.each(dealtKinds())('a section with a life, on %s', (kind) => {
  let server: TestServer;
  let tokens: readonly [string, string];
  const signIn = async (): Promise<void> => {
    tokens = [(await server.signIn()).token, (await server.signIn('second')).token];
  };

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: [...SHIPPED_RESOURCES, poster],
      prepare: async (database) => {
        await createResourceTable(database, poster);
        await database.transaction((trx) => guardLives(trx, [poster]));
      },
    });
    const { id } = await server.addAdmin('second', []);
    // Nobody has the rights of a section that has no menu, but those who have all.
    await server.database.kysely.updateTable('admin_group_access').set({ group_id: 1 }).where('uid', '=', id).execute();
    await signIn();
    const rule = { name: 'Titles', controller: 'lab/Poster', fields: [{ name: 'title', value: '' }] };
    await server.call(resourceEndpoints(sensitiveData).add, rule, { token: tokens[0] });
  });
  afterAll(() => server.close());

  const rowsOf = async (): Promise<ReadonlyMap<number, Row>> => {
    const { rows } = await sql<{ row: Row }>`select to_jsonb(one) as row from lab_poster as one`.execute(server.database.kysely);
    return new Map(rows.map(({ row }) => [Number(row['id']), row]));
  };

  async function take({ act, isFirst, at, pick }: Step): Promise<void> {
    const { kysely } = server.database;
    const token = tokens[isFirst ? 0 : 1];
    const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token });
    const now = Math.floor(server.clock.nowMs() / 1000);
    const ids = [...(await rowsOf()).keys()];
    const id = pickOf(ids, at) ?? 0;
    const moment = (days: number): number => now + days * DAY;
    const row = { title: pick % 5 === 0 ? '' : `Tea ${pick}`, begins: moment(pick % 3), ends: moment(1 + (pick % 4)) };
    const newest = async (from: number): Promise<number> =>
      pickOf(
        (await kysely.selectFrom('change_set').select('id').where('resource', '=', 'poster').orderBy('id', 'desc').limit(8).execute()).map(
          (set) => set.id,
        ),
        from,
      ) ?? 0;
    const wish = async (what: object): Promise<void> => {
      const { hash } = await call(planChanges, what as never);
      await call(applyChanges, { ...what, hash });
    };
    server.clock.advanceSeconds(1);
    const work: Readonly<Record<Step['act'], () => Promise<unknown>>> = {
      add: () => call(add, { ...row, state: pickOf(['draft', 'draft', 'up'], pick) }),
      save: () => call(save, { ...(pick % 2 === 0 ? row : { state: pickOf(['draft', 'up', 'down'], at) }), id }),
      saveMany: () => call(saveMany, { ids: [...new Set([id, pickOf(ids, pick) ?? 0])], values: { weeks: pick % 9 } }),
      event: () => {
        const event = pickOf(['hang', 'revise'], pick) ?? '';
        return call(eventEndpoint(poster, event, life.events[event]!), { ids: [id] });
      },
      time: async () => {
        server.clock.advanceSeconds((1 + (pick % 3)) * DAY);
        await signIn();
        await runTimers(server.ports, () => server.app.resources.all().map(({ context }) => context));
      },
      remove: () => call(remove, { ids: [...new Set([id, pickOf(ids, pick) ?? 0])] }),
      undo: async () => call(undo, { change: await newest(0) }),
      plan: async () => wish({ sets: [await newest(pick)], withDependents: true }),
      rewind: () => wish({ resource: 'poster', ...(pick % 2 === 0 && { id }), at: now - (pick % 3) * DAY }),
      restore: async () => {
        const entries = await kysely.selectFrom('recycle_entry').select('id').where('state', '=', 'kept').orderBy('id').execute();
        await call(restoreDeleted, { ids: [pickOf(entries, at)?.id ?? 0] });
      },
      rollBack: async () => {
        const entries = await kysely.selectFrom('sensitive_entry').select('id').where('state', '=', 'kept').orderBy('id', 'desc').execute();
        await call(rollBackSensitive, { ids: [pickOf(entries, at)?.id ?? 0], force: pick % 2 === 0 });
      },
    };
    try {
      await work[act]();
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
    }
  }

  it('is in the journal whatever leads it on: folded after each act, it gives what is there', async () => {
    const { kysely } = server.database;
    const seen = new Set<string>();
    let folded = new Map(await rowsOf());
    let last = 0;
    async function done(step: Step): Promise<void> {
      await take(step);
      const changes = await kysely
        .selectFrom('record_change')
        .innerJoin('change_set', 'change_set.id', 'set_id')
        .select(['record_change.id', 'record_id', 'after', 'source', 'actor_type'])
        .where('record_change.resource', '=', 'poster')
        .where('record_change.id', '>', last)
        .orderBy('record_change.id')
        .execute();
      for (const { id, record_id: record, after, source, actor_type: who } of changes) {
        last = id;
        seen.add(`${source} ${who}`);
        if (after === null) folded.delete(record);
        else folded.set(record, { ...folded.get(record), ...after });
      }
      const now = await rowsOf();
      expect({ step, rows: inOrder(folded) }).toEqual({ step, rows: inOrder(now) });
      folded = new Map(now);
    }
    const steps = fc.array(
      fc.record({
        act: fc.constantFrom<Step['act']>('add', 'add', 'save', 'event', 'event', ...ACTS),
        isFirst: fc.boolean(),
        at: fc.nat(40),
        pick: fc.nat(100_000),
      }),
      { minLength: 60, maxLength: 60 },
    );
    for (const [index, sequence] of fc.sample(steps, { numRuns: effort(2, 20), seed: 20_261_124 }).entries()) {
      // Something to work with, whatever comes.
      for (const pick of [1, 2, 6]) await done({ act: 'add', isFirst: index % 2 === 0, at: 0, pick });
      for (const step of sequence) await done(step);
    }
    expect([...seen].toSorted()).toEqual(SOURCES.map((source) => `${source} ${source === 'time' ? 'server' : 'admin'}`).toSorted());
  }, 240_000);

  it('is found in the timeline by source, action, person, section and day', async () => {
    const sets = await server.database.kysely.selectFrom('change_set').selectAll().orderBy('id', 'desc').execute();
    const ZONE_SECONDS = 8 * 3600;
    const dayOf = (at: number): string => new Date((at + ZONE_SECONDS) * 1000).toISOString().slice(0, 10);
    const [someday] = sets.map(({ at }) => dayOf(at));
    const found = async (field: string, operator: string, val: string, more: object = {}): Promise<readonly number[]> => {
      const query = { limit: 100, search: [{ field, operator, val, ...more }] };
      return ((await server.call(timeline.list, query as never, { token: tokens[0] })).list ?? []).map((row) => Number(row['id']));
    };
    const those = (is: (set: (typeof sets)[number]) => boolean): readonly number[] =>
      sets.flatMap((set) => (is(set) ? [set.id] : [])).slice(0, 100);
    for (const source of SOURCES) {
      const expected = those((set) => set.source === source);
      expect(expected.length).toBeGreaterThan(0);
      expect({ source, ids: await found('source', 'eq', source) }).toEqual({ source, ids: expected });
    }
    for (const action of CHANGE_ACTIONS)
      expect({ action, ids: await found('action', 'eq', action) }).toEqual({ action, ids: those((set) => set.action === action) });
    for (const name of ['poster', 'sensitiveData', 'goods'])
      expect({ name, ids: await found('resource', 'eq', name) }).toEqual({ name, ids: those((set) => set.resource === name) });
    for (const person of [1, 2, 0])
      expect({ person, ids: await found('actor_id', 'eq', String(person)) }).toEqual({
        person,
        ids: those((set) => set.actor_id === person),
      });
    const day = await found('at', 'RANGE', `${someday} 00:00:00,${someday} 23:59:59`, { render: 'datetime' });
    expect(day).toEqual(those(({ at }) => dayOf(at) === someday));
    expect(day.length).toBeLessThan(sets.length);
  });
});
