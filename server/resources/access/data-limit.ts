import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import type { DataLimit, Resource } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import type { Writer } from '../../base/caller.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { exceededGroups, groupsBelow, heldGroups, heldRules, readGroups, type RightsGroup } from './rights.ts';

function reachableGroups(rule: DataLimit['rule'], groups: readonly RightsGroup[], caller: Writer): readonly number[] {
  if (rule === 'parent') return groupsBelow(groups, caller.grants.groupIds);
  if (rule === 'allAuth') return heldGroups(groups, caller);
  return rule === 'allAuthAndOthers' ? exceededGroups(groups, caller) : [];
}

/**
 * The administrators whose records the caller may see and touch; with limits on groups and rules, those themselves.
 * @returns null when there is no limit
 * Source: wire protocol §4.9, §5.4, §5.6.
 */
export async function visibleOwners(
  kysely: Kysely<Tables>,
  limit: DataLimit | undefined,
  caller: Writer,
): Promise<readonly number[] | null> {
  if (!limit || caller.grants.isSuper || caller.grants.seesAll === true) return null;
  if (limit.rule === 'personal') return [caller.id];
  if (typeof limit.rule === 'object') return caller.grants.groupIds.includes(limit.rule.group) ? null : [caller.id];
  const groups = await readGroups(kysely);
  if (limit.rule === 'ownRules') return [...heldRules(groups, caller)];
  if (limit.rule === 'ownGroups') return [...caller.grants.groupIds, ...exceededGroups(groups, caller)];
  const groupIds = reachableGroups(limit.rule, groups, caller);
  if (groupIds.length === 0) return [caller.id];
  const members = await kysely.selectFrom('admin_group_access').select('uid').where('group_id', 'in', groupIds).execute();
  return [...new Set([caller.id, ...members.map((member) => member.uid)])];
}

/** The limit with what the section's hook adds to it. */
export async function sightSql(
  { resource, hooks }: Pick<ResourceContext, 'resource' | 'hooks'>,
  kysely: Kysely<Tables>,
  caller: Writer,
  table: string,
): Promise<Expression<SqlBool>> {
  const limit = await limitSql(kysely, resource, caller, table);
  return hooks.limit ? sql<SqlBool>`${limit} and ${await hooks.limit(kysely, caller, table)}` : limit;
}

/** The limit as part of a WHERE; always true when there is none. Source: security.md rule 10. */
export async function limitSql(kysely: Kysely<Tables>, resource: Resource, caller: Writer, table: string): Promise<Expression<SqlBool>> {
  const owners = await visibleOwners(kysely, resource.dataLimit, caller);
  if (owners === null || !resource.dataLimit) return sql`true`;
  if (owners.length === 0) return sql`false`;
  return sql`${sql.id(table, resource.dataLimit.ownerColumn)} in (${sql.join(owners)})`;
}
