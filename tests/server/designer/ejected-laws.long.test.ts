import * as fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Endpoint, InputOf } from '#api/contract/base/endpoint';
import { sectionSource } from '#api/contract/designer/designer';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { wireNameOf } from '#domain/fields/field';
import { folderNameOf, sectionMessages, type SectionTexts } from '#domain/table/section-folder';
import type { Resource } from '#domain/table/resource';
import type { SectionDesign } from '#domain/designer/section-design';
import { readMessageFiles } from '#server/adapters/message-files';
import { createMessages, type Messages } from '#server/base/messages';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { testDatabaseKinds, type TestDatabaseKind } from '#tests/support/database.ts';
import { effort } from '#tests/support/effort.ts';
import { declarationIn, stepsIn, textOf, wordsIn } from '#tests/support/designs/printed-source.ts';
import { publishedOn, publishSections } from '#tests/support/designs/published-sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { wireRecords } from '#tests/support/wire-records.ts';

/** What somebody does in a section, by numbers that may lead nowhere. */
type Act =
  | { readonly act: 'add'; readonly row: Readonly<Record<string, unknown>> }
  | { readonly act: 'save'; readonly id: number; readonly version: number; readonly row: Readonly<Record<string, unknown>> }
  | { readonly act: 'read'; readonly id: number }
  | { readonly act: 'remove'; readonly ids: number[] }
  | { readonly act: 'sort'; readonly move: number; readonly target: number; readonly direction: 'up' | 'down' }
  | { readonly act: 'undo'; readonly nth: number }
  | { readonly act: 'list'; readonly query: object };

const id = fc.integer({ min: 1, max: 12 });

function someAct(resource: Resource): fc.Arbitrary<Act> {
  const title = wireNameOf(resource.titleField, resource.fields[resource.titleField]);
  const good = wireRecords(resource, [1, 2]);
  // One in six is refused: a title that is missing, too long, or no text.
  const row = fc.oneof(
    { weight: 5, arbitrary: good },
    fc
      .tuple(good, fc.constantFrom('', 'x'.repeat(500), { not: 'a text' }))
      .map(([one, wrong]): object => ({ ...(one as object), [title]: wrong })),
  ) as fc.Arbitrary<Readonly<Record<string, unknown>>>;
  const query = fc.constantFrom<object>(
    {},
    { quickSearch: 'tea' },
    { order: 'id,asc', limit: 3, page: 2 },
    { search: [{ field: 'id', operator: 'RANGE', val: '2,9' }] },
    { search: [{ field: title, operator: 'LIKE', val: '茶' }] },
    { select: true },
  );
  return fc.oneof(
    { weight: 5, arbitrary: fc.record({ act: fc.constant('add' as const), row }) },
    { weight: 4, arbitrary: fc.record({ act: fc.constant('save' as const), id, version: fc.integer({ min: 1, max: 3 }), row }) },
    fc.record({ act: fc.constant('read' as const), id }),
    fc.record({ act: fc.constant('remove' as const), ids: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }) }),
    fc.record({ act: fc.constant('sort' as const), move: id, target: id, direction: fc.constantFrom('up' as const, 'down' as const) }),
    { weight: 2, arbitrary: fc.record({ act: fc.constant('undo' as const), nth: fc.nat(20) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('list' as const), query }) },
  );
}

