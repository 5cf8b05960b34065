import { sql, type Kysely } from 'kysely';
import { isForPrograms } from '#domain/programs/api-token';
import { hasNode } from '#domain/rights/permission';
import { pagePathOf, type Resource } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import type { Writer, Grants, MemberCaller, MemberGrants } from '../../base/caller.ts';

const idsOf = (rules: string): number[] => rules.split(',').map(Number).filter(Number.isSafeInteger);

/** An active group of an account. */
export interface GrantingGroup {
  readonly id: number;
  readonly rules: string | null;
}

/** The active groups of an administrator, within a query that asks for `admin`. */
export const grantingGroups = sql<GrantingGroup[] | null>`(select json_agg(json_build_object('id', "group".id, 'rules', "group".rules))
  from admin_group_access as access join admin_group as "group" on "group".id = access.group_id
  where access.uid = admin.id and "group".status = '1')`;

/** What these groups grant. A super administrator's rules are not listed: everything is granted. Source: wire protocol §2.2. */
export async function grantsOf(kysely: Kysely<Tables>, groups: readonly GrantingGroup[]): Promise<Grants> {
  const groupIds = groups.map((group) => group.id);
  const isSuper = groups.some((group) => group.rules?.trim() === '*');
  const granted = new Set(isSuper ? [] : groups.flatMap((group) => idsOf(group.rules ?? '')));
  if (granted.size === 0) return { isSuper, groupIds, ruleIds: new Set(), nodes: new Set() };
  const rules = await kysely
    .selectFrom('admin_rule')
    .select(['id', 'name'])
    .where('status', '=', '1')
    .where('id', 'in', [...granted])
    .execute();
  return {
    isSuper,
    groupIds,
    ruleIds: new Set(rules.map((rule) => rule.id)),
    nodes: new Set(rules.map((rule) => rule.name.toLowerCase())),
  };
}

/** What the active groups of an administrator grant, for where no call of theirs has brought it. */
export async function grantsOfAdmin(kysely: Kysely<Tables>, adminId: number): Promise<Grants> {
  const groups = await kysely
    .selectFrom('admin_group_access')
    .innerJoin('admin_group', 'admin_group.id', 'admin_group_access.group_id')
    .select(['admin_group.id', 'admin_group.rules'])
    .where('uid', '=', adminId)
    .where('admin_group.status', '=', '1')
    .execute();
  return grantsOf(kysely, groups);
}

/** Whether the caller may do what the node stands for; a super administrator may everything. */
export const may = (caller: Writer, node: string): boolean => hasNode(node, { super: caller.grants.isSuper, nodes: caller.grants.nodes });

/**
 * Whether the caller may open the list of a section: whoever may not is told nothing of its records, in no journal, bin or log. Some are
 * closed to programs, whatever their token grants.
 */
export const mayList = ({ resource }: { readonly resource: Pick<Resource, 'name' | 'controller'> }, caller: Writer): boolean =>
  mayListOf(resource, caller);

/** The same of a section that is known by its declaration alone. */
export const mayListOf = (resource: Pick<Resource, 'name' | 'controller'>, caller: Writer): boolean =>
  (caller.program === undefined || isForPrograms(resource, true)) && may(caller, `${pagePathOf(resource)}/index`);

/** What the group of a member grants of the active rules. Source: wire protocol §2.2. */
export function memberGrantsOf(stored: string, active: readonly { readonly id: number; readonly name: string }[]): MemberGrants {
  if (stored.trim() === '*') return { isAll: true, ruleIds: new Set(), nodes: new Set(active.map(({ name }) => name.toLowerCase())) };
  const granted = new Set(idsOf(stored));
  const rules = active.filter(({ id }) => granted.has(id));
  return { isAll: false, ruleIds: new Set(rules.map(({ id }) => id)), nodes: new Set(rules.map(({ name }) => name.toLowerCase())) };
}

/** The same of a member; everything means the active rules, so that a page that is switched off is closed to everybody. */
export const mayAsMember = ({ grants }: Pick<MemberCaller, 'grants'>, node: string): boolean => grants.nodes.has(node);
