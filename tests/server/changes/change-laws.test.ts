import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainText } from '#domain/base/plain-value';
import { applyChanges, planChanges } from '#api/contract/changes/change';
import { saveOwnProfile } from '#api/contract/session/own-profile';
import { addConfig, removeConfig, saveConfig } from '#api/contract/settings/config';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { parseResource } from '#api/contract/table/resource-schema';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { columnsOf, type Column } from '#server/resources/base/columns';
import { bulkFields } from '#domain/table/bulk';
import { MAX_PLAN_SETS } from '#domain/changes/change';
import { wireNameOf, type Field } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import { FailureError } from '#domain/base/failure';
import { canImport } from '#domain/table/import-file';
import { hasCall, pagePathOf, type Resource } from '#domain/table/resource';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { effort } from '#tests/support/effort.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { diaryJson, SPECIMEN_JSON } from '#tests/support/specimens.ts';
import { wireRecords } from '#tests/support/wire-records.ts';

type Row = Readonly<Record<string, unknown>>;
interface Step {
  readonly section: number;
  readonly isFirst: boolean;
  readonly type: 'add' | 'save' | 'remove' | 'sort' | 'bulk' | 'import';
  readonly at: readonly [number, number];
  readonly pick: number;
}

const specimen = parseResource(JSON.parse(SPECIMEN_JSON));
const diary = parseResource(JSON.parse(diaryJson('personal')));
const all = [...SHIPPED_RESOURCES, specimen, diary];
/** Whoever writes to these may lose the right to go on. */
const RIGHTS = ['admin', 'adminGroup', 'adminRule'];
const written = all.filter((one) => hasCall(one, 'save') && one.images !== 'never' && !RIGHTS.includes(one.name));
/** What sections keep without the engine: sign-ins, ledgers, uploads. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  admin: ['last_login_time', 'last_login_ip'],
  member: ['money', 'score', 'last_login_time', 'last_login_ip', 'login_failure', 'join_time', 'join_ip'],
};

const isSecret = (field: Field): boolean => describedKind(field).storage === 'secret';
const withoutSecrets = (resource: Resource): Resource => ({
  ...resource,
  fields: Object.fromEntries(Object.entries(resource.fields).filter(([, field]) => !isSecret(field))),
});

const keyOf = (resource: Resource): string => columnsOf(resource).id.name;
// A decimal is a number in JSON, and a text where it is read.
const plain = (column: Column, value: unknown): unknown => (column.storage === 'decimal' && value !== null ? Number(value) : value);

describe.each(testDatabaseKinds)('the journal on %s', (kind) => {
  let server: TestServer;
  let tokens: readonly [string, string];
  let records: ReadonlyMap<string, fc.Arbitrary<Row>>;

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      resources: all,
      prepare: async (database) => {
        await createResourceTable(database, specimen);
        await createResourceTable(database, diary);
      },
    });
    const { token } = await server.signIn();
    const nodes = written.flatMap((one) => ['', '/index', '/add', '/edit', '/del', '/sortable'].map((call) => pagePathOf(one) + call));
    const directories = [...new Set(nodes.map((node) => node.split('/')[0] ?? ''))];
    const second = await server.addAdmin('lawsSecond', [...directories, ...nodes]);
    tokens = [token, second.token];
    const related: number[] = [1, 2];
    records = new Map(written.map((one) => [one.name, wireRecords(withoutSecrets(one), related)] as const));
  });
  afterAll(() => server.close());

  async function rowsOf(resource: Resource): Promise<ReadonlyMap<number, Row>> {
    const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(resource.table)} as t`.execute(
      server.database.kysely,
    );
    return new Map(rows.map(({ row }) => [Number(row[keyOf(resource)]), row]));
  }
  /** Everything that the journal speaks of: no counters, nothing that is kept beside the engine. */
  function comparable(resource: Resource, rows: ReadonlyMap<number, Row>): readonly Row[] {
    const { readable, version, updateTime, ofEditors } = columnsOf(resource);
    const left = [version?.name, updateTime?.name, ...(ELSEWHERE[resource.name] ?? [])];
    // What is told to editors alone the database keeps by itself, and no image holds it.
    const shown = readable.filter((column) => !left.includes(column.name) && !ofEditors.includes(column));
    return [...rows]
      .toSorted(([a], [b]) => a - b)
      .map(([, row]) => Object.fromEntries(shown.map((column) => [column.name, plain(column, row[column.name] ?? null)])));
  }
  const state = async (resources: readonly Resource[]): Promise<Readonly<Record<string, readonly Row[]>>> =>
    Object.fromEntries(await Promise.all(resources.map(async (one) => [one.name, comparable(one, await rowsOf(one))] as const)));

  async function take({ section, isFirst, type, at, pick }: Step): Promise<void> {
    const resource = written[section] as Resource;
    const token = tokens[isFirst ? 0 : 1];
    const endpoints = resourceEndpoints(resource);
    const writes = resourceWriteEndpoints(resource);
    const [row, other] = fc.sample(records.get(resource.name) ?? fc.constant({}), { numRuns: 2, seed: pick }) as [Row, Row];
    const ids = [...(await rowsOf(resource)).keys()];
    const id = (index: number): number => ids[index % Math.max(1, ids.length)] ?? 0;
    const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token });
    server.clock.advanceSeconds(1);
    try {
      if (type === 'add' && hasCall(resource, 'add'))
        await call(endpoints.add, Object.values(resource.fields).some(isSecret) ? { ...row, password: 'secret99x' } : row);
      if (type === 'save') {
        const [name = '', value] = Object.entries(row)[pick % Object.keys(row).length] ?? [];
        // A form, or one switch of a list.
        await call(endpoints.save, { ...(pick % 2 === 0 ? row : { [name]: value }), id: id(at[0]) });
      }
      if (type === 'remove' && hasCall(resource, 'remove')) await call(endpoints.remove, { ids: [id(at[0]), id(at[1])] });
      if (type === 'sort' && hasCall(resource, 'sort')) await call(endpoints.sort, { id: id(at[0]), targetId: id(at[1]) });
      const [shared] = bulkFields(resource)[pick % Math.max(1, bulkFields(resource).length)] ?? [];
      if (type === 'bulk' && shared !== undefined) {
        const name = wireNameOf(shared, resource.fields[shared]);
        await call(writes.saveMany, { ids: [...new Set([id(at[0]), id(at[1])])], values: { [name]: other[name] } });
      }
      if (type === 'import' && canImport(resource)) {
        const columns = Object.keys(row).filter((name) => typeof row[name] === 'string');
        const rows = [row, other].map((one) => columns.map((name) => plainText(one[name])));
        await call(writes.importRows, { columns, rows, isDryRun: false });
      }
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
    }
  }

  const steps = fc.array(
    fc.record({
      section: fc.nat(written.length - 1),
      isFirst: fc.boolean(),
      type: fc.constantFrom<Step['type']>('add', 'add', 'save', 'save', 'remove', 'sort', 'bulk', 'import'),
      at: fc.tuple(fc.nat(40), fc.nat(40)),
      pick: fc.nat(100_000),
    }),
    { minLength: 25, maxLength: 40 },
  );

  it('folded onto what was there gives what is there; all taken back gives what was there', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { kysely } = server.database;
        const seed = new Map<string, ReadonlyMap<number, Row>>();
        for (const resource of written) seed.set(resource.name, await rowsOf(resource));
        const before = await state(written);
        const newest = async (): Promise<number> =>
          (await kysely.selectFrom('change_set').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0;
        const start = await newest();
        for (const step of sequence) await take(step);

        for (const resource of written) {
          const rows = new Map(seed.get(resource.name));
          const changes = await kysely
            .selectFrom('record_change')
            .selectAll()
            .where('resource', '=', resource.name)
            .where('set_id', '>', start)
            .orderBy('id')
            .execute();
          for (const { record_id: id, after } of changes) {
            if (after === null) rows.delete(id);
            else rows.set(id, { ...rows.get(id), ...after });
          }
          const folded = comparable(resource, rows);
          const now = comparable(resource, await rowsOf(resource));
          expect({ [resource.name]: folded }).toEqual({ [resource.name]: now });
        }

        const sets = await kysely
          .selectFrom('change_set')
          .select(['id', 'resource', 'kept_out'])
          .where('id', '>', start)
          .orderBy('id', 'desc')
          .execute();
        const final = new Set(sets.flatMap(({ resource, kept_out: reason }) => (reason === null ? [] : [resource])));
        // A section with something that cannot be taken back cannot become what it was.
        const whole = written.filter(({ name }) => !final.has(name));
        const ids = sets.filter(({ resource }) => !final.has(resource)).map(({ id }) => id);
        const done: number[] = [];
        for (let from = 0; from < ids.length; from += MAX_PLAN_SETS) {
          const wish = { sets: ids.slice(from, from + MAX_PLAN_SETS) };
          const { hash, refused, dependents } = await server.call(planChanges, wish, { token: tokens[0] });
          expect({ refused, dependents }).toEqual({ refused: [], dependents: [] });
          const { change } = await server.call(applyChanges, { ...wish, hash }, { token: tokens[0] });
          if (change !== null) done.push(change);
        }
        const pick = (one: Readonly<Record<string, unknown>>) => Object.fromEntries(whole.map(({ name }) => [name, one[name]]));
        expect(pick(await state(written))).toEqual(pick(before));
        expect(ids.length === 0 || done.length > 0).toBe(true);
      }),
      { numRuns: effort(2, 20), endOnFailure: true },
    );
  }, 240_000);

  interface AccountStep {
    readonly at: number;
    readonly pick: number;
  }
  /** What is written to accounts, rights, settings and profiles; all of it may be refused. */
  const ACCOUNT_STEPS = ['add', 'save', 'remove', 'profile', 'settings', 'addSetting', 'removeSetting'] as const;
  const accounts = all.filter(({ name }) => RIGHTS.includes(name));

  async function takeOne(type: (typeof ACCOUNT_STEPS)[number], { at, pick }: AccountStep): Promise<void> {
    const [token] = tokens;
    const resource = accounts[at % accounts.length] as Resource;
    const endpoints = resourceEndpoints(resource);
    // The newest, for what belongs to the program can hardly be changed.
    const ids = [...(await rowsOf(resource)).keys()]
      .filter((one) => one > 1)
      .toSorted((a, b) => b - a)
      .slice(0, 4);
    const id = ids[pick % Math.max(1, ids.length)] ?? 0;
    const { kysely } = server.database;
    const group = await kysely.selectFrom('admin_group').select('id').where('id', '>', 1).orderBy('id', 'desc').limit(1).executeTakeFirst();
    const status = pick % 3 === 0 ? '0' : '1';
    const rows: Readonly<Record<string, Row>> = {
      admin: { username: `laws${pick}`, nickname: `N ${at}`, group_arr: [group?.id ?? 0], motto: `'; ${at}`, status },
      adminGroup: { pid: 1, name: `laws ${pick}`, rules: [1], status },
      adminRule: { pid: 0, type: 'menu_dir', title: `laws ${pick}`, name: `laws/x${pick}`, path: `x${at}`, icon: 'fa fa-circle-o', status },
    };
    const row = rows[resource.name] ?? {};
    const setting = await kysely
      .selectFrom('config')
      .select('id')
      .where('allow_del', '=', 1)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const name = `lawsSetting${at}x${pick}`;
    const texts = ['Tea', '绿茶', '100%', ''];
    const work: Readonly<Record<typeof type, () => Promise<unknown>>> = {
      add: () => server.call(endpoints.add, { ...row, ...(resource.name === 'admin' && { password: 'secret99x' }) }, { token }),
      save: () => server.call(endpoints.save, { ...row, id }, { token }),
      remove: () => server.call(endpoints.remove, { ids: [id] }, { token }),
      profile: () =>
        server.call(
          saveOwnProfile,
          { nickname: `Nick ${pick}`, email: `a${pick}@b.cn`, mobile: `138${String(pick).padStart(8, '0')}`, motto: texts[at % 4] ?? '' },
          { token: tokens[at % 2 === 0 ? 0 : 1] },
        ),
      settings: () => server.call(saveConfig, { site_name: `Shop ${pick}`, record_number: texts[at % 4] ?? '' }, { token }),
      addSetting: () =>
        server.call(
          addConfig,
          { name, group: 'basics', title: name, type: 'string', tip: '', rule: [], content: '', value: 'a', weigh: at } as never,
          { token },
        ),
      removeSetting: () => server.call(removeConfig, { ids: [setting?.id ?? 0] }, { token }),
    };
    server.clock.advanceSeconds(1);
    try {
      await work[type]();
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
    }
  }

  const shown = (name: string, rows: ReadonlyMap<number, Row>): readonly Row[] => {
    const resource = accounts.find((one) => one.name === name);
    return resource
      ? comparable(resource, rows)
      : [...rows].toSorted(([a], [b]) => a - b).map(([, { id: _id, version: _version, ...row }]) => row);
  };

  it('holds what goes past the engine too: folded onto accounts, rights and settings it gives what is there', async () => {
    const { kysely } = server.database;
    const read = async () => {
      const rows = await kysely.selectFrom('config').selectAll().orderBy('id').execute();
      return new Map<string, ReadonlyMap<number, Row>>([
        ...(await Promise.all(accounts.map(async (one) => [one.name, await rowsOf(one)] as const))),
        ['config', new Map(rows.map((row) => [row.id, { ...row }]))],
      ]);
    };
    const seen = new Set<string>();
    const steps = fc.array(fc.tuple(fc.constantFrom(...ACCOUNT_STEPS), fc.record({ at: fc.nat(40), pick: fc.nat(90_000) })), {
      minLength: 20,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const seed = await read();
        const newest = await kysely.selectFrom('record_change').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
        // One of each kind of step, whatever else comes.
        for (const [index, type] of ACCOUNT_STEPS.entries())
          for (let at = 0; at < accounts.length; at += 1) await takeOne(type, { at, pick: 4 * (25_000 + index * 10 + at) });
        for (const [type, step] of sequence) await takeOne(type, step);
        const now = await read();
        for (const [name, rows] of seed) {
          const folded = new Map(rows);
          const changes = await kysely
            .selectFrom('record_change')
            .selectAll()
            .where('resource', '=', name)
            .where('id', '>', newest?.id ?? 0)
            .orderBy('id')
            .execute();
          for (const { record_id: id, kind: what, after } of changes) {
            seen.add(`${name} ${what}`);
            if (after === null) folded.delete(id);
            else folded.set(id, { ...folded.get(id), ...after });
          }
          expect({ [name]: shown(name, folded) }).toEqual({ [name]: shown(name, now.get(name) ?? new Map()) });
        }
      }),
      { numRuns: effort(1, 10), endOnFailure: true },
    );
    const kinds = ['created', 'changed', 'deleted'];
    expect([...seen].toSorted()).toEqual([...RIGHTS, 'config'].flatMap((name) => kinds.map((what) => `${name} ${what}`)).toSorted());
  }, 120_000);
});
