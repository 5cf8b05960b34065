import { isSameValue } from '../base/same-value.ts';
import type { DependentReason, PlanRefusalReason } from './change.ts';
import { goneColumns, lostColumns, mergeEntries, refKey, type Image, type ChangeEntry, type RecordRef, type TablesOf } from './journal.ts';
import { stepsBetween, type PlanStep } from './plan-step.ts';

/** What is known of a set beside its entries. */
export interface JournalSet {
  readonly id: number;
  /** The sets that it takes back. */
  readonly undoes: readonly number[];
}

/** A record whose row names another now. */
export interface Naming extends RecordRef {
  readonly column: string;
  readonly target: RecordRef;
}

/** All that a plan to take sets back follows from. */
export interface UndoWorld {
  /** Ids of the sets to take back. */
  readonly chosen: readonly number[];
  /** The facts of all sets that `entries` are of. */
  readonly sets: readonly JournalSet[];
  /** All entries of the chosen sets, and whatever came later to the same records and to those that `namings` are of. */
  readonly entries: readonly ChangeEntry[];
  /** The records of the chosen sets as they are now, by `refKey`; null where there is none. */
  readonly rows: ReadonlyMap<string, Image | null>;
  /** Who names records that chosen sets have added. */
  readonly namings: readonly Naming[];
  readonly tables: TablesOf;
  /** Consent to leave out values of columns that are gone. */
  readonly isWithoutColumns: boolean;
}

/** A set that came later and has to go along. */
export interface Dependent extends RecordRef {
  readonly setId: number;
  readonly why: DependentReason;
  /** Columns that both have written. */
  readonly columns: readonly string[];
}

export interface PlanRefusal extends RecordRef {
  readonly reason: PlanRefusalReason;
  readonly columns: readonly string[];
}

/** One set on its way back: the values that its records had. */
export interface UndoRound {
  readonly setId: number;
  readonly entries: readonly ChangeEntry[];
}

export interface UndoPlan {
  /** Newest first: each leads to a state that was there before. */
  readonly rounds: readonly UndoRound[];
  /** What comes out in all, once for each record. */
  readonly steps: readonly PlanStep[];
  readonly dependents: readonly Dependent[];
  readonly refused: readonly PlanRefusal[];
}

/** The sets that have been taken back by one that still holds, by their id. Taking the taking back back makes a set hold again. */
export function undoneSets(sets: readonly JournalSet[]): ReadonlyMap<number, number> {
  const undone = new Map<number, number>();
  // What takes a set back is newer than it, so the newest are judged first.
  for (const { id, undoes } of sets.toSorted((a, b) => b.id - a.id)) if (!undone.has(id)) for (const one of undoes) undone.set(one, id);
  return undone;
}

/**
 * Plans how sets are taken back. A value goes back where it is still the one that the set wrote; where it is not, those that have
 * written it later come first. What a set has added goes once nothing has been done with it since, and what it deleted comes back.
 */
export function planUndo(world: UndoWorld): UndoPlan {
  const undone = undoneSets(world.sets);
  const bySet = Map.groupBy(world.entries, ({ setId }) => setId);
  // A plan may have thousands of records: each looks at its own entries only.
  const later = { undone, chosen: new Set(world.chosen), undoes: undoesOf(world.sets), byRecord: Map.groupBy(world.entries, refKey) };
  const refused: PlanRefusal[] = [];
  const dependents: Dependent[] = [];
  const rounds: UndoRound[] = [];
  const state = new Map(world.rows);
  for (const setId of [...new Set(world.chosen)].toSorted((a, b) => b - a)) {
    const entries = mergeEntries(bySet.get(setId) ?? []);
    if (undone.has(setId)) {
      refused.push(...entries.slice(0, 1).map((entry): PlanRefusal => ({ reason: 'undone', ...refOf(entry), columns: [] })));
      continue;
    }
    const back: ChangeEntry[] = [];
    for (const entry of entries) {
      const { problems, known } = takeBack(entry, state.get(refKey(entry)) ?? null, world);
      for (const problem of problems) if (problem.reason !== 'changedSince') refused.push(problem);
      // A record that is not there may have been back in the meantime, and gone again.
      const isGone = entry.after === null && problems.length === 0;
      const lost = problems.find(({ reason }) => reason === 'changedSince') ?? (isGone ? { ...refOf(entry), columns: [] } : null);
      const writers = lost ? laterWriters(later, entry, lost.columns) : [];
      dependents.push(...writers);
      if (lost && (writers.length > 0 || !isGone))
        refused.push({ reason: writers.length > 0 ? 'dependents' : 'changedSince', ...refOf(entry), columns: lost.columns });
      state.set(refKey(entry), before(state.get(refKey(entry)) ?? null, known));
      if (known.before === null || known.after === null || Object.keys(known.after).length > 0) back.push(known);
    }
    rounds.push({ setId, entries: back });
  }
  const steps = stepsBetween(
    rounds.flatMap((round) => round.entries),
    world.rows,
    state,
    world.tables,
  );
  const named = namedStill(world, later, state);
  return {
    rounds,
    steps,
    dependents: unique([...dependents, ...named.dependents]).filter(({ setId }) => !later.chosen.has(setId)),
    refused: uniqueRefusals([...refused, ...named.refused]),
  };
}

const refOf = ({ resource, recordId }: RecordRef): RecordRef => ({ resource, recordId });

/** What the record is without the write. */
function before(row: Image | null, { before: had, after: written }: ChangeEntry): Image | null {
  if (had === null) return null;
  return written === null ? had : row && { ...row, ...had };
}

