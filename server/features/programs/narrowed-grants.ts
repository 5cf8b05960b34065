import type { Kysely } from 'kysely';
import type { Grants } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { rulesIn } from '../../resources/access/rights.ts';

/**
 * What an administrator has now of what was given to a program that acts in their name. Nobody is super by it, but sees whose records they
 * see.
 */
export async function narrowedGrants(kysely: Kysely<Tables>, own: Grants, given: ReturnType<typeof rulesIn>): Promise<Grants> {
  const ids = given === '*' ? own.ruleIds : new Set([...given].filter((id) => own.isSuper || own.ruleIds.has(id)));
  const seesAll = own.isSuper;
  const none = { isSuper: false, seesAll, groupIds: own.groupIds, ruleIds: new Set<number>(), nodes: new Set<string>() };
  const isEverything = own.isSuper && given === '*';
  if (!isEverything && ids.size === 0) return none;
  const query = kysely.selectFrom('admin_rule').select(['id', 'name']).where('status', '=', '1');
  const rules = await (isEverything ? query : query.where('id', 'in', [...ids])).execute();
  return { ...none, ruleIds: new Set(rules.map(({ id }) => id)), nodes: new Set(rules.map(({ name }) => name.toLowerCase())) };
}
