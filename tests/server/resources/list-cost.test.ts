import { sql, type RawBuilder, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { goods } from '#sections/goods/goods.resource.ts';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { addressingOf } from '#domain/table/collection-address';
import { WIRE_OPERATORS, type SearchOperator } from '#domain/table/resource-query';
import { operatorsOf, valueFormOf } from '#domain/table/search-operators';
import type { Language } from '#domain/base/language';
import type { Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { Database } from '#server/db/base/database';
import type { Tables } from '#server/db/tables/tables';
import { COUNT_MEMORY_MS, EXACT_COUNT_ROWS, MANY_ROWS, WHOLE_COUNT_MS } from '#server/base/limits';
import { columnsOf } from '#server/resources/base/columns';
import { createCountMemory } from '#server/resources/read/count';
import { fromSql, MAIN, namesRelation, orderSql, whereSql } from '#server/resources/read/list-source';
import type { ResourceContext } from '#server/resources/base/resource-context';
import { pastLives } from '#server/db/sections/guard-lives';
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
  'attachment.tags EMPTY': 'most have none: a page of them is soon met along the order',
  'adminLog.userAgent': 'long, and nearly the same in every row: a page is found soon, and each write would pay for it',
  'member.email EMPTY': 'many have none: a page of them is soon met along the order',
  'member.mobile EMPTY': 'many have none: a page of them is soon met along the order',
  'memberDeletion.quick search': 'looks into another table; the filter by member has an index',
  'moneyLog.quick search': 'looks into another table too; the filter by member has an index',
  'scoreLog.quick search': 'looks into another table too; the filter by member has an index',
};

const PAID_BY_UPDATES = 'every change of a record would pay for it, and the journal tells what changed last';
const OF_FEW_VALUES = 'has few values, each of which can be filtered by';
const OF_FILES = 'files are looked for by what they are and when they came; each upload would pay for it';
const WITHIN_A_SECOND = 'what was deleted or changed within one second is sorted, and no more than that';
const OF_DAYS = 'a row for a day, a model and an account: summed up, and not gone through';

/** Orders of larger tables that no index has whole, and why. */
const UNORDERED: Readonly<Record<string, string>> = {
  'attachment.createTime': OF_FILES,
  'attachment.mimeType': OF_FILES,
  'attachment.name': OF_FILES,
  'attachment.uploadCount': OF_FILES,
  'chatUsage.answers': OF_DAYS,
  'chatUsage.cost': OF_DAYS,
  'chatUsage.inputTokens': OF_DAYS,
  'chatUsage.outputTokens': OF_DAYS,
  'dataRecycleLog.createTime': WITHIN_A_SECOND,
  'goods.listPrice': 'many have none, and it is hidden unless somebody wants to see it',
  'goods.status': OF_FEW_VALUES,
  'goods.updateTime': PAID_BY_UPDATES,
  'member.status': OF_FEW_VALUES,
  'member.updateTime': PAID_BY_UPDATES,
  'member.username': 'a name is had once: its own index has the order, and nothing is to be sorted within one',
  'sensitiveDataLog.createTime': WITHIN_A_SECOND,
};

/** As short as Chinese words are. */
const WORD = '茶壶';
/** Texts of every length that the index has a way of its own for. Each with what it is asked for. */
const WORDS = {
  茶: `''茶'':*`,
  [WORD]: `''茶壶'':*`,
  紫砂茶壶: `''紫砂茶'' & ''砂茶壶''`,
  紫砂茶壶一套六件送礼: `''紫砂茶'' & ''套六件'' & ''件送礼''`,
} as const;

interface Asked {
  readonly query: Partial<Record<'search' | 'anyOf' | 'quickSearch', unknown>>;
  /** What the index must be asked for: the column, or the trigrams of a text. */
  readonly by: string;
}

interface Case {
  readonly name: string;
  readonly asked: readonly Asked[];
  /** Whether one value is looked for, so that the index can hold the rows in their order too. */
  readonly isOneValue: boolean;
  /** Whether all but some values are looked for: an index is asked for those beside them, and is not gone along for all. */
  readonly isOther: boolean;
}

const valueFor = (field: Field, isTime: boolean): string => {
  if (isTime) return '2026-01-01 00:00:00,2026-01-02 00:00:00';
  if (field.kind === 'date') return '2026-01-01,2026-01-02';
  if (field.search === 'range') return '5,9';
  if ('options' in field) return field.options[0] ?? '';
  return field.kind === 'string' || field.search === 'text' ? WORD : '7';
};

const askedByWords = (queryOf: (word: string) => Asked['query']): readonly Asked[] =>
  Object.entries(WORDS).map(([word, by]) => ({ query: queryOf(word), by }));

const OTHERS: readonly SearchOperator[] = ['ne', 'NOT IN'];

/** Of texts and lists these find most rows: a page of it is soon met along its order, and no index of parts would serve. */
const isDenial = (operator: SearchOperator, own: SearchOperator): boolean =>
  ['NOT LIKE', 'NOT FIND_IN_SET', 'NOT EMPTY'].includes(operator) || (OTHERS.includes(operator) && own === 'LIKE');

function valueOf(field: Field, operator: SearchOperator, isTime: boolean): string {
  const plain = valueFor(field, isTime);
  const [first = ''] = plain.split(',');
  if (['BEGINS', 'LIKE', 'eq'].includes(operator) && field.kind === 'string') return WORD;
  return {
    one: first,
    bounds: isTime || field.kind === 'date' ? plain : '5,9',
    several: `${first},${first}1`,
    period: 'yesterday',
    none: 'true',
  }[valueFormOf(operator)];
}

/** Every filter that the section offers, by every operator, and its quick search. */
function casesOf(resource: Resource): Case[] {
  const filters = addressingOf(resource).fields.flatMap(({ field: key, name, operator: own, render }): Case[] => {
    const field = resource.fields[key] ?? expect.unreachable(key);
    return operatorsOf(field)
      .filter((operator) => !isDenial(operator, own))
      .map((operator) => {
        // The protocol's negations pass over what has no value, so the panel sends ours.
        const isByGroups = !(WIRE_OPERATORS as readonly string[]).includes(operator) || OTHERS.includes(operator);
        const searched = (val: string) => {
          const condition = { field: name, operator, val, render };
          return isByGroups ? { anyOf: [[condition]] } : { search: [condition] };
        };
        const asked = [{ query: searched(valueOf(field, operator, render !== undefined)), by: name }];
        const isByWords = operator === 'LIKE' || (operator === 'BEGINS' && own === 'LIKE');
        return {
          name: operator === own ? `${resource.name}.${key}` : `${resource.name}.${key} ${operator}`,
          asked: isByWords ? askedByWords(searched) : asked,
          isOneValue: operator === 'eq' && own === 'eq',
          isOther: OTHERS.includes(operator),
        };
      });
  });
  const hasQuickSearch = Object.values(resource.fields).some((field) => field.quickSearch);
  const quick = {
    name: `${resource.name}.quick search`,
    asked: askedByWords((word) => ({ quickSearch: word })),
    isOneValue: false,
    isOther: false,
  };
  return hasQuickSearch ? [...filters, quick] : filters;
}

const GROWING = SHIPPED_RESOURCES.filter(({ name, isSmall }) => isSmall !== true && SMALL[name] === undefined);
/** Each by those who read the fields as they are stored, and by readers who are shown another name. */
const READ = GROWING.flatMap((resource) =>
  [null, ...(Object.keys(resource.titleIn ?? {}) as Language[])].map((titlesIn) => ({ name: resource.name, resource, titlesIn })),
);
const CASES = GROWING.flatMap((resource) => casesOf(resource).map((one) => ({ ...one, resource })));

const ORDERS = GROWING.flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([key, field]) =>
    field.sortable === true ? [{ name: `${resource.name}.${key}`, resource, key }] : [],
  ),
);

