import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { SAMPLE_CATEGORIES, SAMPLE_GOODS } from './sample-goods.ts';
import { SHIPPED_CONFIG } from './shipped-config.ts';
import { SHIPPED_GROUPS, SUPER_GROUP_ID } from './shipped-groups.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';
import type { Tables } from './tables.ts';
import type { UnixSeconds } from './column-types.ts';

export interface SeedOptions {
  /** PHC string of the super administrator's password. */
  readonly adminPasswordHash: string;
  readonly sampleData: boolean;
  readonly nowSeconds: UnixSeconds;
}

/** The first administrator's account. */
export const FIRST_ADMIN = { id: 1, username: 'admin', nickname: 'Admin' } as const;

/** Whether this database has had its first start. */
export async function isSeeded(database: Database): Promise<boolean> {
  return hasGroups(database.kysely);
}

/**
 * Fills a new database: groups, rules, settings, the administrator `admin`, and sample goods if wanted. Once only: what people
 * delete afterwards stays deleted.
 * @returns false when there was nothing to do
 * Source: wire-protocol.md §7.6.
 */
export async function seedDatabase(database: Database, options: SeedOptions): Promise<boolean> {
  return database.transaction(async (trx) => {
    // Two servers may start together on one PostgreSQL; the second waits here, and then finds the work done.
    await sql`select pg_advisory_xact_lock(hashtext('seed'), 0)`.execute(trx);
    if (await hasGroups(trx)) return false;
    await seedAccess(trx, options);
    await trx.insertInto('config').values(SHIPPED_CONFIG).execute();
    if (options.sampleData) await seedSamples(trx, options.nowSeconds);
    await continueIds(trx);
    return true;
  });
}

async function hasGroups(kysely: Kysely<Tables>): Promise<boolean> {
  return (await kysely.selectFrom('admin_group').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function seedAccess(trx: Kysely<Tables>, { adminPasswordHash, nowSeconds }: SeedOptions): Promise<void> {
  const stamps = { create_time: nowSeconds, update_time: nowSeconds };
  await trx
    .insertInto('admin_rule')
    .values(SHIPPED_RULES.map((rule) => ({ ...rule, ...stamps })))
    .execute();
  await trx
    .insertInto('admin_group')
    .values(SHIPPED_GROUPS.map((group) => ({ ...group, ...stamps })))
    .execute();
  await trx
    .insertInto('admin')
    .values({ ...FIRST_ADMIN, ...stamps })
    .execute();
  await trx.insertInto('admin_password').values({ admin_id: FIRST_ADMIN.id, hash: adminPasswordHash, update_time: nowSeconds }).execute();
  await trx.insertInto('admin_group_access').values({ uid: FIRST_ADMIN.id, group_id: SUPER_GROUP_ID }).execute();
}

async function seedSamples(trx: Kysely<Tables>, nowSeconds: UnixSeconds): Promise<void> {
  const stamps = { create_time: nowSeconds, update_time: nowSeconds };
  await trx
    .insertInto('goods_category')
    .values(SAMPLE_CATEGORIES.map((category) => ({ ...category, ...stamps })))
    .execute();
  // An hour between each, so that sorting and searching by time show something.
  const rows = SAMPLE_GOODS.map(({ images, tags, ...goods }, index) => {
    const time = nowSeconds - (SAMPLE_GOODS.length - index) * 3600;
    return { ...goods, images: JSON.stringify(images), tags: JSON.stringify(tags), create_time: time, update_time: time };
  });
  await trx.insertInto('goods').values(rows).execute();
}

/** Rows above were given their ids; the counters do not know it. */
async function continueIds(trx: Kysely<Tables>): Promise<void> {
  for (const table of ['admin', 'admin_group', 'config', 'goods_category', 'goods'] as const) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce((select max(id) from ${sql.table(table)}), 1), exists (select from ${sql.table(table)}))`.execute(
      trx,
    );
  }
}
