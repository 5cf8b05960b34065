import { sql } from 'kysely';
import * as store from '#api/contract/modules/modules';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { silentLogger } from '#server/base/logger';
import { sha256 } from '#server/base/digest';
import type { Database } from '#server/db/base/database';
import { migrateDatabase } from '#server/db/migrate';
import { openDatabase } from '#server/db/open-database';
import { isSeeded, seedDatabase } from '#server/db/seed/seed';
import { createPasswordHasher } from '#server/adapters/password-hasher';
import { changedFile, readFile, shelfOf, sourceOf, withoutPublic } from '#tests/support/packages.ts';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS } from '#tests/support/server.ts';
import { killAtStatement } from '#tests/support/processes/countdown.ts';

/**
 * A process that does things with a module, tells before each what it finds, and ends itself without a word before the given statement.
 * Usage: node module-process.ts <data directory> <address of a PostgreSQL, or -> [<act>:<statements, or all> …]
 */
const [dataDir = '', url = '-', ...acts] = process.argv.slice(2);

const LINKS = withoutPublic(sourceOf('links'));
const NEXT = changedFile(
  changedFile(LINKS, 'sections/linksLink.json', ({ declaration }) => {
    delete declaration.fields.note;
    declaration.fields.owner = { kind: 'string', maxLength: 40, label: { 'zh-cn': '负责人', en: 'Owner' } };
  }),
  'module.json',
  (manifest) => Object.assign(manifest, { version: '1.1.0' }),
);

const { plugin, after } = killAtStatement();
const opened = await openDatabase({ url: url === '-' ? undefined : url, dataDir, logger: silentLogger });
await migrateDatabase(opened);
if (!(await isSeeded(opened))) {
  const adminPasswordHash = await createPasswordHasher({ memory: 8, passes: 1, parallelism: 1 }).hash(TEST_PASSWORD);
  await seedDatabase(opened, { adminPasswordHash, sampleData: false, nowSeconds: TEST_START_SECONDS });
}
const database: Database = { ...opened, withoutTimeout: (work) => opened.withoutTimeout((trx) => work(trx.withPlugin(plugin))) };
const server = await createTestServer({ opened: database, modules: { shelf: await shelfOf(LINKS, NEXT) } });
await server.app.designer.sync();
const { token } = await server.signIn();
const call: typeof server.call = (endpoint, input) => server.call(endpoint, input, { token });

async function change(act: 'install' | 'update' | 'rollback', version: string, statements: number): Promise<void> {
  const wish = { uid: 'links', version, act } as const;
  const { hash } = await call(store.planModule, wish);
  after(statements);
  await call(store.applyModule, { ...wish, hash, isConsented: true });
}

const ACTS: Readonly<Record<string, (statements: number) => Promise<unknown>>> = {
  install: (statements) => change('install', '1.0.0', statements),
  update: (statements) => change('update', '1.1.0', statements),
  rollback: (statements) => change('rollback', '1.0.0', statements),
  keep: (statements) => {
    after(statements);
    return call(store.removeModule, { uid: 'links', records: 'keep' });
  },
};

/** Everything that a module changes, and what its list tells. */
async function state() {
  // What is looked at here is none of the program's statements: on a busy machine it may take longer than these are given.
  const { kept, version } = await opened.withoutTimeout(async (trx) => {
    const rowsOf = async (statement: string) => (await sql.raw<Record<string, unknown>>(statement).execute(trx)).rows;
    const shapes = await rowsOf(
      `select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2`,
    );
    const triggers = await rowsOf(`select tgrelid::regclass::text as of, tgname from pg_trigger where not tgisinternal order by 1, 2`);
    const held = ['admin_rule', 'admin_group', 'config', 'section', 'section_kept', 'section_revision', 'module', 'module_package', 'module_publisher', 'module_run']; // prettier-ignore
    const rows = await Promise.all(held.map((table) => rowsOf(`select t::text from ${table} as t order by 1`)));
    const [{ version: installed = null } = {}] = await rowsOf('select version from module');
    return { kept: [shapes, triggers, rows], version: installed };
  });
  const links = resourceEndpoints(readFile(LINKS, 'sections/linksLink.json').declaration);
  const list = await call(links.list, {}).then(
    (told) => told.list?.map((row) => ({ title: row['title'], note: row['note'] ?? null })) ?? [],
    () => null,
  );
  return { all: await sha256(JSON.stringify(kept)), version, list };
}

const told = async (word: string) => process.stdout.write(`${JSON.stringify({ word, ...(await state()) })}\n`);
for (const act of acts) {
  const [name = '', statements = 'all'] = act.split(':');
  await told(`before ${name}`);
  await ACTS[name]?.(statements === 'all' ? Infinity : Number(statements));
  after(Infinity);
  if (name === 'install') {
    const links = resourceEndpoints(readFile(LINKS, 'sections/linksLink.json').declaration);
    await call(links.add, { title: 'Docs', address: 'https://example.com', group_id: 1, note: 'read me' });
  }
}
await told('end');
await database.close();
process.exit(0);
