import { sql } from 'kysely';
import { sectionHooks } from '#server/features/base/section-hooks';
import { sightSql } from '#server/resources/access/data-limit';
import { mayList } from '#server/resources/access/permissions';
import { mapReplyRows } from '#server/resources/base/list-reply';
import { idsSql } from '#server/resources/write/unit-of-work';
import { goodsCategory } from './goods-category.resource.ts';

const idsIn = (rows: readonly Readonly<Record<string, unknown>>[]): readonly number[] =>
  rows.flatMap(({ id, children }) => [Number(id), ...(Array.isArray(children) ? idsIn(children as typeof rows) : [])]);

/** A category says how many goods are in it, to whoever may list those: all of a page by one statement. */
export const goodsCategoryHooks = sectionHooks(goodsCategory, ({ resources }) => ({
  async list(query, { caller, ports }, list) {
    const reply = await list(query);
    const goods = resources.all().find(({ resource }) => resource.name === 'goods')?.context;
    const ids = idsIn(reply.list ?? []);
    if (!goods || ids.length === 0 || !mayList(goods, caller)) return reply;
    const { kysely } = ports.database;
    const { rows } = await sql<{ category: number; count: number }>`select category_id as category, count(*)::integer as count
      from ${sql.table(goods.resource.table)} as main where category_id in ${idsSql(ids)} and ${await sightSql(goods, kysely, caller, 'main')}
      group by category_id`.execute(kysely);
    const counts = new Map(rows.map(({ category, count }) => [category, count]));
    return mapReplyRows(reply, (row) => ({ ...row, named_by: counts.get(Number(row['id'])) ?? 0 }));
  },
}));
