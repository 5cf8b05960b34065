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

/** An active rule that groups of an account grant. */
export interface GrantedRule {
  readonly id: number;
  readonly name: string;
}

/** The active groups of an administrator, within a query that asks for `admin`. */
export const grantingGroups = sql<GrantingGroup[] | null>`(select json_agg(json_build_object('id', "group".id, 'rules', "group".rules))
  from admin_group_access as access join admin_group as "group" on "group".id = access.group_id
  where access.uid = admin.id and "group".status = '1')`;

/** The active rules that these groups grant, within such a query; of a super administrator none are listed. */
export const grantedRules = sql<GrantedRule[] | null>`granted_rules(admin.id)`;

interface Held {
  readonly groups: readonly GrantingGroup[] | null;
  readonly granted: readonly GrantedRule[] | null;
}

/** What an account may do by its groups. A super administrator's rules are not listed: everything is granted. Source: wire protocol §2.2. */
export function grantsOf({ groups, granted }: Held): Grants {
  return {
    isSuper: groups?.some((group) => group.rules?.trim() === '*') ?? false,
    groupIds: groups?.map((group) => group.id) ?? [],
    ruleIds: new Set(granted?.map((rule) => rule.id)),
    nodes: new Set(granted?.map((rule) => rule.name.toLowerCase())),
  };
}

/** What the active groups of an administrator grant, for where no call of theirs has brought it. */
export async function grantsOfAdmin(kysely: Kysely<Tables>, adminId: number): Promise<Grants> {
  const held = await kysely
    .selectFrom('admin')
    .select([grantingGroups.as('groups'), grantedRules.as('granted')])
    .where('id', '=', adminId)
    .executeTakeFirst();
  return grantsOf(held ?? { groups: null, granted: null });
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