const other = (name: string) => {
  const resource = SHIPPED_RESOURCES.find((one) => one.name === name) ?? expect.unreachable(name);
  return { resource, columns: columnsOf(resource) };
};

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Cond'?: string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly Plan[];
}

/** What is said of all operators of a filter, or of one. */
const isUnindexed = (name: string): boolean => [name, name.split(' ')[0] ?? ''].some((one) => UNINDEXED[one] !== undefined);

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function planOf(trx: Transaction<Tables>, query: RawBuilder<unknown>): Promise<Plan[]> {
  const { rows } = await sql<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>`explain (format json) ${query}`.execute(trx);
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)));
}

/** What counts the rows of a list, and what reads its first page in its own order. */
function queriesOf(resource: Resource, query: Asked['query'], isLarge = false, order = '', titlesIn: Language | null = null) {
  const context = {
    resource,
    columns: columnsOf(resource),
    other,
    hooks: {},
    ports: { messages: { text: (_language: string, key: string) => key } },
  } as unknown as ResourceContext;
  const parsed = resourceEndpoints(resource).list.input.parse(query);
  const where = whereSql(context, parsed, sql`true`, { language: 'zh-cn', titlesIn, timeZone: 'UTC', today: '2026-01-02', isLarge });
  return {
    counted: sql`select 1 ${fromSql(context, namesRelation(context, parsed))} where ${where}`,
    listed: sql`select ${sql.id(MAIN, columnsOf(resource).id.name)} ${fromSql(context, false)} where ${where} order by ${orderSql(context, order, { titlesIn })} limit 20`,
  };
}

