import * as fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Endpoint, InputOf } from '#api/contract/base/endpoint';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { parseResource } from '#api/contract/table/resource-schema';
import type { SectionDesign } from '#domain/designer/section-design';
import { filesOf, type SourceTree } from '#domain/designer/source/files-of';
import { withWords, type SectionLanguage, type SectionWords } from '#domain/designer/source/section-words';
import { createTableSql, shapeOf } from '#domain/designer/table-shape';
import { FailureError } from '#domain/base/failure';
import { wireNameOf } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { sectionMessages, type SectionTexts } from '#domain/table/section-folder';
import { readMessageFiles } from '#server/adapters/message-files';
import { createMessages, type Messages } from '#server/base/messages';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import type { Database } from '#server/db/base/database';
import { readCatalogue } from '#server/db/sections/catalogue';
import { openTestDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { declarationIn, stepsIn, textOf, wordsIn } from '#tests/support/designs/printed-source.ts';
import { randomDesigns } from '#tests/support/designs/random-designs.ts';
import { createTestServer } from '#tests/support/server.ts';
import { SPECIMEN_JSON } from '#tests/support/specimens.ts';
import { wireRecords } from '#tests/support/wire-records.ts';

type Row = Readonly<Record<string, unknown>>;

const specimen: Resource = { ...parseResource(JSON.parse(SPECIMEN_JSON)), table: 'x_specimen' };
const tree = ({ name, table }: Resource): Resource => ({
  name,
  controller: 'lab.Specimen',
  table,
  titleField: 'title',
  rowActions: ['sort', 'edit', 'delete'],
  defaultOrder: { field: 'weigh', direction: 'desc' },
  tree: true,
  dataLimit: { rule: 'personal', ownerColumn: 'admin_id' },
  fields: {
    id: { kind: 'id' },
    parentId: { kind: 'parent', column: 'pid' },
    title: { kind: 'string', required: true, maxLength: 20, label: { 'zh-cn': '标题' } },
    size: { kind: 'select', options: ["it's", '`${x}`', 'back\\slash', 'two\nlines'] },
    weigh: { kind: 'sortOrder' },
    version: { kind: 'version' },
  },
});
const DESIGNS: readonly (readonly [string, SectionDesign])[] = [
  [
    'of all kinds',
    { declaration: specimen, shape: { unique: [['account'], ['mail', 'phone']], indexes: [['weigh', 'id']], foreignKeys: 'kept' } },
  ],
  ['that is a tree', { declaration: tree(specimen), shape: { unique: [['title', 'size']], indexes: [], foreignKeys: 'none' } }],
];

const TREE: SourceTree = { tableOf: (name) => SHIPPED_RESOURCES.find((one) => one.name === name)?.table };
/** How publishing makes the table, and how the ejected folder does. */
const live = (design: SectionDesign): readonly string[] => createTableSql(shapeOf(design, (name) => TREE.tableOf(name)));
const ejected = (design: SectionDesign): readonly string[] => Object.values(stepsIn(textOf(filesOf(design, TREE), '.migration.ts'))).flat();
const run = async (database: Database, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(database.kysely);
};

type Kind = (typeof testDatabaseKinds)[number];

const SHIPPED = readMessageFiles('locales');
/** What the server says once the folder is there. */
function messagesWith(words: Readonly<Record<SectionLanguage, SectionWords>>): Messages {
  const own = createMessages({
    'zh-cn': sectionMessages({ specimen: words['zh-cn'] as unknown as SectionTexts }),
    en: sectionMessages({ specimen: words.en as unknown as SectionTexts }),
  });
  return {
    text(language, key, params) {
      const text = own.text(language, key, params);
      return text === key ? SHIPPED.text(language, key, params) : text;
    },
  };
}

/** What a section answers and writes down while records come, change, move, go and come back. */
async function logOf(kind: Kind, resource: Resource, statements: readonly string[], messages: Messages): Promise<readonly unknown[]> {
  const server = await createTestServer({
    kind,
    sampleData: false,
    ports: { messages },
    resources: [...SHIPPED_RESOURCES, resource],
    prepare: (database) => run(database, statements),
  });
  const { token } = await server.signIn();
  const log: unknown[] = [];
  const call = async <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> => {
    const reply = server
      .call(endpoint, input, { token })
      .catch((error: unknown) => (error instanceof FailureError ? error.failure : String(error)));
    log.push([endpoint.path, await reply]);
  };
  const endpoints = resourceEndpoints(resource);
  const writes = resourceWriteEndpoints(resource);
  const title = wireNameOf(resource.titleField, resource.fields[resource.titleField]);
  const rows = fc.sample(wireRecords(resource, [1, 2]), { numRuns: 12, seed: 7 }) as Row[];
  for (const name of ['Tea', '茶']) await server.call(resourceEndpoints(categories).add, { name }, { token });
  for (const [index, row] of rows.entries()) {
    server.clock.advanceSeconds(1);
    await call(endpoints.add, row);
    await call(endpoints.save, { id: index + 1, version: 1, ...rows[(index + 5) % rows.length], [title]: `no ${index}` });
    if (index % 3 === 0) await call(endpoints.add, { ...row, [title]: 'x'.repeat(100), price: 'no price' });
    if (index % 4 === 0) await call(endpoints.sort, { move: 1, target: index + 1, direction: 'down' });
  }
  await call(endpoints.remove, { ids: [2, 3, 99] });
  for (const change of [1, 2, 3, 4, 5, 6]) await call(writes.undo, { change });
  await call(endpoints.list, {});
  await call(endpoints.list, { quickSearch: 'no' });
  await call(endpoints.list, { order: 'id,asc', limit: 3, page: 2 });
  await call(endpoints.list, { search: [{ field: 'id', operator: 'RANGE', val: '2,9' }] });
  await call(endpoints.list, { select: true });
  const { rows: changes } = await sql<Row>`select * from record_change order by id`.execute(server.database.kysely);
  await server.close();
  return [...log, ...changes];
}
const categories = SHIPPED_RESOURCES.find(({ name }) => name === 'goodsCategory') as Resource;

describe.each(dealtKinds())('a section as source on %s', (kind) => {
  it.each(DESIGNS)('answers as the live one, and writes down the same: one %s', async (_, drawn) => {
    const words = wordsIn(filesOf(drawn, TREE));
    const design = { ...drawn, declaration: withWords(drawn.declaration, words) };
    const declaration = declarationIn(textOf(filesOf(design, TREE), '.resource.ts'));
    expect(design.declaration.fields[declaration.titleField]).toHaveProperty('label');
    expect(declaration.fields[declaration.titleField]).not.toHaveProperty('label');
    const there = await logOf(kind, design.declaration, live(design), SHIPPED);
    const here = await logOf(kind, declaration, ejected(design), messagesWith(words));
    expect(here.length).toBeGreaterThan(50);
    expect(here).toEqual(there);
  });

  it('has the table that the live one has', async () => {
    const database = await openTestDatabase(kind);
    const designs = [...DESIGNS.map(([, design]) => design), ...fc.sample(randomDesigns, effort(15, 200))];
    for (const design of designs) {
      const { table } = design.declaration;
      const catalogues = [];
      for (const statements of [live(design), ejected(design)]) {
        await run(database, statements);
        catalogues.push(await readCatalogue(database.kysely, table));
        await run(database, [`drop table ${table}`]);
      }
      expect(catalogues[1]).toEqual(catalogues[0]);
      expect(catalogues[1]?.columns.length).toBeGreaterThan(3);
    }
    await database.close();
  });
});
