import type { adminGroup } from '#api/contract/resources/admin-group';
import { listAdminGroups } from '#api/contract/rights/rights';
import { rejection } from '#domain/base/failure';
import { FieldsRefused } from '../../base/refusal.ts';
import { groupInForm, listGroups } from './admin-group-list.ts';
import { lockRights, requireSuper } from '../../resources/access/rights.ts';
import { rulesWithinOwn } from './grant-limits.ts';
import { refuseBeyondParent, takeFromBelow } from './permission-inheritance.ts';
import { rulesOf } from './group-rules.ts';
import type { ResourceHooks } from '../../resources/base/hooks.ts';

/** What groups of administrators have beside the engine. Source: wire protocol §5.4; readings 6.9, 6.10. */
export const adminGroupHooks: ResourceHooks<(typeof adminGroup)['fields']> = {
  endpoints: { list: listAdminGroups },
  list: listGroups,
  form: groupInForm,
  async beforeWrite(values, { trx, caller, before }) {
    const { isSuper, groupIds } = caller.grants;
    if (before && groupIds.includes(Number(before['id']))) throw rejection('refusals.auth.ownGroup');
    const isTop = 'parentId' in values && values.parentId === null && (before === null || before['parentId'] !== null);
    if (isTop && !isSuper) throw new FieldsRefused({ pid: { key: 'validation.required' } });
    const { rules, ...others } = values;
    // Nothing chosen leaves what is stored.
    if (!rules || rules.length === 0) return others;
    return { ...others, rules: await rulesWithinOwn(trx, rules, rulesOf(before), caller) };
  },
  async afterWrite(group, context) {
    await lockRights(context.trx);
    await refuseBeyondParent(group, context);
    await takeFromBelow(group, context);
    await requireSuper(context.trx);
  },
  beforeRemove(ids, { caller }) {
    const others = ids.filter((id) => !caller.grants.groupIds.includes(id));
    if (others.length === 0) throw rejection('refusals.auth.ownGroup');
    return Promise.resolve(others);
  },
};
