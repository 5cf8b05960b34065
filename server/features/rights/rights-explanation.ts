import type { explainRight } from '#api/contract/rights/rights';
import type { OutputOf } from '#api/contract/base/endpoint';
import { CODE } from '#api/contract/base/wire';
import { FailureError } from '#domain/base/failure';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ResourceEngine } from '../../resources/define-resource.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { shippedResource } from '../../base/shipped-resources.ts';
import { nameRead } from '../../resources/base/shipped-names.ts';
import { may } from '../../resources/access/permissions.ts';
import type { ruleTitles } from './designed-titles.ts';
import { rulesIn } from '../../resources/access/rights.ts';

type Explanation = OutputOf<typeof explainRight>;

interface Facts {
  readonly isAccountOn: boolean;
  readonly rule: { readonly status: string } | undefined;
  readonly groups: Explanation['groups'];
}

function reasonOf({ isAccountOn, rule, groups }: Facts): Explanation['reason'] {
  const active = groups.filter(({ isActive }) => isActive);
  if (!isAccountOn) return 'accountOff';
  if (groups.length === 0) return 'noGroup';
  if (active.length === 0) return 'groupsOff';
  if (active.some(({ isSuper }) => isSuper)) return 'super';
  if (!rule) return 'unknownNode';
  if (rule.status !== '1') return 'ruleOff';
  return active.some(({ grants }) => grants) ? 'granted' : 'notGranted';
}

/** Why an administrator may do what a node stands for, or not: rule, groups, account. Whom the caller may not see is not explained. */
export function createRightsExplanation(
  { database, messages }: Pick<ServerPorts, 'database' | 'messages'>,
  admins: ResourceEngine,
  calledIn: ReturnType<typeof ruleTitles>,
) {
  const { kysely } = database;
  return async ({ id, node }: { readonly id: number; readonly node: string }, caller: AdminCaller): Promise<Explanation> => {
    if (!may(caller, 'auth/admin/index')) throw new FailureError({ kind: 'rejected', code: CODE.forbidden, message: 'errors.http.401' });
    const { row } = await admins.read(id, caller);
    const all = await kysely.selectFrom('admin_rule').select(['id', 'pid', 'title', 'name', 'status']).execute();
    const rule = all.find(({ name }) => name.toLowerCase() === node.toLowerCase());
    const above = (one: (typeof all)[number] | undefined): typeof all =>
      one ? [...above(all.find((other) => other.id === one.pid)), one] : [];
    const stored = await kysely
      .selectFrom('admin_group')
      .innerJoin('admin_group_access as access', 'access.group_id', 'admin_group.id')
      .select(['admin_group.id', 'name', 'rules', 'status'])
      .where('access.uid', '=', id)
      .orderBy('admin_group.id')
      .execute();
    const groups = stored.map((group) => {
      const rules = rulesIn(group.rules);
      return {
        id: group.id,
        name: nameRead(shippedResource('adminGroup'), group.name, { messages, language: caller.client.language }),
        isActive: group.status === '1',
        isSuper: rules === '*',
        grants: rules === '*' || (rule !== undefined && rules.has(rule.id)),
      };
    });
    const reason = reasonOf({ isAccountOn: row['status'] === '1', rule, groups });
    const called = calledIn(caller.client.language);
    const rules = above(rule).map(({ id: ruleId, title, name, status }) => ({
      id: ruleId,
      title: called({ name, title }),
      name,
      isActive: status === '1',
    }));
    return { reason, isAllowed: reason === 'super' || reason === 'granted', node: rule?.name ?? node, rules, groups };
  };
}
