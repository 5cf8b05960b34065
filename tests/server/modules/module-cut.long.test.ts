import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as store from '#api/contract/modules/modules';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { interruptible } from '#tests/support/processes/interruptible.ts';
import { changedFile, readFile, shelfOf, sourceOf, withoutPublic } from '#tests/support/packages.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const LINKS = withoutPublic(sourceOf('links'));
/** One field less, one more, and another label: a table that is changed, and values that wait. */
const NEXT = changedFile(
  changedFile(LINKS, 'sections/linksLink.json', ({ declaration }) => {
    delete declaration.fields.note;
    declaration.fields.owner = { kind: 'string', maxLength: 40, label: { 'zh-cn': '负责人', en: 'Owner' } };
  }),
  'module.json',
  (manifest) => Object.assign(manifest, { version: '1.1.0' }),
);

type Wish = readonly [path: string, json: Readonly<Record<string, unknown>>];
const uid = 'links';
/** No change of a module has as many statements. */
const NEVER = 1000;

describe.each(dealtKinds())('changes of a module, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let cutAfter: (statements: number) => void;
  const links = resourceEndpoints(readFile(LINKS, 'sections/linksLink.json').declaration);
  const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token });

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      modules: { shelf: await shelfOf(LINKS, NEXT) },
      wrap: (database) => {
        const own = interruptible(database);
        cutAfter = own.after;
        return own.database;
      },
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const rowsOf = async (statement: string) => (await sql.raw<Record<string, unknown>>(statement).execute(server.database.kysely)).rows;

  /** Every object of the database, and every row of what a change of a module writes to, its own tables among them. */
  async function ground() {
    const shapes = await rowsOf(`select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2`); // prettier-ignore
    const objects = await rowsOf(`select relname, relkind::text from pg_class join pg_namespace on pg_namespace.oid = relnamespace where nspname = 'public' order by 1, 2`); // prettier-ignore
    const triggers = await rowsOf(`select tgrelid::regclass::text as of, tgname from pg_trigger where not tgisinternal order by 1, 2`);
    const own = objects.flatMap(({ relname, relkind }) => (relkind === 'r' && /^(?:m|gone_m?)_/u.test(String(relname)) ? [String(relname)] : [])); // prettier-ignore
    const held = ['admin_rule', 'admin_group', 'config', 'section', 'section_kept', 'section_revision', 'section_clock', 'saved_view', 'change_set', 'record_change', 'module', 'module_package', 'module_publisher', 'module_run']; // prettier-ignore
    const rows = [];
    for (const table of [...held, ...own]) rows.push([table, await rowsOf(`select t::text from "${table}" as t order by 1`)]);
    return { shapes, objects, triggers, rows };
  }

  async function wishFor(act: 'install' | 'update' | 'rollback', version: string): Promise<Wish> {
    const { hash } = await call(store.planModule, { uid, version, act });
    return ['apply', { uid, version, act, hash, isConsented: true }];
  }
  const addLink = () => call(links.add, { title: 'Docs', address: 'https://example.com', group_id: 1, note: 'read me' });

  /** What is done one after the other, with what happens before. */
  const ACTS: readonly { readonly act: string; readonly wishOf: () => Promise<Wish>; readonly before?: () => Promise<unknown> }[] = [
    { act: 'its installation', wishOf: () => wishFor('install', '1.0.0') },
    { act: 'an update', wishOf: () => wishFor('update', '1.1.0'), before: addLink },
    { act: 'the way back', wishOf: () => wishFor('rollback', '1.0.0') },
    { act: 'a pause', wishOf: async () => ['pause', { uid, isPaused: true }] },
    { act: 'the end of a pause', wishOf: async () => ['pause', { uid, isPaused: false }] },
    { act: 'a removal that keeps its records', wishOf: async () => ['remove', { uid, records: 'keep' }] },
    { act: 'an installation beside records that wait', wishOf: () => wishFor('install', '1.0.0') },
    { act: 'a removal with its records', wishOf: async () => ['remove', { uid, records: 'delete', typed: uid }] },
  ];

  it.each(ACTS)(
    'are done whole or not at all, wherever they are cut off: $act',
    async ({ wishOf, before }) => {
      await before?.();
      const [path, json] = await wishOf();
      const untouched = await ground();
      let cuts = 0;
      let isDone = false;
      for (let after = 0; !isDone && after < NEVER; after += effort(40, 1)) {
        cutAfter(after);
        const { body } = await server.request(`/admin/module/${path}`, { method: 'POST', token, json });
        cutAfter(Infinity);
        isDone = body?.code === 1;
        if (isDone) continue;
        cuts += 1;
        expect([after, await ground()]).toEqual([after, untouched]);
      }
      expect([isDone, cuts > effort(0, 10)]).toEqual([true, true]);
      expect(await ground()).not.toEqual(untouched);
    },
    effort(120_000, 3_600_000),
  );
});