const rowsUpTo = (from: number, to: number) => sql`select 1 from generate_series(${from}::integer + 1, ${to}::integer)`;

test('names only sections, filters and orders that exist', () => {
  const sections = SHIPPED_RESOURCES.map(({ name }) => name);
  expect(Object.keys(SMALL).filter((name) => !sections.includes(name))).toEqual([]);
  expect(Object.keys(UNINDEXED).filter((name) => !CASES.some((one) => one.name === name))).toEqual([]);
  expect(Object.keys(UNORDERED).filter((name) => !ORDERS.some((one) => one.name === name))).toEqual([]);
});

describe.each(testDatabaseKinds)('on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  /** Whether what each case asks is served by an index. */
  const servedOf = ({ resource, asked, isOneValue, isOther }: (typeof CASES)[number], titlesIn: Language | null): Promise<boolean[]> =>
    database.transaction(async (trx) => {
      // Whatever can be done without reading the table, or sorting it, is then done so, however few rows there are.
      const ways = ['enable_seqscan', 'enable_sort', ...(isOther ? ['enable_indexscan', 'enable_indexonlyscan'] : [])];
      for (const way of ways) await sql`select set_config(${way}, 'off', true)`.execute(trx);
      const answers: boolean[] = [];
      for (const { query, by } of asked) {
        const { counted, listed } = queriesOf(resource, query, false, '', titlesIn);
        const nodes = await planOf(trx, counted);
        // Of a column that is never empty the database knows that nothing is found.
        const isAsked = nodes.every((node) => !node['Relation Name']) || nodes.some((node) => node['Index Cond']?.includes(by));
        answers.push(isAsked && (!isOneValue || !(await planOf(trx, listed)).some((node) => node['Node Type'].endsWith('Sort'))));
      }
      return answers;
    });

  test.each(READ)(
    'each filter of $name is served by an index, but those that are named: $titlesIn',
    { timeout: 300_000 },
    async ({ resource, titlesIn }) => {
      const cases = CASES.filter((one) => one.resource === resource);
      const served: unknown[] = [];
      for (const one of cases) served.push([one.name, await servedOf(one, titlesIn)]);
      expect(served).toEqual(cases.map(({ name, asked }) => [name, asked.map(() => !isUnindexed(name))]));
    },
  );

  test.each(READ)('each order of $name is that of an index, but those that are named: $titlesIn', async ({ resource, titlesIn }) => {
    const orders = ORDERS.filter((one) => one.resource === resource);
    const sorted: unknown[] = [];
    for (const { name, key } of orders) {
      const nodes = await database.transaction(async (trx) => {
        for (const way of ['enable_seqscan', 'enable_sort']) await sql`select set_config(${way}, 'off', true)`.execute(trx);
        return await planOf(trx, queriesOf(resource, {}, false, `${key},desc`, titlesIn).listed);
      });
      sorted.push([name, nodes.some((node) => node['Node Type'].endsWith('Sort'))]);
    }
    expect(sorted).toEqual(orders.map(({ name }) => [name, UNORDERED[name] !== undefined]));
  });

  /** Row by row the parts of a condition are tried as they stand, and to take a text apart costs a hundred times as much as to look into it. */
  test('where any of several groups may hold, the texts are looked into before they are taken apart', () => {
    const groups = ['BEGINS', 'LIKE'].map((operator) => [{ field: 'title', operator, val: WORD }]);
    const { listed } = queriesOf(goods, { anyOf: groups });
    const asked = listed.compile(database.kysely).sql.match(/ilike|search_grams/gu);
    expect(asked).toEqual(['ilike', 'search_grams', 'ilike', 'search_grams']);
  });

  test('a text is found by any of its parts, whatever characters it has', async () => {
    const texts = ['a', "it's", String.raw`back\slash`, 'a\u0001b', ':*', "'':&|!()", '100% _', '𝔘𝔫𝔦', 'ÄÖ', '两\n行'];
    const parts = texts.flatMap((text) => {
      const characters = Array.from(text);
      return characters.flatMap((_, from) =>
        characters.slice(from).map((_, size) => [text, characters.slice(from, from + size + 1).join('')]),
      );
    });
    const { rows } = await sql<{ text: string; part: string }>`
      select text, part from jsonb_to_recordset(${JSON.stringify(parts.map(([text, part]) => ({ text, part })))}::jsonb) as parts (text text, part text)
      where not search_grams(text) @@ searched_grams(part)`.execute(database.kysely);
    expect({ count: parts.length, lost: rows }).toEqual({ count: 147, lost: [] });
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
      return { total: await count(rows), runs, isLarge: memory.isLarge('all') };
    };
    const [small, large] = [EXACT_COUNT_ROWS, EXACT_COUNT_ROWS + 1];
    expect(await counted(MANY_ROWS)).toEqual({ total: MANY_ROWS, runs: 1, isLarge: false });
    expect(await counted(small - 1)).toEqual({ total: small - 1, runs: 1, isLarge: true });
    expect(await counted(MANY_ROWS)).toEqual({ total: MANY_ROWS, runs: 1, isLarge: false });
    expect(await counted(small)).toEqual({ total: small, runs: 1, isLarge: true });
    expect(await counted(large)).toEqual({ total: large, runs: 2, isLarge: true });
    expect(await counted(large + 1)).toEqual({ total: large, runs: 0, isLarge: true });
    // One that has become large beside its page is counted whole.
    expect([memory.countedBeside('all', large), memory.countedBeside('all', small)]).toEqual([undefined, small]);
    expect(await counted(large + 1)).toEqual({ total: large + 1, runs: 2, isLarge: true });
    nowMs += COUNT_MEMORY_MS;
    expect(memory.isLarge('all')).toBe(false);
    expect(await counted(large + 1)).toEqual({ total: large + 1, runs: 2, isLarge: true });
  });

  test('a large list that only grows is counted on from where it was, and whole once an hour', async () => {
    let [nowMs, newest, read] = [0, 0, 0];
    const memory = createCountMemory(() => nowMs);
    const count = async () => {
      read = 0;
      const total = await memory.count(
        rowsUpTo(0, newest),
        'all',
        async (query) => {
          const counted = (await query.execute(database.kysely)).rows[0]?.total ?? Number.NaN;
          read += counted;
          return counted;
        },
        { newest: () => Promise.resolve(newest), between: rowsUpTo },
      );
      return { total, read };
    };
    const capped = EXACT_COUNT_ROWS + 1;
    newest = 50_000;
    expect(await count()).toEqual({ total: 50_000, read: capped + 50_000 });
    newest = 50_007;
    expect(await count()).toEqual({ total: 50_000, read: 0 });
    nowMs += COUNT_MEMORY_MS;
    expect(await count()).toEqual({ total: 50_007, read: capped + 7 });
    expect(memory.largeTotal('all')).toBe(50_007);
    nowMs += WHOLE_COUNT_MS;
    expect(memory.largeTotal('all')).toBe(0);
    expect(await count()).toEqual({ total: 50_007, read: capped + 50_007 });
  });

  test('each part of a text is found by its groups, of whatever length and wherever it stands', async () => {
    const text = "West Lake Longjing 西湖龙井 明前 100 克 'No. 999972' \\ 茶茶茶茶";
    const { rows: missed } = await sql<{ part: string }>`
      select substr(${text}::text, begun, long) as part
      from generate_series(1, length(${text}::text)) as begun, generate_series(1, length(${text}::text)) as long
      where begun + long <= length(${text}::text) + 1 and not search_grams(${text}::text) @@ searched_grams(upper(substr(${text}::text, begun, long)))`.execute(
      database.kysely,
    );
    expect(missed).toEqual([]);
  });

  test('a long text is sought by few groups, of which any word of three characters has at least one character', async () => {
    const { rows } = await sql<{ groups: string }>`select searched_grams('西湖龙井 明前 100 克 999972')::text as groups`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ groups: "'西湖龙' & '明前 ' & '0 克' & '999' & '972'" }]);
  });

  /** How the planner finds a page of what it takes for a million goods: 茶 is in every second title, 龙井 in every fifth, and a number in one. */
  test('what many rows have is met along the order, what few have is sought by the index', async () => {
    const indexes = await database.transaction(async (trx) => {
      await pastLives(trx);
      await sql`insert into goods_category (name, create_time, update_time) values ('tea', 0, 0)`.execute(trx);
      await sql`insert into goods (category_id, title, title_en, subtitle, images, price, stock, unit, status, tags, description, weigh, create_time, update_time)
          select (select min(id) from goods_category), case n % 2 when 0 then '茶 ' else '壶 ' end || case n % 5 when 0 then '龙井 Longjing ' else '' end || n, '', '', '[]', n, n, '', 'on', '[]', '', n, n, n
          from generate_series(100001, 106000) as n`.execute(trx);
      await sql`analyze goods`.execute(trx);
      await sql`update pg_class set reltuples = 1000000 where relname in ('goods', 'goods_order', 'goods_search')`.execute(trx);
      const indexesOf = async (quickSearch: string, isLarge?: boolean) => {
        const plan = await planOf(trx, queriesOf(goods, { quickSearch }, isLarge).listed);
        return plan.flatMap((node) => node['Index Name'] ?? []);
      };
      /** How many rows the planner expects to read along the way it has chosen. */
      const expectedOf = async (quickSearch: string, isLarge?: boolean) => {
        const plan = await planOf(trx, queriesOf(goods, { quickSearch }, isLarge).listed);
        return plan.find((node) => node['Relation Name'] === 'goods')?.['Plan Rows'] ?? Number.NaN;
      };
      return {
        oneCharacter: await indexesOf('茶'),
        rareCharacter: await indexesOf('鬱'),
        rareWord: await indexesOf('鲸鱼'),
        rareTrigram: await indexesOf('zzq'),
        rareNumber: await indexesOf('105999'),
        // Of several trigrams the planner thinks that they meet by chance.
        twoCharacters: await indexesOf('龙井'),
        word: await indexesOf('Longjing'),
        wordOfMany: await indexesOf('Longjing', true),
        // Or else it would go along the whole order in search of none, and read a whole index for the first of many.
        isRareExpected: (await expectedOf('鲸鱼')) < 20,
        areManyExpected: (await expectedOf('Longjing', true)) > 100_000,
      };
    });
    expect(indexes).toEqual({
      oneCharacter: ['goods_order'],
      rareCharacter: ['goods_search'],
      rareWord: ['goods_search'],
      rareTrigram: ['goods_search'],
      rareNumber: ['goods_search'],
      twoCharacters: ['goods_order'],
      word: ['goods_search'],
      wordOfMany: ['goods_order'],
      isRareExpected: true,
      areManyExpected: true,
    });
  });
});
