import { sql, type RawBuilder, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { SHIPPED_RESOURCES } from '#api/contract/resources/registry';
import { addressingOf } from '#domain/table/collection-address';
import type { Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { Database } from '#server/db/base/database';
import type { Tables } from '#server/db/tables/tables';
import { COUNT_MEMORY_MS, EXACT_COUNT_ROWS } from '#server/base/limits';
import { columnsOf } from '#server/resources/base/columns';
import { createCountMemory } from '#server/resources/read/count';
import { fromSql, MAIN, namesRelation, orderSql, whereSql } from '#server/resources/read/list-source';
import type { ResourceContext } from '#server/resources/base/resource-context';
import { openTestDatabase, testDatabaseKinds } from '#tests/support/database.ts';

/** Sections whose tables stay small enough to be read as a whole, and why. */
const SMALL: Readonly<Record<string, string>> = {
  admin: 'a back office has hundreds of administrators at most',
  adminGroup: 'trees are read whole',
  adminRule: 'trees are read whole',
  classification: 'trees are read whole',
  goodsCategory: 'trees are read whole',
  memberGroup: 'groups are made by hand',
  memberRule: 'trees are read whole',
  outboxMessage: 'limited a network and a day, and forgotten after 30 days',
  problemReport: '200 a day at most, and forgotten after 30 days',
  project: 'trees are read whole',
};

/** Filters of larger tables that no index is meant for, and why. */
const UNINDEXED: Readonly<Record<string, string>> = {
  'adminLog.userAgent': 'long, and nearly the same in every row: a page is found soon, and each write would pay for it',
  'moneyLog.quick search': 'looks into another table too; the filter by member has an index',
  'scoreLog.quick search': 'looks into another table too; the filter by member has an index',
};

/** As short as Chinese words are. */
const WORD = '茶壶';
const BIGRAM = `{${WORD}}`;

interface Case {
  readonly name: string;
  readonly query: Partial<Record<'search' | 'quickSearch', unknown>>;
  /** What the index must be asked for: the column, or the bigram of a text. */
  readonly asked: string;
  /** Whether one value is looked for, so that the index can hold the rows in their order too. */
  readonly isOneValue: boolean;
}

const valueFor = (field: Field, isTime: boolean): string => {
  if (isTime) return '2026-01-01 00:00:00,2026-01-02 00:00:00';
  if (field.search === 'range') return '5,9';
  if ('options' in field) return field.options[0] ?? '';
  return field.kind === 'string' || field.search === 'text' ? WORD : '7';
};

/** Every filter that the section offers, and its quick search. */
function casesOf(resource: Resource): Case[] {
  const filters = addressingOf(resource).fields.map(({ field: key, name, operator, render }): Case => {
    const val = valueFor(resource.fields[key] ?? expect.unreachable(key), render !== undefined);
    return {
      name: `${resource.name}.${key}`,
      query: { search: [{ field: name, operator, val, render }] },
      asked: operator === 'LIKE' ? BIGRAM : name,
      isOneValue: operator === 'eq',
    };
  });
  const hasQuickSearch = Object.values(resource.fields).some((field) => field.quickSearch);
  const quick = { name: `${resource.name}.quick search`, query: { quickSearch: WORD }, asked: BIGRAM, isOneValue: false };
  return hasQuickSearch ? [...filters, quick] : filters;
}

const GROWING = SHIPPED_RESOURCES.filter(({ name }) => SMALL[name] === undefined);
const CASES = GROWING.flatMap((resource) => casesOf(resource).map((one) => ({ ...one, resource })));

const other = (name: string) => {
  const resource = SHIPPED_RESOURCES.find((one) => one.name === name) ?? expect.unreachable(name);
  return { resource, columns: columnsOf(resource) };
};

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function planOf(trx: Transaction<Tables>, query: RawBuilder<unknown>): Promise<Plan[]> {
  const { rows } = await sql<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>`explain (format json) ${query}`.execute(trx);
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)));
}

test('names only sections and filters that exist', () => {
  const sections = SHIPPED_RESOURCES.map(({ name }) => name);
  expect(Object.keys(SMALL).filter((name) => !sections.includes(name))).toEqual([]);
  expect(Object.keys(UNINDEXED).filter((name) => !CASES.some((one) => one.name === name))).toEqual([]);
});

describe.each(testDatabaseKinds)('on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  test.each(CASES)('the filter $name is served by an index', async ({ name, resource, query, asked, isOneValue }) => {
    const context = { resource, columns: columnsOf(resource), other } as unknown as ResourceContext;
    const parsed = resourceEndpoints(resource).list.input.parse(query);
    const where = whereSql(context, parsed, sql`true`, 'UTC');
    const counted = sql`select 1 ${fromSql(context, namesRelation(context, parsed))} where ${where}`;
    const listed = sql`select ${sql.id(MAIN, columnsOf(resource).id.name)} ${fromSql(context, false)} where ${where} order by ${orderSql(context, '')} limit 20`;
    const served = await database.transaction(async (trx) => {
      // Whatever can be done without reading the table, or sorting it, is then done so, however few rows there are.
      for (const way of ['enable_seqscan', 'enable_sort']) await sql`select set_config(${way}, 'off', true)`.execute(trx);
      const isAsked = (await planOf(trx, counted)).some((node) => node['Index Cond']?.includes(asked));
      return isAsked && (!isOneValue || !(await planOf(trx, listed)).some((node) => node['Node Type'].endsWith('Sort')));
    });
    expect(served).toBe(UNINDEXED[name] === undefined);
  });

  test('a total is counted anew while it is small, and once a minute when it is large', async () => {
    let [nowMs, runs] = [0, 0];
    const memory = createCountMemory(() => nowMs);
    const count = (rows: number) =>
      memory.count(sql`select 1 from generate_series(1, ${rows}::integer)`, 'all', async (query) => {
        runs += 1;
        return (await query.execute(database.kysely)).rows[0]?.total ?? Number.NaN;
      });
    const counted = async (rows: number) => {
      runs = 0;
      return { total: await count(rows), runs };
    };
    const [small, large] = [EXACT_COUNT_ROWS, EXACT_COUNT_ROWS + 1];
    expect(await counted(small - 1)).toEqual({ total: small - 1, runs: 1 });
    expect(await counted(small)).toEqual({ total: small, runs: 1 });
    expect(await counted(large)).toEqual({ total: large, runs: 2 });
    expect(await counted(large + 1)).toEqual({ total: large, runs: 0 });
    nowMs += COUNT_MEMORY_MS;
    expect(await counted(large + 1)).toEqual({ total: large + 1, runs: 2 });
  });
});