/** Each reply as its bytes, and what was written down, while a path is walked. */
async function walk(server: TestServer, resource: Resource, path: readonly Act[], journalFrom: number) {
  const { token } = await server.signIn();
  const { kysely } = server.database;
  const category = SHIPPED_RESOURCES.find(({ name }) => name === 'goodsCategory')!;
  for (const name of ['Tea', '茶']) await server.call(resourceEndpoints(category).add, { name }, { token });
  // What was done before the first act is not the section's: both count its changes from the same number.
  await sql`select setval('journal_id', ${journalFrom})`.execute(kysely);
  const replies: string[] = [];
  const fetch = server.app.fetch.bind(server.app);
  Object.assign(server.app, {
    fetch: async (request: Request) => {
      const reply = await fetch(request);
      replies.push(`${new URL(request.url).pathname} ${reply.status} ${await reply.clone().text()}`);
      return reply;
    },
  });
  const changes: number[] = [];
  const call = async <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> => {
    const said = (await server.call(endpoint, input, { token }).catch(() => null)) as { readonly change?: number } | null;
    if (typeof said?.change === 'number') changes.push(said.change);
  };
  const endpoints = resourceEndpoints(resource);
  const { undo } = resourceWriteEndpoints(resource);
  for (const act of path) {
    server.clock.advanceSeconds(1);
    if (act.act === 'add') await call(endpoints.add, act.row);
    else if (act.act === 'save') await call(endpoints.save, { id: act.id, version: act.version, ...act.row });
    else if (act.act === 'read') await call(endpoints.read, { id: act.id });
    else if (act.act === 'remove') await call(endpoints.remove, { ids: act.ids });
    else if (act.act === 'sort') await call(endpoints.sort, { move: act.move, target: act.target, direction: act.direction });
    else if (act.act === 'undo') await call(undo, { change: changes[act.nth % Math.max(1, changes.length)] ?? 1 });
    else await call(endpoints.list, act.query);
  }
  const written = await sql<{ kind: string }>`select * from record_change where resource = ${resource.name} order by id`.execute(kysely);
  const rows = await sql`select * from ${sql.table(resource.table)} order by id`.execute(kysely);
  return { replies, written: written.rows, rows: rows.rows };
}

const SHIPPED = readMessageFiles('locales');

/** What the server says once the folder is there. */
function messagesWith(own: Messages): Messages {
  return {
    text(language, key, params) {
      const text = own.text(language, key, params);
      return text === key ? SHIPPED.text(language, key, params) : text;
    },
  };
}

/** As an installation has it that got the folder and nothing else. */
async function shippedServer(kind: TestDatabaseKind, { name }: Resource, files: Parameters<typeof wordsIn>[0]) {
  const declaration = declarationIn(textOf(files, '.resource.ts'));
  const words = wordsIn(files);
  const of = (language: 'zh-cn' | 'en') => sectionMessages({ [folderNameOf(name)]: words[language] as unknown as SectionTexts });
  const server = await createTestServer({
    kind,
    sampleData: false,
    ports: { messages: messagesWith(createMessages({ 'zh-cn': of('zh-cn'), en: of('en') })) },
    resources: [...SHIPPED_RESOURCES, declaration],
    prepare: async ({ kysely }) => {
      for (const statement of Object.values(stepsIn(textOf(files, '.migration.ts'))).flat()) await sql.raw(statement).execute(kysely);
    },
  });
  return { server, declaration };
}

/** The section of all kinds on one database, a random one on the other; in the long form all of them on each. */
const designsOn = (kind: TestDatabaseKind): readonly SectionDesign[] => {
  const all = publishedOn(kind);
  return effort(kind === 'embedded' ? all.slice(0, 1) : all.slice(1, 2), all);
};
/** Above all numbers that publishing has used. */
const JOURNAL = 900_000;

describe.each(testDatabaseKinds)('the same path through a section, published and ejected, on %s', (kind) => {
  it.each(designsOn(kind).map((design) => [design.declaration.name, design] as const))(
    'gets the same bytes and writes down the same: %s',
    async (_, design) => {
      const { declaration: drawn } = design;
      const live = await createTestServer({ kind, sampleData: false });
      const { token } = await live.signIn();
      await publishSections(live, [design]);
      const { files } = await live.call(sectionSource, { name: drawn.name }, { token });
      const { server, declaration } = await shippedServer(kind, drawn, files);
      const path = fc.sample(fc.array(someAct(drawn), { minLength: 60, maxLength: 60 }), { numRuns: 1, ...effort({ seed: 11 }, {}) })[0]!;
      // Both begin at the same moment.
      const from = Math.max(live.clock.nowMs(), server.clock.nowMs());
      for (const { clock } of [live, server]) clock.advanceSeconds((from - clock.nowMs()) / 1000);
      const there = await walk(live, drawn, path, JOURNAL);
      const here = await walk(server, declaration, path, JOURNAL);
      await live.close();
      await server.close();
      // Chance does not come again: what it drew is told.
      const drawnLots = JSON.stringify({ design, path });
      expect({ drawnLots, ...here }).toEqual({ drawnLots, ...there });
      // Something was done, whatever of it is left.
      const created = there.written.filter(({ kind: what }) => what === 'created');
      expect([there.replies.length, there.written.length > 5, created.length > 2]).toEqual([60, true, true]);
    },
    effort(60_000, 120_000),
  );
});
