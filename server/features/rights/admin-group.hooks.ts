import type { Transaction } from 'kysely';
import type { adminGroup } from '#api/contract/resources/admin-group';
import { rejection } from '#domain/base/failure';
import type { Tables } from '../../db/tables/tables.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { isAsShown, withParents } from './rules-in-form.ts';
import { heldRules, lockRights, readGroups, requireSuper } from '../../resources/access/rights.ts';
import { refuseBeyondParent, takeFromBelow } from './permission-inheritance.ts';
import { rulesOf } from './group-rules.ts';
import type { ResourceHooks } from '../../resources/base/hooks.ts';

/**
 * The rules as they are stored: with every parent, and `*` when nothing is missing. Nobody gives what he has not, nor as much as he has.
 * @param chosen ids, of which parents may be missing
 */
async function storedRules(
  trx: Transaction<Tables>,
  chosen: readonly string[],
  before: readonly string[],
  caller: AdminCaller,
): Promise<readonly string[]> {
  if (chosen.includes('*')) {
    if (!caller.grants.isSuper) throw new FieldsRefused({ rules: { key: 'refusals.auth.beyondOwn' } });
    return ['*'];
  }
  const rules = await trx.selectFrom('admin_rule').select(['id', 'pid']).execute();
  const ids = withParents(chosen, rules);
  if (ids === null) throw new FieldsRefused({ rules: { key: 'validation.missingRecord' } });
  if (isAsShown(ids, before, rules)) return before;
  const sorted = ids.map(String);
  if (caller.grants.isSuper) return ids.length === rules.length ? ['*'] : sorted;
  const held = heldRules(await readGroups(trx), caller);
  if (!ids.every((id) => held.has(id))) throw new FieldsRefused({ rules: { key: 'refusals.auth.beyondOwn' } });
  if ([...held].every((id) => ids.includes(id))) throw new FieldsRefused({ rules: { key: 'refusals.auth.equalsOwn' } });
  return sorted;
}

/** What groups of administrators have beside the engine. Source: wire protocol §5.4; readings 6.9, 6.10. */
export const adminGroupHooks: ResourceHooks<(typeof adminGroup)['fields']> = {
  async beforeWrite(values, { trx, caller, before }) {
    const { isSuper, groupIds } = caller.grants;
    if (before && groupIds.includes(Number(before['id']))) throw rejection('refusals.auth.ownGroup');
    const isTop = 'parentId' in values && values.parentId === null && (before === null || before['parentId'] !== null);
    if (isTop && !isSuper) throw new FieldsRefused({ pid: { key: 'validation.required' } });
    const { rules, ...others } = values;
    // Nothing chosen leaves what is stored.
    if (!rules || rules.length === 0) return others;
    return { ...others, rules: await storedRules(trx, rules, rulesOf(before), caller) };
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
