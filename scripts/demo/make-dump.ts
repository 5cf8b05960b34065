import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { createPasswordHasher } from '../../server/adapters/password-hasher.ts';
import { silentLogger } from '../../server/base/logger.ts';
import { openMemoryDatabase, type EmbeddedDatabase } from '../../server/db/embedded/embedded-database.ts';
import { migrateDatabase } from '../../server/db/migrate.ts';
import { seedDatabase } from '../../server/db/seed/seed.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#domain/demo/demo-accounts';

/** What roles may do beside the first administrator's, who may do everything. */
const READING = /(?:^|\/)(?:index|edit|select)$/u;

/** All tables, the samples, and an account for each role, as the archive of a database that was closed in order. */
export async function makeDump(nowSeconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const database = await openMemoryDatabase({ dump: null, logger: silentLogger, statementTimeoutMs: 600_000 });
  try {
    // Segments of the log that are done with would lie there for the next ones, with all that stood in them.
    await sql`set wal_recycle = off`.execute(database.kysely);
    await migrateDatabase(database);
    const hash = await createPasswordHasher().hash(DEMO_PASSWORD);
    await seedDatabase(database, { adminPasswordHash: hash, sampleData: true, nowSeconds });
    await seedRoles(database, hash, nowSeconds);
    await sql`vacuum full analyze`.execute(database.kysely);
    // Nobody makes another database of them, and they are a third of all.
    await sql`update pg_database set datistemplate = false where datname like 'template%'`.execute(database.kysely);
    for (const name of ['template0', 'template1']) await sql`drop database ${sql.table(name)}`.execute(database.kysely);
    // What was done to make it stands in the log, which then begins anew with an empty segment.
    for (let segment = 0; segment < 2; segment += 1) {
      await sql`select pg_switch_wal()::text`.execute(database.kysely);
      await sql`checkpoint`.execute(database.kysely);
    }
    return Uint8Array.from(gunzipSync(await database.dumpBytes()));
  } finally {
    await database.close();
  }
}

async function seedRoles({ kysely }: EmbeddedDatabase, hash: string, nowSeconds: number): Promise<void> {
  const stamps = { create_time: nowSeconds, update_time: nowSeconds };
  const rules = await kysely.selectFrom('admin_rule').select(['id', 'name', 'type']).orderBy('id').execute();
  for (const { username, nickname, role } of DEMO_ACCOUNTS.filter(({ area }) => area === 'admin')) {
    if (role === 'super') continue;
    const wanted = rules.filter(({ name, type }) =>
      role === 'editor'
        ? /^(?:dashboard|goods|user|site|routine\/(?:attachment|adminInfo))/u.test(name)
        : type !== 'button' || READING.test(name),
    );
    const { id: groupId } = await kysely
      .insertInto('admin_group')
      .values({ pid: 1, name: nickname, rules: wanted.map(({ id }) => id).join(','), ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await kysely
      .insertInto('admin')
      .values({ username, nickname, ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow();
    await kysely.insertInto('admin_password').values({ admin_id: id, hash, update_time: nowSeconds }).execute();
    await kysely.insertInto('admin_group_access').values({ uid: id, group_id: groupId }).execute();
  }
  const member = DEMO_ACCOUNTS.find(({ area }) => area === 'member');
  if (member) await kysely.insertInto('member_password').values({ member_id: 1, hash, update_time: nowSeconds }).execute();
}
