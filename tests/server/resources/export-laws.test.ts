import { globSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceFileEndpoints } from '#api/contract/table/resource-files';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { exportableFields } from '#domain/table/export-columns';
import { relationKey, titlesNameOf, wireNameOf, type Field } from '#domain/fields/field';
import { canExport, type Resource } from '#domain/table/resource';
import { sectionMessages, type SectionTexts } from '#domain/table/section-folder';
import { formulaText, withoutFormula } from '#domain/table/formula-text';
import { dealtKinds } from '#tests/support/dealt.ts';
import { rowsOfCsv, rowsOfXlsx } from '#tests/support/exported.ts';
import { publishedOn, publishSections } from '#tests/support/designs/published-sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { wireRecords } from '#tests/support/wire-records.ts';

type Row = Readonly<Record<string, unknown>>;

const words = globSync('src/sections/*/en.json').map((file) => [file, JSON.parse(readFileSync(file, 'utf8')) as SectionTexts] as const);
const texts = sectionMessages(Object.fromEntries(words)).resources as unknown as Readonly<
  Record<
    string,
    {
      readonly options?: Readonly<Record<string, Readonly<Record<string, string>>>>;
      readonly kit: { readonly fields: Readonly<Record<string, string>> };
    }
  >
>;
const resourceNamed = (name: string): Resource => SHIPPED_RESOURCES.find((one) => one.name === name) as Resource;
const inShanghai = (seconds: number): string => new Date((seconds + 8 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ');
const scalar = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Said again in the test's own words: what a person sees of a value that the list sent. */
function shownText(resource: Resource, key: string, row: Row): string {
  const field = resource.fields[key] as Field;
  const name = wireNameOf(key, field);
  const value = row[name];
  const option = (one: unknown): string => texts[resource.name]?.options?.[key]?.[scalar(one)] ?? scalar(one);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the kinds that are shown as they are sent need no words
  switch (field.kind) {
    case 'switch':
      return value === '1' ? 'On' : 'Off';
    case 'dateTime':
    case 'createTime':
    case 'updateTime':
      // Some times go over the wire as text already.
      return typeof value === 'number' ? inShanghai(value) : scalar(value);
    case 'select':
    case 'radio':
      return scalar(value) === '' ? '' : option(value);
    case 'checkbox':
      return (value as unknown[]).map(option).join(', ');
    case 'remoteSelect': {
      const joined = row[relationKey(key)] as Row | null;
      const other = resourceNamed(field.of);
      const titles = [other.titleIn?.en, other.titleField].map((one) => one && scalar(joined?.[wireNameOf(one, other.fields[one])]));
      return joined ? (titles.find(Boolean) ?? '') : value ? `#${scalar(value)}` : '';
    }
    case 'remoteSelects':
      return (row[titlesNameOf(name)] as string[]).join(', ');
    case 'citySelect':
      return scalar(row[`${name}_text`]).split(',').join(', ');
    case 'array':
      return (value as { key: string; value: string }[]).map((pair) => `${pair.key}=${pair.value}`).join('\n');
    case 'parent':
      return value === 0 ? '' : scalar(value);
    default:
      return Array.isArray(value) ? value.join(', ') : scalar(value);
  }
}

describe.each(dealtKinds())('exported lists on %s', (kind) => {
  const published = publishedOn(kind);
  const ALL: readonly Resource[] = [...SHIPPED_RESOURCES, ...published.map(({ declaration }) => declaration)];
  const EXPORTED = ALL.filter(canExport);
  let server: TestServer;
  let token: string;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });

  beforeAll(async () => {
    server = await createTestServer({ kind });
    await publishSections(server, published);
    for (const { declaration } of published) {
      ({ token } = await server.signIn());
      for (const row of fc.sample(wireRecords(declaration, [1, 2]), { numRuns: 40, seed: 7 })) {
        server.clock.advanceSeconds(31);
        await call(resourceEndpoints(declaration).add, row);
      }
    }
  });
  afterAll(() => server.close());

  it.each(EXPORTED)('have the rows, the order and the words of the list: $name', async (resource) => {
    const { list } = resourceEndpoints(resource);
    const { exportList } = resourceFileEndpoints(resource);
    const heavy = (key: string): boolean =>
      ['richText', 'textarea'].includes(resource.fields[key]?.kind ?? '') && resource.fields[key]?.list === 'never';
    const keys = exportableFields(resource).filter((key) => !heavy(key));
    const flat = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...flat((row['children'] ?? []) as Row[])]);
    const sortable = Object.entries(resource.fields).filter(([, field]) => field.sortable);
    const searched = Object.entries(resource.fields).find(([, field]) => field.kind === 'id' || field.kind === 'select');
    const orders = [sortable[0], sortable.at(-1)].flatMap((one, index) =>
      one ? [{ order: `${wireNameOf(...one)},${index === 0 ? 'asc' : 'desc'}` }] : [],
    );
    const search = searched ? [{ field: wireNameOf(...searched), operator: 'ne' as const, val: '3' }] : [];
    const queries = [{}, ...orders, { quickSearch: 'a', search }];
    for (const query of queries) {
      const rows = flat((await call(list, { limit: 250, ...query })).list ?? []);
      const wanted = rows.map((row) => keys.map((key) => shownText(resource, key, row)));
      const csv = await call(exportList, { format: 'csv', ...query });
      const [, ...cells] = rowsOfCsv(await csv.blob.arrayBuffer());
      const safe = wanted.map((row) => row.map(withoutFormula));
      expect({ query, cells }).toEqual({ query, cells: safe });
      expect(csv.rows).toBe(rows.length);
    }
  });

  it.each(EXPORTED)('say the same in a workbook: $name', async (resource) => {
    const { exportList } = resourceFileEndpoints(resource);
    // An export is logged itself: the same records both times.
    const rows = (await call(resourceEndpoints(resource).list, { limit: 200 })).list ?? [];
    const query = { columns: [...exportableFields(resource)], ids: [0, ...rows.map(({ id }) => Number(id))] };
    const [csv, xlsx] = [await call(exportList, { format: 'csv', ...query }), await call(exportList, { format: 'xlsx', ...query })];
    const plain = rowsOfCsv(await csv.blob.arrayBuffer()).map((row) => row.map(formulaText));
    const money = exportableFields(resource).map((key) => resource.fields[key]?.kind === 'money');
    const sheet = rowsOfXlsx(await xlsx.blob.arrayBuffer());
    const shown = sheet.map((row, place) =>
      row.map((text, index) => (place > 0 && money[index] && text !== '' ? Number(text).toFixed(2) : text)),
    );
    expect(shown).toEqual(plain);
    expect(xlsx.rows).toBe(csv.rows);
  });

  it('come of every section that has a list', () => {
    expect(EXPORTED.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['goods', 'goodsCategory', 'admin', 'adminLog', 'member', 'moneyLog', 'specimen']),
    );
    expect(ALL.filter((resource) => !EXPORTED.includes(resource)).map(({ name }) => name)).toEqual([
      'adminGroup',
      'adminRule',
      'apiToken',
      'dataRecycleLog',
      'sensitiveDataLog',
      'signInGroup',
      'signInProvider',
      'webhook',
    ]);
    const ofSections = ALL.map(({ controller }) => `/admin/${controller}/export`);
    const mounted = server.app.routes().filter(({ endpoint }) => ofSections.includes(endpoint.path));
    expect(mounted.map(({ endpoint, node }) => [endpoint.path, node.split('/').at(-1)])).toEqual(
      EXPORTED.map(({ controller }) => [`/admin/${controller}/export`, 'index']),
    );
  });
});
