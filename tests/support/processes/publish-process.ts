import { sql } from 'kysely';
import type { SectionDesign } from '#domain/designer/section-design';
import { silentLogger } from '#server/base/logger';
import type { AdminCaller } from '#server/base/caller';
import { sha256 } from '#server/base/digest';
import type { Database } from '#server/db/base/database';
import { migrateDatabase } from '#server/db/migrate';
import { openDatabase } from '#server/db/open-database';
import { readCatalogue } from '#server/db/sections/catalogue';
import { createWorldReader } from '#server/features/designer/design-world';
import { createLiveSections } from '#server/features/designer/live-sections';
import { createPublisher } from '#server/features/designer/publish';
import { createResources } from '#server/resources/registry';
import { createRouteTable } from '#server/routing/route-table';
import { labelled, ticketDesign } from '#tests/support/sections.ts';
import { killAtStatement } from '#tests/support/processes/countdown.ts';

/**
 * A process that tells what it finds of a section, begins to publish its next form, and ends itself without a word before the given
 * statement of that, or when all of them are done; with `follow` it publishes nothing, and tells when the next form runs in it.
 * Usage: node publish-process.ts <data directory> <statement | follow> [PostgreSQL address]
 */
const [dataDir = '', mode = '', url] = process.argv.slice(2);
const TOKEN = 'of-the-publishing-process';

/** The next form: a field that is gone, one that is new, other options, another address and another table. */
const NEXT: SectionDesign = ticketDesign(
  { controller: 'x.Call', table: 'x_call' },
  {
    colour: null,
    count: { kind: 'integer', required: true, initial: 3, label: labelled('Count') },
    size: { kind: 'select', options: ['small', 'm', 'l'], label: labelled('Size') },
  },
  { unique: [['title']] },
);
const RENAMES = { columns: {}, options: { size: { s: 'small' } } };

const { plugin, after } = killAtStatement();
const opened = await openDatabase({ url, dataDir, logger: silentLogger });
await migrateDatabase(opened);
const database: Database = { ...opened, withoutTimeout: (work) => opened.withoutTimeout((trx) => work(trx.withPlugin(plugin))) };
const { kysely } = database;
const ports = { database, clock: { nowMs: () => Date.now() }, logger: silentLogger };
const resources = createResources({ ...ports, messages: { text: (_, key) => key } }, { swap: () => undefined, takenEvents: () => [] });
const client = { ip: '127.0.0.1', userAgent: 'test', language: 'en' };
const caller = {
  kind: 'admin',
  id: 1,
  username: 'admin',
  client,
  tokens: { admin: TOKEN },
  grants: { isSuper: true },
} as unknown as AdminCaller;
const publisher = createPublisher(ports, resources, createWorldReader(createRouteTable(), resources));
const live = createLiveSections(ports, resources);

/** @param statements that come before the end of the process */
async function publish(statements: number): Promise<void> {
  const { hash } = await publisher.review({ name: 'ticket', choices: {} }, caller);
  const { version } = await kysely.selectFrom('section').select('version').where('name', '=', 'ticket').executeTakeFirstOrThrow();
  after(statements);
  await publisher.publish({ name: 'ticket', version, hash, choices: {} }, caller);
}

const draft = (design: SectionDesign, renames: object) => JSON.stringify({ design, renames });

async function prepare(): Promise<void> {
  const times = { create_time: 1, update_time: 1 };
  await kysely
    .insertInto('admin')
    .values({ username: 'admin', ...times })
    .execute();
  const token = {
    hash: await sha256(TOKEN),
    type: 'admin',
    account_id: 1,
    family_id: 'one',
    session_created_at: 1,
    create_time: 1,
  } as const;
  await kysely
    .insertInto('token')
    .values({
      ...token,
      expire_time: 4_000_000_000,
      used_at: null,
      replaced_by: null,
      sealed_successor: null,
      issued_with: null,
      revoked_at: null,
    })
    .execute();
  await kysely
    .insertInto('section')
    .values({ name: 'ticket', draft: draft(ticketDesign(), { columns: {}, options: {} }), ...times })
    .execute();
  await publish(Infinity);
  await sql`insert into x_ticket (title, colour, size) values ('Cup', 'green', 's'), ('Pot', '', '')`.execute(kysely);
  await kysely
    .updateTable('section')
    .set({ draft: draft(NEXT, RENAMES), version: sql`version + 1` })
    .where('name', '=', 'ticket')
    .execute();
}

/** Everything that a publishing changes, and whether the section runs here as that says. */
async function state() {
  await live.sync();
  const resource = resources.get('ticket')?.resource ?? null;
  const tables = await Promise.all(['x_ticket', 'x_call'].map((table) => readCatalogue(kysely, table)));
  const rows = resource && (await sql`select * from ${sql.table(resource.table)} order by id`.execute(kysely)).rows;
  return {
    runs: resource,
    tables,
    rows,
    section: await kysely
      .selectFrom('section')
      .select(['design', 'draft', 'revision', 'version', 'state', 'rule_ids', 'shape_hash'])
      .execute(),
    revisions: await kysely.selectFrom('section_revision').select(['revision', 'status', 'renames']).orderBy('id').execute(),
    rules: await kysely.selectFrom('admin_rule').select(['name', 'status']).where('name', 'like', 'x/%').orderBy('id').execute(),
    kept: await kysely.selectFrom('section_kept').select(['column_name', 'table_name']).execute(),
    clock: await kysely.selectFrom('section_clock').selectAll().execute(),
  };
}

if (!(await kysely.selectFrom('section').select('name').executeTakeFirst())) await prepare();
process.stdout.write(`${JSON.stringify(await state())}\n`);
if (mode === 'follow') {
  live.follow();
  setInterval(() => {
    if (resources.get('ticket')?.resource.table === NEXT.declaration.table) process.stdout.write('follows\n');
  }, 20);
} else if (mode === 'look') {
  await database.close();
} else {
  await publish(Number(mode));
  process.stdout.write('published\n');
  process.kill(process.pid, 'SIGKILL');
}
