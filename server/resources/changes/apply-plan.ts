import { sql } from 'kysely';
import type { ChangeKind } from '#domain/changes/change';
import { refKey, type ChangeEntry } from '#domain/changes/journal';
import type { PlanStep } from '#domain/changes/plan-step';
import type { UndoRound } from '#domain/changes/undo-plan';
import { notFound } from '../../base/refusal.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { recordFromStore } from '../base/row-codec.ts';
import { validateRedo, validateUndo, NO_STEPS, readTaken, type StepsWish, type TakenStep, type TakenSteps } from '../life/undo-steps.ts';
import { holdLife } from '../../db/sections/life-hash.ts';
import { numberOf } from '../write/record-change.ts';
import { removeLocked } from '../write/remove.ts';
import { idsSql, lockOrder, lockRows, plainRefusal, type UnitOfWork } from '../write/unit-of-work.ts';
import { restore, revert } from './revert.ts';

type Find = ResourceContext['contextOf'];
/** What was done to a record, and is put back. */
type Entry = Pick<ChangeEntry, 'resource' | 'recordId' | 'before' | 'after'>;

/** Plans of the same sections are carried out one after the other; sections are locked in one order for everybody. */
export async function lockSections(contexts: readonly ResourceContext[], unit: UnitOfWork): Promise<void> {
  const sorted = contexts.toSorted((a, b) => (a.resource.table < b.resource.table ? -1 : 1));
  for (const { resource } of sorted) await holdLife(unit.trx, resource);
  for (const { resource } of sorted)
    await sql`select pg_advisory_xact_lock(hashtext('undo'), hashtext(${resource.table}))`.execute(unit.trx);
  for (const context of sorted) if (context.columns.sortOrder) await lockOrder(context, unit);
}

const kindOf = ({ before, after }: Entry): ChangeKind => (before === null ? 'created' : after === null ? 'deleted' : 'changed');

/** Takes sets back, the newest first, each from its end: every state on the way is one that was there before. */
export async function revertRounds(contextOf: Find, unit: UnitOfWork, rounds: readonly UndoRound[]): Promise<void> {
  for (const { setId, entries } of rounds) {
    const steps = await stepsOf(contextOf, unit, entries, { set: setId });
    const backwards = entries.filter(({ before, after }) => before !== null || after !== null).toSorted((a, b) => b.id - a.id);
    for (const group of inGroups(backwards)) await putBack(contextOf, unit, group, steps);
  }
  await settleWatched(
    unit,
    'set_id',
    rounds.map(({ setId }) => setId),
  );
}

/** The steps that go back with records; sections without a life have none. */
async function stepsOf(
  contextOf: Find,
  unit: UnitOfWork,
  entries: readonly Pick<Entry, 'resource'>[],
  wish: StepsWish,
): Promise<TakenSteps> {
  return entries.some(({ resource }) => contextOf(resource)?.resource.life) ? readTaken(unit.trx, wish) : NO_STEPS;
}

/** What is taken back cannot be rolled back once more: its entries in the log of watched fields say that they have been. */
export async function settleWatched(unit: UnitOfWork, column: 'set_id' | 'change_id', ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { trx, caller, nowSeconds } = unit;
  await trx
    .updateTable('sensitive_entry')
    .set({ state: 'rolledBack', settled_at: nowSeconds, settled_by: caller.id, settled_set: await numberOf(unit) })
    .where(sql<boolean>`${sql.ref(column)} in ${idsSql(ids)}`)
    .where('state', '=', 'kept')
    .execute();
}

/** Neighbours of one section and kind are written together. */
function inGroups(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const groups: Entry[][] = [];
  let last = '';
  for (const entry of entries) {
    const key = `${entry.resource} ${kindOf(entry)}`;
    if (key === last) groups.at(-1)?.push(entry);
    else groups.push([entry]);
    last = key;
  }
  return groups;
}

async function putBack(contextOf: Find, unit: UnitOfWork, entries: readonly Entry[], steps: TakenSteps, isToMoment = false): Promise<void> {
  const [first] = entries as [Entry, ...Entry[]];
  const context = contextOf(first.resource);
  if (!context) throw notFound();
  try {
    const ids = entries.map(({ recordId }) => recordId);
    const kind = kindOf(first);
    if (kind === 'deleted') {
      // Who deletes a record and brings it back as it was in another state has taken back what led from the one to the other.
      for (const entry of entries) await validateRestore(context, unit, entry, steps.get(refKey(entry)) ?? [], isToMoment);
      await restore(context, unit, entries);
      return await settleEntries(unit, first.resource, ids);
    }
    const rows = await lockRows(context, unit, ids);
    if (rows.length < ids.length) throw notFound();
    for (const entry of entries) validateUndo(context, unit, steps.get(refKey(entry)) ?? [], isToMoment);
    if (kind === 'changed') return await revert(context, unit, entries, rows, steps, isToMoment);
    if ((await removeLocked(context, unit, rows)) < ids.length) throw notFound();
  } catch (error) {
    throw plainRefusal(error, context.resource);
  }
}

/** The record is not there: what it will be is judged in its stead. */
async function validateRestore(
  context: ResourceContext,
  unit: UnitOfWork,
  { before }: Entry,
  steps: readonly TakenStep[],
  isToMoment: boolean,
): Promise<void> {
  validateUndo(context, unit, steps, isToMoment);
  const { life } = context.resource;
  if (!life || before === null || steps.length === 0) return;
  const values = recordFromStore(context.columns.readable, before);
  if (steps[0]?.to !== values[life.field]) await validateRedo(context, unit, { row: before, now: values, values }, steps);
}

/** What is back is in the recycle bin no more. */
export async function settleEntries(unit: UnitOfWork, resource: string, ids: readonly number[]): Promise<void> {
  const { trx, caller, nowSeconds } = unit;
  await trx
    .updateTable('recycle_entry')
    .set({ state: 'restored', settled_at: nowSeconds, settled_by: caller.id, settled_set: await numberOf(unit) })
    .where('resource', '=', resource)
    .where('record_id', 'in', ids)
    .where('state', '=', 'kept')
    .execute();
}

/** In which order the steps of a rewind are made. What goes makes room for values; what comes may be named by what changes. */
export const REWIND_ORDERS: readonly (readonly ChangeKind[])[] = [
  ['deleted', 'changed', 'created'],
  ['created', 'changed', 'deleted'],
];

/**
 * Makes records what a plan says.
 * @param since of each record the first write that is taken back
 */
export async function makeSteps(
  contextOf: Find,
  unit: UnitOfWork,
  { steps, since }: { readonly steps: readonly PlanStep[]; readonly since: ReadonlyMap<number, number> },
  order: readonly ChangeKind[],
): Promise<void> {
  for (const kind of order)
    for (const some of Map.groupBy(
      steps.filter((step) => step.kind === kind),
      ({ resource }) => resource,
    ).values()) {
      const [{ resource }] = some as [PlanStep, ...PlanStep[]];
      const taken = await stepsOf(contextOf, unit, some, {
        resource,
        since: new Map(some.map(({ recordId }) => [recordId, since.get(recordId) ?? 0])),
      });
      // What a record will be is what it was before it became what it is.
      const entries = some.map((step) => ({ ...step, before: step.after, after: step.before }));
      await putBack(contextOf, unit, entries, taken, true);
    }
}
