import { type Kysely, sql } from 'kysely';
import type { Resource } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';

type GroupTable = 'admin_group' | 'member_group';
type Held = readonly { readonly id: number }[];

const idsOf = sql`string_to_array(replace(rules, ' ', ''), ',')`;

/** Every group that has the parent has the new rule too; `*` has it anyway. Source: wire protocol §5.6, §5.9. */
export async function giveToHolders(trx: Kysely<Tables>, table: GroupTable, id: number, parentId: number): Promise<void> {
  await sql`update ${sql.table(table)} set rules = rules || ',' || ${String(id)}::text
    where trim(rules) <> '*' and ${String(parentId)}::text = any(${idsOf})`.execute(trx);
}

/** A number that no rule has any more would keep groups from being compared. @returns the groups that had it */
export async function takeFromHolders(trx: Kysely<Tables>, table: GroupTable, id: number): Promise<Held> {
  const { rows } = await sql<{ id: number }>`update ${sql.table(table)}
    set rules = array_to_string(array_remove(${idsOf}, ${String(id)}::text), ',')
    where ${String(id)}::text = any(${idsOf}) returning id`.execute(trx);
  return rows.map((row) => ({ id: row.id }));
}

/** A rule that comes back is given to the groups that had it, as far as they are there, and to no others. */
export async function giveBack(trx: Kysely<Tables>, table: GroupTable, id: number, held: readonly object[]): Promise<void> {
  const groups = held.flatMap((row) => ('id' in row ? [Number(row.id)] : []));
  await sql`update ${sql.table(table)} set rules = case when trim(rules) = '' then '' else rules || ',' end || ${String(id)}::text
    where id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(groups)}::jsonb))
      and trim(rules) <> '*' and not ${String(id)}::text = any(${idsOf})`.execute(trx);
}

/** The directory that a section brought goes too, where nothing lies in it any more. */
export async function takeEmptyDirectory(trx: Kysely<Tables>, { menu }: Resource): Promise<void> {
  if (typeof menu?.under !== 'object') return;
  await trx
    .deleteFrom('admin_rule')
    .where('name', '=', menu.under.name)
    .where('type', '=', 'menu_dir')
    .where(sql<boolean>`not exists (select from admin_rule as below where below.pid = admin_rule.id)`)
    .execute();
}
