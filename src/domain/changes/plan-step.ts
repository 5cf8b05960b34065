import type { ChangeKind } from './change.ts';
import { lostColumns, refKey, type Image, type RecordRef, type TablesOf } from './journal.ts';

/** What a plan does to one record, from what it is now to what it will be: the columns that change, or all of a record that comes or goes. */
export interface PlanStep extends RecordRef {
  readonly kind: ChangeKind;
  readonly before: Image | null;
  readonly after: Image | null;
}

/** The difference between two states, once for each record; what ends as it was needs no step. */
export function stepsBetween(
  touched: readonly RecordRef[],
  rows: ReadonlyMap<string, Image | null>,
  state: ReadonlyMap<string, Image | null>,
  tables: TablesOf,
): readonly PlanStep[] {
  const refs = new Map(touched.map((ref) => [refKey(ref), ref] as const));
  return [...refs].flatMap(([key, { resource, recordId }]): readonly PlanStep[] => {
    const [before, after] = [rows.get(key) ?? null, state.get(key) ?? null];
    if (before === null && after === null) return [];
    if (before === null || after === null) return [{ resource, recordId, kind: before === null ? 'created' : 'deleted', before, after }];
    const names = lostColumns(before, after, tables(resource));
    return names.length === 0 ? [] : [{ resource, recordId, kind: 'changed', before: pick(before, names), after: pick(after, names) }];
  });
}

const pick = (image: Image, names: readonly string[]): Image => Object.fromEntries(names.map((name) => [name, image[name] ?? null]));

/** A field that names a record of another section, or of its own. */
export interface Relation {
  readonly column: string;
  readonly of: string;
  readonly isParent: boolean;
}

/** A record that would name another. */
export interface Reference extends RecordRef {
  readonly column: string;
  readonly target: RecordRef;
  readonly isParent: boolean;
}

/** What records would name that they do not name now. 0 and nothing name none. */
export const newReferences = (steps: readonly PlanStep[], relationsOf: (resource: string) => readonly Relation[]): readonly Reference[] =>
  steps.flatMap(({ resource, recordId, before, after }) =>
    relationsOf(resource).flatMap(({ column, of, isParent }) => {
      const id = Number(after?.[column] ?? 0);
      const isNew = id !== 0 && id !== Number(before?.[column] ?? 0);
      return isNew ? [{ resource, recordId, column, isParent, target: { resource: of, recordId: id } }] : [];
    }),
  );

/** References that would lead nowhere. `existing` are those of their targets that are there now. */
export function brokenReferences(
  references: readonly Reference[],
  existing: ReadonlySet<string>,
  steps: readonly PlanStep[],
): readonly Reference[] {
  const kinds = new Map(steps.map((step) => [refKey(step), step.kind] as const));
  return references.filter(({ target }) => {
    const kind = kinds.get(refKey(target));
    return kind === undefined || kind === 'changed' ? !existing.has(refKey(target)) : kind === 'deleted';
  });
}

/** How many records come, change and go. */
export const countSteps = (steps: readonly PlanStep[]): Readonly<Record<ChangeKind, number>> => {
  const count = (wanted: ChangeKind): number => steps.filter(({ kind }) => kind === wanted).length;
  return { created: count('created'), changed: count('changed'), deleted: count('deleted') };
};
