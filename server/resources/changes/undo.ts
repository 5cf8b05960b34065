import { rejection } from '#domain/base/failure';
import type { UndoPlan } from '#domain/changes/undo-plan';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { isOwnSending, readTaken } from '../life/undo-steps.ts';
import { endWrite } from '../write/record-change.ts';
import { unitOfWork } from '../write/unit-of-work.ts';
import { lockSections, revertRounds } from './apply-plan.ts';
import { allowed, mayTakeBackAll } from './mixed-rights.ts';
import { planSets } from './plan-world.ts';
import { readSets } from './read-journal.ts';

/** The number of the write that took another back; it can be taken back itself. */
export interface Undone {
  readonly change?: number;
}

/**
 * Takes back a write of the caller: what it added goes, what it deleted comes back under its old id, what it changed is as before.
 * All of it or nothing, and only while nobody has written the same since. It asks for the right of the write itself, keeps to the
 * caller's data limit, and the section's hooks judge it like any other write. Source: journal.md 7.3; security.md rules 10, 33.
 */
export async function undoWrite(context: ResourceContext, number: number, caller: AdminCaller): Promise<Undone> {
  const { contextOf, ports, resource } = context;
  const [set] = await readSets(ports.database.kysely, [number]);
  const isOwn = set?.resource === resource.name && set.actor_type === 'admin' && set.actor_id === caller.id;
  const mayWrite = set !== undefined && allowed(caller, context, set.action);
  if (!isOwn || set.kept_out !== null || (!mayWrite && !resource.life)) throw notFound();
  return unitOfWork(context, caller, { action: set.action, source: 'undo', keptOut: null, undoes: [number] }, async (unit) => {
    await lockSections([context], unit);
    const { plan, entries } = await planSets({ kysely: unit.trx, contextOf, isLocked: true }, [number], { isWithoutColumns: true });
    // What spans several sections asks for the rights of each; a plan says which of them is missing.
    const own = entries.filter((entry) => entry.setId === number);
    if (own.some((entry) => !contextOf(entry.resource))) throw notFound();
    // Whoever may send an event by a right of its own takes it back by the same.
    const mayTakeBack = mayWrite
      ? mayTakeBackAll(contextOf, caller, set, own)
      : isOwnSending(context, await readTaken(unit.trx, { set: number }), own);
    if (!mayTakeBack) throw notFound();
    if (isTouched(plan)) throw rejection('refusals.changedSince');
    await revertRounds(contextOf, unit, plan.rounds);
    return endWrite(unit);
  });
}

/** Who names a record that would go is told where it goes, with their number. */
const isTouched = ({ refused, dependents }: UndoPlan): boolean =>
  refused.some(({ reason }) => reason !== 'stillUsed' && reason !== 'dependents') || dependents.some(({ why }) => why !== 'namesRecord');
