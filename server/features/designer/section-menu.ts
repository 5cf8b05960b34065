import { sql, type Kysely } from 'kysely';
import { hasCall, pagePathOf, type Resource, type ResourceCall } from '#domain/table/resource';
import { pageRule } from '../../db/seed/menu-rules.ts';
import type { Tables } from '../../db/tables/tables.ts';

const NODES: readonly (readonly [ResourceCall, string])[] = [
  ['list', 'index'],
  ['add', 'add'],
  ['save', 'edit'],
  ['remove', 'del'],
  ['sort', 'sortable'],
];

const titleOf = ({ label, name }: Resource): string => label?.['zh-cn'] ?? label?.en ?? name;

/** The rules of a section: those of its page and of its rights. */
const isOf = (path: string) => sql<boolean>`(lower(name) = lower(${path}) or starts_with(lower(name), lower(${`${path}/`})))`;

/**
 * Gives a section its place in the menu and its rights. What people changed of a rule stays; a section that answers at another address keeps
 * its rules, and with them whoever has them. New ones belong to nobody but super administrators.
 */
export async function placeInMenu(trx: Kysely<Tables>, resource: Resource, before: Resource | null, nowSeconds: number): Promise<void> {
  const path = pagePathOf(resource);
  const former = before === null ? path : pagePathOf(before);
  if (former !== path) await movePath(trx, former, path);
  const pageId = await pageOf(trx, resource, before, nowSeconds);
  const there = new Set(
    (await trx.selectFrom('admin_rule').select('name').where(isOf(path)).execute()).map(({ name }) => name.toLowerCase()),
  );
  for (const [call, action] of NODES) {
    const name = `${path}/${action}`;
    const hasIt = hasCall(resource, call);
    if (hasIt && !there.has(name.toLowerCase())) {
      await trx
        .insertInto('admin_rule')
        .values({ pid: pageId, type: 'button', title: `menu.action.${action}`, name, create_time: nowSeconds, update_time: nowSeconds })
        .execute();
    }
    await trx
      .updateTable('admin_rule')
      .set({ status: hasIt ? '1' : '0' })
      .where(sql<boolean>`lower(name) = lower(${name})`)
      .execute();
  }
}

async function pageOf(trx: Kysely<Tables>, resource: Resource, before: Resource | null, nowSeconds: number): Promise<number> {
  const path = pagePathOf(resource);
  const page = await trx
    .selectFrom('admin_rule')
    .select(['id', 'title'])
    .where(sql<boolean>`lower(name) = lower(${path})`)
    .executeTakeFirst();
  if (page) {
    const isOwnTitle = before !== null && page.title === titleOf(before);
    await trx
      .updateTable('admin_rule')
      .set({ status: '1', ...(isOwnTitle && { title: titleOf(resource) }), update_time: nowSeconds })
      .where('id', '=', page.id)
      .execute();
    return page.id;
  }
  const { under, icon = 'el-icon-Grid', sortOrder = 0 } = resource.menu ?? { under: '' };
  const parent = typeof under === 'string' ? under : under.name;
  const above = await trx
    .selectFrom('admin_rule')
    .select('id')
    .where('name', '=', parent)
    .where('type', '=', 'menu_dir')
    .executeTakeFirst();
  const pid = above?.id ?? (typeof under === 'string' ? 0 : await addDirectory(trx, under, nowSeconds));
  const { id: _id, ...rule } = pageRule({ id: 0, pid, name: path, icon, weigh: sortOrder }, parent).rule;
  const added = await trx
    .insertInto('admin_rule')
    .values({ ...rule, title: titleOf(resource), create_time: nowSeconds, update_time: nowSeconds })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

async function addDirectory(
  trx: Kysely<Tables>,
  { name, icon, sortOrder }: { name: string; icon: string; sortOrder: number },
  now: number,
): Promise<number> {
  const values = { pid: 0, type: 'menu_dir', title: name, name, path: name, icon, menu_type: null, weigh: sortOrder } as const;
  const added = await trx
    .insertInto('admin_rule')
    .values({ ...values, create_time: now, update_time: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

/** Rules keep their ids, and groups what they hold. */
async function movePath(trx: Kysely<Tables>, from: string, to: string): Promise<void> {
  await sql`update admin_rule set name = ${to} || substr(name, ${from.length + 1}::int), path = case when path is null or path = '' then path else ${to} end,
    component = case when component is null or component = '' then component else ${`/src/views/backend/${to}/index.vue`} end
    where ${isOf(from)}`.execute(trx);
}

export const hideFromMenu = async (trx: Kysely<Tables>, resource: Resource, isHidden: boolean): Promise<void> => {
  await trx
    .updateTable('admin_rule')
    .set({ status: isHidden ? '0' : '1' })
    .where(isOf(pagePathOf(resource)))
    .execute();
};

export const takeFromMenu = async (trx: Kysely<Tables>, resource: Resource): Promise<void> => {
  await trx
    .deleteFrom('admin_rule')
    .where(isOf(pagePathOf(resource)))
    .execute();
};
