import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADER } from '#api/contract/base/wire';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceFileEndpoints } from '#api/contract/table/resource-files';
import { parseResource } from '#api/contract/table/resource-schema';
import type { Language } from '#domain/base/language';
import { wireNameOf } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { goods } from '#sections/goods/goods.resource.ts';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { pastLives } from '#server/db/sections/guard-lives';
import { dealtKinds } from '#tests/support/dealt.ts';
import { rowsOfCsv } from '#tests/support/exported.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** As somebody designs one. */
const jar = parseResource({
  name: 'jar',
  controller: 'lab.Jar',
  table: 'lab_jar',
  titleField: 'name',
  titleIn: { en: 'nameEn' },
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': '罐子', en: 'Jars' },
  fields: {
    id: { kind: 'id' },
    name: { kind: 'string', required: true, search: 'text', sortable: true },
    nameEn: { kind: 'string', list: 'hidden' },
    version: { kind: 'version' },
  },
});

const RESOURCES = [...SHIPPED_RESOURCES, jar];
const NAMED = RESOURCES.filter(({ titleIn }) => titleIn !== undefined);

/** Their order is another in each language, and the last has no English name. */
const NAMES = [
  ['Name B', 'xq 3'],
  ['Name A', 'xq 5'],
  ['xq 4', ''],
] as const;

const nameOf = ({ fields }: Resource, key: string): string => wireNameOf(key, fields[key] ?? expect.unreachable(key));

describe.each(dealtKinds())('names of records as they are shown, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, resources: RESOURCES, prepare: (database) => createResourceTable(database, jar) });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  async function name(resource: Resource): Promise<void> {
    const [title = '', own = ''] = [resource.titleField, ...Object.values(resource.titleIn ?? {})].map((key) => nameOf(resource, key));
    await server.database.transaction(async (trx) => {
      await pastLives(trx);
      if (resource === jar) for (const [at] of NAMES.entries()) await sql`insert into lab_jar (name) values (${`jar ${at}`})`.execute(trx);
      if (resource.tree) await sql`update ${sql.table(resource.table)} set pid = 0`.execute(trx);
      const { rows } = await sql<{ id: number }>`select id from ${sql.table(resource.table)} order by id limit ${NAMES.length}`.execute(
        trx,
      );
      expect(rows).toHaveLength(NAMES.length);
      for (const [at, { id }] of rows.entries())
        await sql`update ${sql.table(resource.table)} set ${sql.id(title)} = ${NAMES[at]![0]}, ${sql.id(own)} = ${NAMES[at]![1]} where id = ${id}`.execute(
          trx,
        );
    });
  }

  it.each(NAMED)('narrow and order the list of $name for its readers', async (resource) => {
    await name(resource);
    const field = nameOf(resource, resource.titleField);
    const { list } = resourceEndpoints(resource);
    const found = async (query: object, language: Language) => {
      const reply = await server.call(list, { limit: 100, isTree: false, ...query }, { token, language });
      return (reply.list ?? []).map((row) => String(row[field]));
    };
    const ask = (operator: string, val: string) => ({ search: [{ field, operator, val }] });
    const either = (...values: string[]) => ({ anyOf: values.map((val) => [{ field, operator: 'LIKE', val }]) });
    const asked = async (language: Language) => ({
      contains: (await found(ask('LIKE', 'xq'), language)).toSorted(),
      is: await found(ask('eq', 'xq 3'), language),
      either: (await found(either('xq 3', 'xq 4'), language)).toSorted(),
      order: (await found({ order: `${field},asc` }, language)).filter((one) => NAMES.some(([title]) => title === one)),
    });
    expect(await asked('en')).toEqual({
      contains: ['Name A', 'Name B', 'xq 4'],
      is: ['Name B'],
      either: ['Name B', 'xq 4'],
      order: ['Name B', 'xq 4', 'Name A'],
    });
    expect(await asked('zh-cn')).toEqual({ contains: ['xq 4'], is: [], either: ['xq 4'], order: ['Name A', 'Name B', 'xq 4'] });
  });

  it('are in a file in the same order', async () => {
    const query = {
      format: 'csv' as const,
      columns: 'title',
      search: [{ field: 'title', operator: 'LIKE' as const, val: 'xq' }],
      order: 'title,asc',
    };
    const fileIn = async (language: Language): Promise<unknown[]> => {
      const { blob } = await server.call(resourceFileEndpoints(goods).exportList, query, { token, language });
      return rowsOfCsv(await blob.arrayBuffer())
        .slice(1)
        .flat();
    };
    expect([await fileIn('en'), await fileIn('zh-cn')]).toEqual([['Name B', 'xq 4', 'Name A'], ['xq 4']]);
  });

  it('are joined records’ too', async () => {
    const { kysely } = server.database;
    const { rows } = await sql<{ id: number }>`select id from goods_category where name_en = 'xq 3'`.execute(kysely);
    const search = [{ field: 'category.name', operator: 'eq' as const, val: 'xq 3' }];
    await kysely.transaction().execute(async (trx) => {
      await pastLives(trx);
      await sql`update goods set category_id = ${rows[0]?.id} where title_en = 'xq 5'`.execute(trx);
    });
    const found = async (language: Language) =>
      ((await server.call(resourceEndpoints(goods).list, { search, limit: 100 }, { token, language })).list ?? []).map(
        (row) => row['title'],
      );
    expect(await found('en')).toContain('Name A');
    expect(await found('zh-cn')).toEqual([]);
  });

  it('are those of the field for clients that show each field by itself, in whatever language they ask', async () => {
    const path = `/admin/goods.Goods/index?${new URLSearchParams({ 'search[0][field]': 'title', 'search[0][operator]': 'LIKE', 'search[0][val]': 'xq' })}`;
    const told = async (headers: Record<string, string>) => {
      const { body } = await server.request(path, { token, headers: { 'think-lang': 'en', ...headers } });
      return ((body?.data.list ?? []) as Record<string, unknown>[]).map((row) => String(row['title'])).toSorted();
    };
    expect(await told({})).toEqual(['xq 4']);
    expect(await told({ [HEADER.tokenRotation]: 'true' })).toEqual(['Name A', 'Name B', 'xq 4']);
  });
});
