import { type Kysely, sql } from 'kysely';
import type { Resource } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import type { RecordChange } from '../../resources/write/record-change.ts';

type GroupTable = 'admin_group' | 'member_group';
const RULES_OF = { admin_group: 'admin_rule', member_group: 'member_rule' } as const;
type Held = readonly { readonly id: number }[];

interface Write {
  readonly trx: Kysely<Tables>;
  readonly nowSeconds: number;
}

const idsOf = sql`string_to_array(replace(rules, ' ', ''), ',')`;

/** Whoever has a group open in a form would store the rules as they were read: they hear of these. */
const touched = ({ nowSeconds }: Pick<Write, 'nowSeconds'>) => sql`version = version + 1, update_time = ${nowSeconds}::bigint`;

/** Every group that has the parent has the new rule too; `*` has it anyway. Source: wire protocol §5.6, §5.9. */
export async function giveToHolders(write: Write, table: GroupTable, id: number, parentId: number): Promise<void> {
  await sql`update ${sql.table(table)} set rules = rules || ',' || ${String(id)}::text, ${touched(write)}
    where trim(rules) <> '*' and ${String(parentId)}::text = any(${idsOf})`.execute(write.trx);
}

/**
 * Every group that has a rule has the directories and pages above it, also once the rule has been moved: the menu shows nothing below what is
 * not given. A button above it shows nothing and is a right of its own, which nobody gets by a move. What a group has is read once its row is
 * locked: a right that somebody else has just taken does not come back.
 * @returns what became of the groups
 */
export async function giveAbove({ trx, ...write }: Write, table: GroupTable, id: number): Promise<readonly RecordChange[]> {
  const { rows } = await sql<{ id: number; name: string; had: string; rules: string }>`
    with recursive above (id, pid, type) as (
      select id, pid, type from ${sql.table(RULES_OF[table])} where id = ${id}::bigint
      union select rule.id, rule.pid, rule.type from ${sql.table(RULES_OF[table])} as rule join above on rule.id = above.pid
    ), holding as (
      select id, rules as had, (
          select string_agg(above.id::text, ',' order by above.id) from above where above.type <> 'button' and not above.id::text = any(${idsOf})
        ) as missing
        from ${sql.table(table)} where trim(rules) <> '*' and ${String(id)}::text = any(${idsOf}) order by id for update
    ) update ${sql.table(table)} as own set rules = holding.had || ',' || holding.missing, ${touched(write)}
      from holding where own.id = holding.id and holding.missing is not null returning own.id, own.name, holding.had, own.rules`.execute(
    trx,
  );
  return rows.map(({ name, had, rules, ...row }) => ({ recordId: row.id, before: { rules: had }, after: { rules }, row: { name } }));
}

/** A number that no rule has any more would keep groups from being compared. @returns the groups that had it */
export async function takeFromHolders({ trx, ...write }: Write, table: GroupTable, id: number): Promise<Held> {
  const { rows } = await sql<{ id: number }>`update ${sql.table(table)}
    set rules = array_to_string(array_remove(${idsOf}, ${String(id)}::text), ','), ${touched(write)}
    where ${String(id)}::text = any(${idsOf}) returning id`.execute(trx);
  return rows.map((row) => ({ id: row.id }));
}

/** A rule that comes back is given to the groups that had it, as far as they are there, and to no others. */
export async function giveBack({ trx, ...write }: Write, table: GroupTable, id: number, held: readonly object[]): Promise<void> {
  const groups = held.flatMap((row) => ('id' in row ? [Number(row.id)] : []));
  await sql`update ${sql.table(table)} set rules = case when trim(rules) = '' then '' else rules || ',' end || ${String(id)}::text,
      ${touched(write)}
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
