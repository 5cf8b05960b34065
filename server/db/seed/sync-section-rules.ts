import { sql, type Kysely } from 'kysely';
import type { PlacedRule } from './menu-rules.ts';
import { SECTION_RULES } from './shipped-rules.ts';
import type { Tables } from '../tables/tables.ts';

/** Rules made by people have ids from here on. */
const FIRST_OF_PEOPLE = 1001;

/**
 * Gives a database that had its first start the menu rules of sections that have come since, each once and by its name; groups have them
 * when somebody gives them. Rules of a section whose folder is gone are switched off, and on again when it is back.
 */
export async function syncSectionRules(trx: Kysely<Tables>, rules: readonly PlacedRule[] = SECTION_RULES): Promise<void> {
  if ((await trx.selectFrom('admin_group').select('id').limit(1).executeTakeFirst()) === undefined) return;
  for (const one of rules) if (one.isNew) await addRule(trx, one);
  await noteSectionRules(trx, rules);
  await switchRules(trx, [...new Set(rules.map(({ section }) => section))]);
}

/** Keeps which rules are of which section, for the day when its folder is gone. */
export async function noteSectionRules(trx: Kysely<Tables>, rules: readonly PlacedRule[] = SECTION_RULES): Promise<void> {
  const known = JSON.stringify(rules.map(({ section, rule: { name } }) => ({ section, name })));
  await sql`insert into section_rule (rule_id, section) select admin_rule.id, known.section
    from jsonb_to_recordset(${known}::jsonb) as known (section text, name text) join admin_rule on lower(admin_rule.name) = lower(known.name)
    on conflict do nothing`.execute(trx);
}

/** @param there the sections that there are */
async function switchRules(trx: Kysely<Tables>, there: readonly string[]): Promise<void> {
  const isThere = sql`section_rule.section = any(${there}::text[])`;
  await sql`with switched as (
      update section_rule set is_off = true from admin_rule where id = rule_id and status = '1' and not is_off and not ${isThere}
      returning rule_id
    ) update admin_rule set status = '0' where id in (select rule_id from switched)`.execute(trx);
  await sql`with switched as (update section_rule set is_off = false where is_off and ${isThere} returning rule_id)
    update admin_rule set status = '1' where id in (select rule_id from switched)`.execute(trx);
}

async function addRule(trx: Kysely<Tables>, { parent, rule: { id, ...rule } }: PlacedRule): Promise<void> {
  const isThere = sql<boolean>`lower(name) = lower(${rule.name})`;
  if ((await trx.selectFrom('admin_rule').select('id').where(isThere).executeTakeFirst()) !== undefined) return;
  const above = await trx.selectFrom('admin_rule').select('id').where('name', '=', parent).executeTakeFirst();
  const now = sql<number>`extract(epoch from now())::bigint`;
  await trx
    .insertInto('admin_rule')
    .values({ ...rule, ...(await freeId(trx, id)), pid: above?.id ?? 0, create_time: now, update_time: now })
    .execute();
}

/** @returns nothing where those of the program are used up; then the table counts on */
async function freeId(trx: Kysely<Tables>, wanted: number): Promise<{ readonly id?: number }> {
  const rows = await trx.selectFrom('admin_rule').select('id').where('id', '<', FIRST_OF_PEOPLE).execute();
  const taken = new Set(rows.map(({ id }) => id));
  let id = wanted;
  while (taken.has(id)) id += 1;
  return id < FIRST_OF_PEOPLE ? { id } : {};
}
