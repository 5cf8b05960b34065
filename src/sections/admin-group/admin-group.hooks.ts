import { listAdminGroups } from '#api/contract/rights/rights';
import { rejection } from '#domain/base/failure';
import { isSameValue } from '#domain/base/same-value';
import type { AnyRecord } from '#domain/fields/field';
import { FieldsRefused } from '#server/base/refusal';
import { ruleTitles } from '#server/features/rights/designed-titles';
import { groupInForm, listGroups } from '#server/features/rights/admin-group-list';
import { requireOwnFactor } from '#server/resources/access/factor-duty';
import { lockRights, requireSuper } from '#server/resources/access/rights';
import { rulesWithinOwn } from '#server/features/rights/grant-limits';
import { refuseBeyondParent, takeFromBelow } from '#server/features/rights/permission-inheritance';
import { rulesOf } from '#server/features/rights/group-rules';
import { sectionHooks } from '#server/features/base/section-hooks';
import { adminGroup } from './admin-group.resource.ts';

/** Nothing chosen of rules leaves what is stored. */
const changesOnlyDuty = (values: AnyRecord, before: AnyRecord): boolean =>
  Object.entries(values).every(
    ([key, value]) =>
      key === 'needsFactor' || isSameValue(value, before[key]) || (key === 'rules' && Array.isArray(value) && value.length === 0),
  );

/** Whether others come to need a second factor by this, or no longer do: by what the group asks, or by the switch of one that asks. */
function changesDuty(values: AnyRecord, before: AnyRecord | null): boolean {
  const asked = before?.['needsFactor'] ?? false;
  const asks = values['needsFactor'] ?? asked;
  const isSwitched = before !== null && (values['status'] ?? before['status']) !== before['status'];
  return asks !== asked || (asks === true && isSwitched);
}

/** What groups of administrators have beside the engine. Source: wire protocol §5.4; readings 6.9, 6.10. */
export const adminGroupHooks = sectionHooks(adminGroup, ({ ports: { messages }, resources }) => ({
  endpoints: { list: listAdminGroups },
  list: (query, context, list) =>
    listGroups(
      query,
      context,
      list,
      ruleTitles(() => resources.all().map(({ resource }) => resource), messages)(context.caller.client.language),
    ),
  form: groupInForm,
  async beforeWrite(values, { trx, caller, before }) {
    const { isSuper, groupIds } = caller.grants;
    // Their own group super administrators ask for a second factor as well: it gives nobody a right.
    const isOwn = before !== null && groupIds.includes(Number(before['id']));
    if (isOwn && !(isSuper && changesOnlyDuty(values, before))) throw rejection('refusals.auth.ownGroup');
    if (changesDuty(values, before)) await requireOwnFactor(trx, caller);
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
  async beforeRemove(ids, { caller, trx }) {
    const others = ids.filter((id) => !caller.grants.groupIds.includes(id));
    if (others.length === 0) throw rejection('refusals.auth.ownGroup');
    // Who belongs to a group is no column of an administrator: the engine would know only that something refers to it.
    const { count } = await trx
      .selectFrom('admin_group_access')
      .select(({ fn }) => fn.count<string>('uid').distinct().as('count'))
      .where('group_id', 'in', others)
      .executeTakeFirstOrThrow();
    const held = Number(count);
    if (held > 0) throw rejection('refusals.inUse', { count: held, name: messages.text(caller.client.language, 'resources.admin.label') });
    return others;
  },
}));
