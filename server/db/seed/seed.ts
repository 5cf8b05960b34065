import { type Kysely, sql } from 'kysely';
import type { Database } from '../base/database.ts';
import { SHIPPED_RESOURCES } from '../../base/shipped-resources.ts';
import { SAMPLE_CATEGORIES, SAMPLE_GOODS } from './sample-goods.ts';
import { SAMPLE_MEMBER_GROUP, sampleMembers } from './sample-members.ts';
import { SHIPPED_CONFIG } from './shipped-config.ts';
import { SHIPPED_GROUPS, SUPER_GROUP_ID } from './shipped-groups.ts';
import { DEFAULT_MEMBER_GROUP, FIRST_MEMBER, SHIPPED_MEMBER_RULES } from './shipped-members.ts';
import { SAMPLE_NOTICES, SHIPPED_PAGES } from './shipped-pages.ts';
import { SHIPPED_RULES } from './shipped-rules.ts';
import { SHIPPED_RECYCLE_RULES, SHIPPED_SENSITIVE_RULES } from './shipped-safety-rules.ts';
import { isLiving, noteFound, pastLives } from '../sections/guard-lives.ts';
import { noteSectionRules } from './sync-section-rules.ts';
import type { Tables } from '../tables/tables.ts';
import type { UnixSeconds } from '../columns/column-types.ts';

export interface SeedOptions {
  /** PHC string of the super administrator's password. */
  readonly adminPasswordHash: string;
  readonly sampleData: boolean;
  readonly nowSeconds: UnixSeconds;
  /** Called last, when nothing but the commit is left: what has to be known of a database that is filled is said before it is. */
  readonly beforeCommit?: () => void;
}

/** The first administrator's account. */
export const FIRST_ADMIN = { id: 1, username: 'admin', nickname: 'Admin' } as const;

/** Whether this database has had its first start. */
export async function isSeeded(database: Database): Promise<boolean> {
  return hasGroups(database.kysely);
}

/**
 * Fills a new database: groups, rules, settings, the administrator `admin`, the member `user`, and samples if wanted. Once only: what people
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
    await seedMembers(trx, options.nowSeconds);
    await trx.insertInto('config').values(SHIPPED_CONFIG).execute();
    await seedSafety(trx, options.nowSeconds);
    await pastLives(trx);
    await seedPages(trx, options);
    if (options.sampleData) await seedSamples(trx, options.nowSeconds);
    for (const resource of SHIPPED_RESOURCES.filter(isLiving)) await noteFound(trx, resource);
    await continueIds(trx);
    options.beforeCommit?.();
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
  await noteSectionRules(trx);
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

async function seedSafety(trx: Kysely<Tables>, nowSeconds: UnixSeconds): Promise<void> {
  const stamps = { create_time: nowSeconds, update_time: nowSeconds };
  await trx
    .insertInto('security_data_recycle')
    .values(SHIPPED_RECYCLE_RULES.map((rule) => ({ ...rule, ...stamps })))
    .execute();
  await trx
    .insertInto('security_sensitive_data')
    .values(SHIPPED_SENSITIVE_RULES.map((rule) => ({ ...rule, ...stamps })))
    .execute();
}

/** Drafts, which their owner reads and completes before anybody sees them; samples show them at once. */
async function seedPages(trx: Kysely<Tables>, { nowSeconds, sampleData }: SeedOptions): Promise<void> {
  const shown = { status: sampleData ? 'on' : 'draft', in_footer: '1', create_time: nowSeconds, update_time: nowSeconds } as const;
  const rows = SHIPPED_PAGES.map(({ slug, title, titleEn, body, bodyEn }, index) => {
    const texts = { title, title_en: titleEn, body, body_en: bodyEn };
    return { ...shown, ...texts, slug, weigh: SHIPPED_PAGES.length - index };
  });
  await trx.insertInto('public_page').values(rows).execute();
}

async function seedMembers(trx: Kysely<Tables>, nowSeconds: UnixSeconds): Promise<void> {
  const stamps = { create_time: nowSeconds, update_time: nowSeconds };
  await trx
    .insertInto('member_rule')
    .values(SHIPPED_MEMBER_RULES.map((rule) => ({ ...rule, ...stamps })))
    .execute();
  await trx
    .insertInto('member_group')
    .values({ ...DEFAULT_MEMBER_GROUP, ...stamps })
    .execute();
  const birthday = new Date(nowSeconds * 1000).toISOString().slice(0, 10);
  await trx
    .insertInto('member')
    .values({ ...FIRST_MEMBER, birthday, ...stamps })
    .execute();
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
  const notices = SAMPLE_NOTICES.map(({ title, titleEn, body, bodyEn, isPinned }, index) => {
    const time = nowSeconds - index * 86_400;
    const flags = { is_pinned: isPinned ? ('1' as const) : ('0' as const), status: 'on' as const };
    return { title, title_en: titleEn, body, body_en: bodyEn, ...flags, publish_time: time, create_time: time, update_time: time };
  });
  await trx.insertInto('notice').values(notices).execute();
  await trx
    .insertInto('member_group')
    .values({ ...SAMPLE_MEMBER_GROUP, ...stamps })
    .execute();
  const { members, moneyLog, scoreLog } = sampleMembers(FIRST_MEMBER.id + 1, nowSeconds);
  await trx.insertInto('member').values(members).execute();
  await trx.insertInto('money_log').values(moneyLog).execute();
  await trx.insertInto('score_log').values(scoreLog).execute();
}

/** Rows above were given their ids; the counters do not know it. */
async function continueIds(trx: Kysely<Tables>): Promise<void> {
  for (const table of ['admin', 'admin_group', 'config', 'goods_category', 'goods', 'member_group', 'member'] as const) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce((select max(id) from ${sql.table(table)}), 1), exists (select from ${sql.table(table)}))`.execute(
      trx,
    );
  }
}
