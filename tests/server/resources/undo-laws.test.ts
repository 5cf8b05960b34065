import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { parseResource } from '#api/contract/table/resource-schema';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { wireNameOf } from '#domain/fields/field';
import { FailureError } from '#domain/base/failure';
import { hasCall } from '#domain/table/resource';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { dealt, tried } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { publishedOn, publishSections } from '#tests/support/designs/published-sections.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { diaryJson } from '#tests/support/specimens.ts';
import { hasUniqueLists } from '#tests/support/unique-lists.ts';
import { wireRecords } from '#tests/support/wire-records.ts';

type Row = Readonly<Record<string, unknown>>;
type Step =
  | { readonly type: 'add'; readonly row: Row }
  | { readonly type: 'save'; readonly at: number; readonly row: Row }
  | { readonly type: 'remove'; readonly at: readonly number[] }
  | { readonly type: 'sort'; readonly at: number; readonly to: number };

const diary = parseResource(JSON.parse(diaryJson('personal')));
/** Rights, and what goes beyond the row, have examples of their own. */
const OWN_TESTS = ['admin', 'adminGroup', 'adminRule', 'chatModel', 'memberRule', 'signInProvider'];
const SORTED = SHIPPED_RESOURCES.filter((one) => hasCall(one, 'sort') && !OWN_TESTS.includes(one.name) && !hasUniqueLists(one));
/** They grow with every call, whatever it does. */
const LOGS = [
  'change_set',
  'record_change',
  'life_step',
  'recycle_entry',
  'sensitive_entry',
  'admin_log',
  'security_log',
  'idempotency_key',
  'token',
  'throttle_counter',
  'area',
];

describe.each(testDatabaseKinds)('taking back writes on %s', (kind) => {
  const published = tried(publishedOn(kind));
  const resources = [...tried(dealt(SORTED, kind)), ...published.map(({ declaration }) => declaration), diary];
  let server: TestServer;
  let token: string;
  let tables: string[];

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  /** Every table, whole; how often and when a record was written counts upwards only. */
  async function everything(): Promise<Readonly<Record<string, readonly string[]>>> {
    const selects = tables.map(
      (name) => sql`select ${name} as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from ${sql.table(name)} as t) as rows`,
    );
    const { rows } = await sql<{ name: string; rows: Row[] }>`${sql.join(selects, sql` union all `)}`.execute(server.database.kysely);
    // Written once and compared as texts, which costs less than to compare objects in any order.
    const plain = ({ version: _version, update_time: _time, ...row }: Row): string => JSON.stringify(row);
    return Object.fromEntries(rows.map(({ name, rows: all }) => [name, all.map(plain).toSorted()]));
  }

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: [...SHIPPED_RESOURCES, diary],
      prepare: (database) => createResourceTable(database, diary),
    });
    await publishSections(server, published);
    ({ token } = await server.signIn());
    tables = (await server.database.kysely.introspection.getTables())
      .filter(({ schema }) => schema === 'public')
      .map(({ name }) => name)
      .filter((name) => !LOGS.some((log) => name.startsWith(log)));
  });
  afterAll(() => server.close());

  describe.each(resources.map((resource) => ({ resource, name: resource.name })))('to $name', ({ resource }) => {
    const endpoints = resourceEndpoints(resource);
    let records: fc.Arbitrary<Row>;
    const undo = async (change: number): Promise<number> =>
      (await call(resourceWriteEndpoints(resource).undo, { change })).change ?? expect.unreachable('no number');
    const flat = (rows: readonly Row[]): Row[] => rows.flatMap(({ children, ...row }) => [row, ...flat((children ?? []) as Row[])]);
    const ids = async (): Promise<number[]> =>
      flat((await call(endpoints.list, { limit: 1000, order: 'id,asc' })).list ?? []).map((row) => row['id'] as number);

    /** @returns the write's number, or undefined where it was refused or changed nothing */
    async function take(step: Step): Promise<number | undefined> {
      const there = await ids();
      const at = (index: number): number => there[index % Math.max(1, there.length)] ?? 0;
      server.clock.advanceSeconds(1);
      try {
        if (step.type === 'add') return (await call(endpoints.add, step.row))?.change;
        if (step.type === 'save') return (await call(endpoints.save, { ...step.row, id: at(step.at) }))?.change;
        if (step.type === 'remove') return (await call(endpoints.remove, { ids: step.at.map(at) }))?.change;
        return (await call(endpoints.sort, { id: at(step.at), targetId: at(step.to) }))?.change;
      } catch (error) {
        if (error instanceof FailureError) return undefined;
        throw error;
      }
    }

    beforeAll(async () => {
      // Of its own: the steps of another record's kind may have taken away what was there before.
      const related: number[] = [];
      for (const name of ['Tea', '茶具']) related.push((await call(resourceEndpoints(goodsCategory).add, { name }))?.id ?? 0);
      records = wireRecords(resource, related);
      for (const row of fc.sample(records, 5)) await call(endpoints.add, row);
    });

    const steps = (): fc.Arbitrary<Step[]> => {
      const index = fc.nat(20);
      const one: fc.Arbitrary<Step> = fc.oneof(
        fc.record({ type: fc.constant('add' as const), row: records }),
        fc.record({ type: fc.constant('save' as const), at: index, row: records }),
        fc.record({ type: fc.constant('remove' as const), at: fc.array(index, { minLength: 1, maxLength: 3 }) }),
        fc.record({ type: fc.constant('sort' as const), at: index, to: index }),
      );
      return fc.array(one, { minLength: 3, maxLength: 6 });
    };

    it('leaves every table as it was, done and undone and done again', async () => {
      await fc.assert(
        fc.asyncProperty(steps(), async (sequence) => {
          const before = await everything();
          const numbers: number[] = [];
          for (const step of sequence) {
            const number = await take(step);
            if (number !== undefined) numbers.push(number);
          }
          const after = await everything();
          const undone: number[] = [];
          for (const number of numbers.toReversed()) undone.push(await undo(number));
          expect(await everything()).toEqual(before);
          for (const number of undone.toReversed()) await undo(number);
          expect(await everything()).toEqual(after);
        }),
        { numRuns: effort(2, 5) },
      );
    });

    it('takes back nothing that has been touched since, nor twice', async () => {
      const [row, other] = fc.sample(records, 2) as [Row, Row];
      const titleName = wireNameOf(resource.titleField, resource.fields[resource.titleField]);
      const added = await call(endpoints.add, { ...row, [titleName]: 'one' });
      const id = added?.id ?? 0;
      const first = (await call(endpoints.save, { id, [titleName]: 'two' }))?.change ?? 0;
      const second = (await call(endpoints.save, { ...other, id, [titleName]: 'three' }))?.change ?? 0;
      const before = await everything();
      for (const number of [first, added?.change ?? 0]) await expect(undo(number)).rejects.toThrow(FailureError);
      expect(await everything()).toEqual(before);
      await undo(second);
      await expect(undo(second)).rejects.toThrow(FailureError);
      await undo(first);
      await undo(added?.change ?? 0);
      expect(await ids()).not.toContain(id);
    });
  });
});
