import { rejection } from '#domain/base/failure';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import type { Removed } from '../base/hooks.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { endWrite } from './record-change.ts';
import { branchOf, holdAskingLives, settleRelated, withinLimit, type RelatedRequest } from './related.ts';
import { removeLocked } from './remove.ts';
import { lockRows, unitOfWork, writeOf } from './unit-of-work.ts';

/** Which records go; without a wish nothing happens to others. */
export interface RemoveWish extends Omit<RelatedRequest, 'related'> {
  readonly ids: readonly number[];
  readonly related?: RelatedRequest['related'] | undefined;
}

/**
 * Deletes records; ids outside the caller's data limit are as good as unknown. Nothing goes that others still name, and no branch
 * of a tree while something would stay hanging below it, unless it was said what becomes of all that. Source: wire protocol §4.7.
 */
export async function removeRecords(context: ResourceContext, wish: RemoveWish, caller: AdminCaller): Promise<Removed> {
  const { ids, related } = wish;
  return unitOfWork(context, caller, writeOf(context, 'del', ids.length === 1 ? 'list' : 'bulk'), async (unit) => {
    if (related !== undefined) await holdAskingLives(context, unit);
    const mine = related === undefined ? ids : await withinLimit(context, unit.trx, ids, caller);
    const wanted = related === undefined ? ids : await branchOf(context, unit.trx, mine);
    const locked = await lockRows(context, unit, wanted);
    if (locked.length === 0) throw notFound();
    if (related !== undefined) {
      // Nothing comes below what is held.
      const branch = await branchOf(context, unit.trx, mine);
      if (branch.length !== wanted.length || branch.some((id, at) => id !== wanted[at])) throw rejection('refusals.related.changed');
      if (locked.length < branch.length) throw rejection('refusals.related.unseen');
      await settleRelated(context, unit, { ids: mine, branch }, { ...wish, related });
    }
    const count = await removeLocked(context, unit, locked);
    if (count === 0) throw notFound();
    return { count, ...(await endWrite(unit)) };
  });
}
