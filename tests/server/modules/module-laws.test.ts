import { sql } from 'kysely';
import { unzipSync } from 'fflate';
import * as fc from 'fast-check';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as store from '#api/contract/modules/modules';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { dealt, dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { failureLogger } from '#tests/support/failure-logger.ts';
import { jsonBytes, readFile, shelfOf, sourceOf, type SourceFiles } from '#tests/support/packages.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const SHIPPED = ['articles', 'faq', 'feedback', 'links'].map(sourceOf);
const FEEDBACK = sourceOf('feedback');
const ASKS = { reads: [], publicRead: [], personal: [], publicWrite: [], redirect: [], pages: [], mailTo: [] };
const label = { 'zh-cn': '字段', en: 'Field' };

/** Fields that a record can be made of without asking anybody. */
const field = fc.constantFrom(
  { kind: 'string', maxLength: 50, quickSearch: true },
  { kind: 'textarea', maxLength: 500 },
  { kind: 'switch', initial: true },
  { kind: 'integer', min: 0, max: 100 },
  { kind: 'dateTime', sortable: true },
  { kind: 'select', options: ['a', 'b'], optionLabels: { a: label, b: label } },
  { kind: 'richText', list: 'never' },
  { kind: 'tags' },
  { kind: 'image' },
  { kind: 'float' },
);

/** A package of a few sections, settings, first records, public reading and a page, as chance has it. */
const randomPackage = (uid: string): fc.Arbitrary<SourceFiles> =>
  fc
    .record({
      sections: fc.array(fc.array(field, { maxLength: 6 }), { minLength: 1, maxLength: 3 }),
      settings: fc.integer({ min: 0, max: 3 }),
      isRead: fc.boolean(),
      hasPage: fc.boolean(),
      rows: fc.integer({ min: 0, max: 4 }),
    })
    .map(({ sections, settings, isRead, hasPage, rows }) => {
      const names = sections.map((_, index) => `${uid}Part${index}`);
      const [first = ''] = names;
      const files: Record<string, Uint8Array<ArrayBuffer>> = {
        ...Object.fromEntries(
          sections.map((own, index) => [
            `sections/${names[index]}.json`,
            jsonBytes({
              declaration: {
                name: names[index],
                controller: `${uid}.Part${index}`,
                table: `m_${uid}_part${index}`,
                fields: {
                  id: { kind: 'id' },
                  title: { kind: 'string', maxLength: 60, required: true, label },
                  ...Object.fromEntries(own.map((one, place) => [`field${place}`, { ...one, label }])),
                  ...(index > 0 && { ofId: { kind: 'remoteSelect', of: first, label } }),
                  weigh: { kind: 'sortOrder', label },
                  version: { kind: 'version', list: 'never' },
                },
                titleField: 'title',
                rowActions: ['edit', 'delete'],
                defaultOrder: { field: 'id', direction: 'desc' },
                label: { 'zh-cn': `部分 ${index}`, en: `Part ${index}` },
                menu: { under: uid, icon: 'el-icon-Grid', sortOrder: index },
              },
              shape: { unique: [], indexes: [['title']], foreignKeys: index > 0 ? 'kept' : 'none' },
            }),
          ]),
        ),
        'module.json': jsonBytes({
          ...readFile(FEEDBACK, 'module.json'),
          uid,
          version: '1.0.0',
          asks: { ...ASKS, publicRead: isRead ? [first] : [], pages: isRead && hasPage ? ['index'] : [] },
        }),
        ...(rows > 0 && { [`rows/${first}.json`]: jsonBytes(Array.from({ length: rows }, (_, index) => ({ title: `${index}` }))) }),
        ...(settings > 0 && {
          'settings.json': jsonBytes(
            Array.from({ length: settings }, (_, index) => ({ name: `${uid}_s${index}`, title: label, type: 'string' })),
          ),
        }),
        ...(isRead && { 'public.json': jsonBytes({ read: { [first]: { fields: ['title'] } } }) }),
        ...(isRead &&
          hasPage && {
            'pages/index.json': jsonBytes({
              template: 'list',
              section: first,
              title: label,
              nav: 'always',
              item: { title: { zh: 'title' } },
            }),
          }),
      };
      return files;
    });

describe.each(dealtKinds())('a removed module, on %s', (kind) => {
  const random = fc
    .sample(fc.integer(), { numRuns: effort(12, 100), seed: 20261124 })
    .map((seed, index) => fc.sample(randomPackage(`chance${index}`), { numRuns: 1, seed })[0]!);
  const all = [...SHIPPED, ...random];
  let server: TestServer;
  let token: string;
  let groupId: number;
  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      ports: { logger: failureLogger },
      modules: { shelf: await shelfOf(...all) },
    });
    ({ token } = await server.signIn());
    ({ groupId } = await server.addAdmin(`clerk-${kind}`, ['dashboard']));
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  async function install(uid: string, records: 'new' | 'kept' = 'new') {
    const version = uid === 'feedback' ? String(readFile(FEEDBACK, 'module.json').version) : '1.0.0';
    const wish = { uid, version, act: 'install', records } as const;
    const plan = await call(store.planModule, wish);
    await call(store.applyModule, { ...wish, hash: plan.hash, isConsented: true });
    return plan;
  }
  const rowsOf = async (statement: string) => (await sql.raw<Record<string, unknown>>(statement).execute(server.database.kysely)).rows;

  /** All that there is but what says that something was done, or what the journal must go on hiding of it: columns, keys, indexes, triggers, functions, and every row. */
  async function everything() {
    const shapes = await rowsOf(
      `select table_name, column_name, data_type, column_default from information_schema.columns where table_schema = 'public' order by 1, 2`,
    );
    const objects = await rowsOf(`select relname, relkind::text from pg_class where relnamespace = 'public'::regnamespace order by 1, 2`);
    const triggers = await rowsOf(`select tgrelid::regclass::text as of, tgname from pg_trigger where not tgisinternal order by 1, 2`);
    const tables = (
      await rowsOf(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)
    ).map(({ relname }) => String(relname));
    const told =
      /^(?:module_run|change_set|record_change|sensitive_entry|personal_column|admin_log|section_clock|site_version|token|security_log)/u;
    // One statement for all of them: what asks for each by itself, all at once, waits longer for connections than for answers.
    const rows = await rowsOf(
      tables
        .filter((table) => !told.test(table))
        // How often a row was written says that something was done.
        .map((table) => `select '${table}' as of, (to_jsonb(t) - 'version')::text as row from ${table} as t`)
        .join(' union all ')
        .concat(' order by 1, 2'),
    );
    return { shapes, objects, triggers, tables, rows };
  }

  /** Adds what people add around a section: rights of a group, a view, a rule that watches. */
  async function use(uid: string) {
    const { kysely } = server.database;
    await sql`update admin_group set rules = rules || ',' || (select string_agg(id::text, ',') from admin_rule where name like ${`${uid}%`}) where id = ${groupId}`.execute(
      kysely,
    );
    await sql`insert into saved_view (owner_id, resource, name, scope, is_default, content, create_time, update_time)
      select 1, name, 'mine', 'own', '0', '{}', 1, 1 from section where module_uid = ${uid}`.execute(kysely);
    await sql`update config set value = 'changed' where "group" = ${uid}`.execute(kysely);
  }

  it(
    'leaves everything as it was, whatever it brought',
    async () => {
      for (const files of dealt(all, kind)) {
        const { uid } = readFile(files, 'module.json');
        const before = await everything();
        await install(uid);
        await use(uid);
        await call(store.removeModule, { uid, records: 'delete', typed: uid });
        expect(await everything()).toEqual(before);
      }
    },
    effort(120_000, 1_800_000),
  );

  it('leaves an archive where its records are kept, and gives them back to whoever installs it again', async () => {
    const messages = resourceEndpoints(readFile(FEEDBACK, 'sections/feedbackMessage.json').declaration);
    await install('feedback');
    await call(messages.add, { form_id: 1, title: '=1+1', text: 'two', state: 'closed' });
    const kept = (await call(messages.list, {})).list;
    await call(store.removeModule, { uid: 'feedback', records: 'keep' });
    expect((await call(store.listWaitingModules, {})).list).toEqual([{ uid: 'feedback', rows: 2, until: expect.any(Number) }]);
    const reply = await server.app.fetch(
      new Request('http://shop.test/api/admin/module/archive?uid=feedback', { headers: { batoken: token } }),
    );
    const files = unzipSync(new Uint8Array(await reply.arrayBuffer()));
    expect(Object.keys(files).toSorted()).toEqual([
      'feedbackForm.csv',
      'feedbackForm.jsonl',
      'feedbackMessage.csv',
      'feedbackMessage.jsonl',
    ]);
    const text = (name: string) => new TextDecoder().decode(files[name]);
    expect(
      text('feedbackMessage.jsonl')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual([expect.objectContaining({ title: '=1+1', text: 'two' })]);
    const { data } = Papa.parse<Record<string, string>>(text('feedbackMessage.csv'), { header: true, skipEmptyLines: true });
    expect(data).toEqual([expect.objectContaining({ title: "'=1+1", text: 'two', form_id: '1' })]);

    const plan = await install('feedback', 'kept');
    expect([plan.waiting, plan.rows]).toEqual([2, 2]);
    expect((await call(messages.list, {})).list).toEqual(kept);
    const next = await call(messages.add, { form_id: 1, title: 'next', text: 'three', state: 'new' });
    expect(next?.id).toBeGreaterThan(Number(kept?.[0]?.['id']));
    expect((await call(store.listWaitingModules, {})).list).toEqual([]);
    await call(store.removeModule, { uid: 'feedback', records: 'delete', typed: 'feedback' });
    await expect(call(store.fetchModuleArchive, { uid: 'feedback' })).rejects.toThrow('not');
  });

  it('lets records that wait go at once where its uid is typed, with all that was remembered of them', async () => {
    await expect(call(store.purgeModule, { uid: 'feedback', typed: 'feed' })).rejects.toThrow('Type');
    await expect(call(store.purgeModule, { uid: 'feedback', typed: 'feedback' })).rejects.toThrow('not');
    const before = await everything();
    await install('feedback');
    await call(store.removeModule, { uid: 'feedback', records: 'keep' });
    expect(await call(store.purgeModule, { uid: 'feedback', typed: 'feedback' })).toEqual({ rows: 1 });
    expect((await call(store.listWaitingModules, {})).list).toEqual([]);
    expect(await everything()).toEqual(before);
    expect((await call(store.listModuleRuns, {})).list[0]).toMatchObject({ kind: 'purge', uid: 'feedback' });
  });
});
