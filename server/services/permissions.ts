import type { Kysely } from 'kysely';
import { hasNode } from '#domain/permission';
import type { Tables } from '../db/tables.ts';
import type { AdminCaller, Grants } from './caller.ts';

const idsOf = (rules: string): number[] => rules.split(',').map(Number).filter(Number.isSafeInteger);

/** What the active groups of an account grant. Source: wire protocol §2.2. */
export async function grantsOf(kysely: Kysely<Tables>, adminId: number): Promise<Grants> {
  const groups = await kysely
    .selectFrom('admin_group_access as access')
    .innerJoin('admin_group as group', 'group.id', 'access.group_id')
    .where('access.uid', '=', adminId)
    .where('group.status', '=', '1')
    .select(['group.id', 'group.rules'])
    .execute();
  const isSuper = groups.some((group) => group.rules?.trim() === '*');
  const granted = new Set(groups.flatMap((group) => idsOf(group.rules ?? '')));
  const active = await kysely.selectFrom('admin_rule').select(['id', 'name']).where('status', '=', '1').execute();
  const rules = isSuper ? active : active.filter((rule) => granted.has(rule.id));
  return {
    isSuper,
    groupIds: groups.map((group) => group.id),
    ruleIds: new Set(rules.map((rule) => rule.id)),
    nodes: new Set(rules.map((rule) => rule.name.toLowerCase())),
  };
}

/** Whether the caller may do what the node stands for; a super administrator may everything. */
export const may = (caller: AdminCaller, node: string): boolean =>
  hasNode(node, { super: caller.grants.isSuper, nodes: caller.grants.nodes });