interface TakenBack {
  /** What is in the way; `changedSince` where the record is not as the write left it. */
  readonly problems: readonly PlanRefusal[];
  /** The entry with the columns that can go back. */
  readonly known: ChangeEntry;
}

function takeBack(entry: ChangeEntry, row: Image | null, { tables, isWithoutColumns }: UndoWorld): TakenBack {
  const { resource, recordId, before: had, after: written } = entry;
  const facts = tables(resource);
  const problem = (reason: PlanRefusalReason, columns: readonly string[] = []): PlanRefusal => ({ reason, resource, recordId, columns });
  if (entry.isErased) return { problems: [problem('erased')], known: { ...entry, before: had && {}, after: written && {} } };
  const gone = had === null ? [] : goneColumns(had, facts);
  const known = gone.length === 0 ? entry : { ...entry, before: without(had, gone), after: without(written, gone) };
  // Where nothing else is left of the write, consent would do nothing at all.
  const isEmpty = known.before !== null && Object.keys(known.before).length === 0;
  const problems = gone.length > 0 && (isEmpty || !isWithoutColumns) ? [problem('columnsGone', gone)] : [];
  if (written === null) return { problems: row === null ? problems : [...problems, problem('restored')], known };
  if (row === null) return { problems: [...problems, problem('changedSince')], known };
  const lost = lostColumns(row, written, facts);
  return { problems: lost.length === 0 ? problems : [...problems, problem('changedSince', lost)], known };
}

const without = (image: Image | null, names: readonly string[]): Image | null =>
  image && Object.fromEntries(Object.entries(image).filter(([name]) => !names.includes(name)));

/** What is asked of each record again and again. */
interface Later {
  readonly undone: ReadonlyMap<number, number>;
  readonly chosen: ReadonlySet<number>;
  readonly undoes: ReadonlyMap<number, readonly number[]>;
  readonly byRecord: ReadonlyMap<string, readonly ChangeEntry[]>;
}

const undoesOf = (sets: readonly JournalSet[]): Later['undoes'] => new Map(sets.map(({ id, undoes }) => [id, undoes]));

/** The sets that have written these columns of the record after the entry, or the record as a whole, and still hold. */
function laterWriters(
  later: Later,
  { setId, resource, recordId, before: had }: ChangeEntry,
  columns: readonly string[],
): readonly Dependent[] {
  const writesThese = (entry: ChangeEntry): boolean =>
    entry.before === null || entry.after === null || columns.some((name) => Object.hasOwn(entry.after ?? {}, name));
  return (later.byRecord.get(refKey({ resource, recordId })) ?? [])
    .filter((entry) => entry.setId > setId && !later.chosen.has(entry.setId) && holdsSince(later, entry.setId, setId))
    .filter((entry) => had === null || writesThese(entry))
    .map((entry) => ({
      setId: entry.setId,
      why: had === null ? 'sameRecord' : 'sameColumns',
      resource,
      recordId,
      columns: columns.filter((name) => Object.hasOwn(entry.after ?? {}, name)),
    }));
}

/** A set that was taken back does not count, and neither does the one that took it back, when both came after `since`. */
function holdsSince({ undone, undoes: all }: Later, setId: number, since: number): boolean {
  if (undone.has(setId)) return false;
  const undoes = all.get(setId) ?? [];
  return undoes.length === 0 || undoes.some((id) => id <= since);
}

interface Named {
  readonly dependents: readonly Dependent[];
  readonly refused: readonly PlanRefusal[];
}

/** Records that would go while others name them: whoever made them do so has to go along. */
function namedStill(world: UndoWorld, later: Later, state: ReadonlyMap<string, Image | null>): Named {
  const dependents: Dependent[] = [];
  const refused: PlanRefusal[] = [];
  for (const { column, target, ...naming } of world.namings) {
    const isGoing = state.get(refKey(target)) === null && world.rows.get(refKey(target)) !== null;
    const isPlanned = state.has(refKey(naming));
    const namer = state.get(refKey(naming));
    const namesStill = !isPlanned || (namer !== null && Number(namer?.[column]) === target.recordId);
    if (!isGoing || !namesStill) continue;
    const writer = (later.byRecord.get(refKey(naming)) ?? [])
      .filter((entry) => Object.hasOwn(entry.after ?? {}, column) && !later.undone.has(entry.setId))
      .findLast((entry) => isSameValue(Number(entry.after?.[column]), target.recordId) && !later.chosen.has(entry.setId));
    if (writer) dependents.push({ setId: writer.setId, why: 'namesRecord', ...naming, columns: [column] });
    refused.push({ reason: writer ? 'dependents' : 'stillUsed', ...target, columns: [] });
  }
  return { dependents, refused };
}

const uniqueRefusals = (refused: readonly PlanRefusal[]): readonly PlanRefusal[] => [
  ...new Map(refused.map((one) => [JSON.stringify([one.reason, refKey(one), one.columns]), one] as const)).values(),
];

/** One for each set, record and reason. */
function unique(dependents: readonly Dependent[]): readonly Dependent[] {
  const byKey = new Map<string, Dependent>();
  for (const one of dependents) {
    const key = `${one.setId} ${refKey(one)} ${one.why}`;
    const known = byKey.get(key);
    byKey.set(key, known ? { ...known, columns: [...new Set([...known.columns, ...one.columns])] } : one);
  }
  return [...byKey.values()].toSorted((a, b) => b.setId - a.setId);
}
