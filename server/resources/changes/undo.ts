import { rejection } from '#domain/base/failure';
import type { UndoPlan } from '#domain/changes/undo-plan';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { isOwnSending, readTaken } from '../life/undo-steps.ts';
import { endWrite } from '../write/record-change.ts';
import { unitOfWork, type UnitOfWork } from '../write/unit-of-work.ts';
import { lockSections, revertRounds } from './apply-plan.ts';
import { allowed, mayTakeBackAll } from './mixed-rights.ts';
import { planSets } from './plan-world.ts';
import { readSets, type StoredSet } from './read-journal.ts';

/** The number of the write that took another back; it can be taken back itself. */
export interface Undone {
  readonly change?: number;
}

/**
 * Takes back a write of the caller, or several of one section as one: what was added goes, what was deleted comes back under its old id, what
 * was changed is as before. All of it or nothing, and only while nobody has written the same since. It asks for the right of each write, keeps
 * to the caller's data limit, and the section's hooks judge it like any other write. Source: journal.md 7.3; security.md rules 10, 33.
 */
export async function undoWrites(context: ResourceContext, wanted: readonly number[], caller: AdminCaller): Promise<Undone> {
  const { contextOf, ports } = context;
  const numbers = [...new Set(wanted)];
  const sets = await readSets(ports.database.kysely, numbers);
  const [first] = sets;
  if (!first || sets.length < numbers.length || !sets.every((set) => isOwnSet(context, set, caller))) throw notFound();
  return unitOfWork(context, caller, { action: first.action, source: 'undo', keptOut: null, undoes: numbers }, async (unit) => {
    await lockSections(await sectionsOf(context, unit, numbers), unit);
    const { plan, entries } = await planSets({ kysely: unit.trx, contextOf, isLocked: true }, numbers, { isWithoutColumns: true });
    const bySet = Map.groupBy(entries, ({ setId }) => setId);
    for (const set of sets) {
      // What spans several sections asks for the rights of each; a plan says which of them is missing.
      const own = bySet.get(set.id) ?? [];
      if (own.some((entry) => !contextOf(entry.resource))) throw notFound();
      // Whoever may send an event by a right of its own takes it back by the same.
      const mayTakeBack = allowed(caller, context, set.action)
        ? mayTakeBackAll(contextOf, caller, set, own)
        : isOwnSending(context, await readTaken(unit.trx, { set: set.id }), own);
      if (!mayTakeBack) throw notFound();
    }
    refuseTouched(plan);
    await revertRounds(contextOf, unit, plan.rounds);
    return endWrite(unit);
  });
}

/** The section, and others whose records the same writes have changed. */
async function sectionsOf(context: ResourceContext, { trx }: UnitOfWork, sets: readonly number[]): Promise<readonly ResourceContext[]> {
  const rows = await trx.selectFrom('record_change').select('resource').distinct().where('set_id', 'in', sets).execute();
  const names = new Set(rows.map(({ resource }) => resource));
  names.delete(context.resource.name);
  return [context, ...[...names].flatMap((name) => context.contextOf(name) ?? [])];
}

/** A write of the caller to this section that can be taken back at all; where it has a life, by which right shows in its steps. */
function isOwnSet(context: ResourceContext, set: StoredSet, caller: AdminCaller): boolean {
  const { resource } = context;
  const isOwn = set.resource === resource.name && set.actor_type === 'admin' && set.actor_id === caller.id && set.kept_out === null;
  return isOwn && (allowed(caller, context, set.action) || resource.life !== undefined);
}

/** Who names a record that would go is told where it goes, with their number. */
function refuseTouched({ refused, dependents }: UndoPlan): void {
  const own = refused.find(({ reason }) => reason !== 'stillUsed' && reason !== 'dependents');
  if (own?.reason === 'undone') throw rejection('refusals.changes.undone');
  if (own?.reason === 'erased') throw rejection('refusals.changes.erased', { title: `#${own.recordId}` });
  if (own || dependents.some(({ why }) => why !== 'namesRecord')) throw rejection('refusals.changedSince');
}
