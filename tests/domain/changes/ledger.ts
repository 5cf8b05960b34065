import { refKey, type Image, type ChangeEntry, type RecordRef, type TableFacts } from '#domain/changes/journal';
import type { JournalSet, Naming, UndoPlan } from '#domain/changes/undo-plan';
import { planUndo } from '#domain/changes/undo-plan';

/** Tables in memory that keep a journal as the server's engine does. `parent` names another record of the same table. */
export interface Store {
  rows: Map<string, Image>;
  entries: ChangeEntry[];
  sets: JournalSet[];
  next: number;
}

export const FACTS: TableFacts = { columns: new Set(['id', 'a', 'b', 'parent', 'version']), stamps: new Set(['version']) };

export const newStore = (rows: readonly Image[] = []): Store => ({
  rows: new Map(rows.map((row) => [refKey(refOf(Number(row['id']))), row])),
  entries: [],
  sets: [],
  next: 1,
});

export const refOf = (recordId: number): RecordRef => ({ resource: 'thing', recordId });

export type Write =
  | { readonly type: 'add'; readonly recordId: number; readonly row: Image }
  | { readonly type: 'change'; readonly recordId: number; readonly values: Image }
  | { readonly type: 'remove'; readonly recordId: number };

const versionOf = (row: Image): number => Number(row['version'] ?? 0);

/** @returns the set's id, or null where nothing could be written */
export function write(store: Store, writes: readonly Write[], undoes: readonly number[] = []): number | null {
  const setId = store.next;
  store.next += 1;
  let count = 0;
  for (const one of writes) {
    const key = refKey(refOf(one.recordId));
    const row = store.rows.get(key) ?? null;
    const keep = (before: Image | null, after: Image | null): void => {
      store.entries.push({ id: store.next, setId, ...refOf(one.recordId), before, after, isErased: false });
      store.next += 1;
      count += 1;
    };
    if (one.type === 'add' && row === null) {
      const added = { ...one.row, id: one.recordId, version: 1 };
      store.rows.set(key, added);
      keep(null, added);
    } else if (one.type === 'remove' && row !== null && !isNamed(store, one.recordId)) {
      store.rows.delete(key);
      keep(row, null);
    } else if (one.type === 'change' && row !== null && isFit(store, one.values)) {
      const names = Object.keys(one.values).filter((name) => row[name] !== one.values[name]);
      if (names.length === 0) continue;
      const pick = (image: Image): Image => Object.fromEntries(names.map((name) => [name, image[name] ?? null]));
      store.rows.set(key, { ...row, ...one.values, version: versionOf(row) + 1 });
      keep(pick(row), pick(one.values));
    }
  }
  if (count === 0 && undoes.length === 0) return null;
  store.sets.push({ id: setId, undoes });
  return setId;
}

/** Names a record that is there, or none. */
const isFit = (store: Store, { parent = 0 }: Image): boolean => parent === 0 || store.rows.has(refKey(refOf(Number(parent))));

const isNamed = (store: Store, recordId: number): boolean => [...store.rows.values()].some((row) => row['parent'] === recordId);

export function planOf(store: Store, chosen: readonly number[]): UndoPlan {
  const touched = store.entries.filter(({ setId }) => chosen.includes(setId));
  const keys = new Set(touched.map(refKey));
  const namings: Naming[] = [...store.rows.values()].flatMap((row) =>
    keys.has(refKey(refOf(Number(row['parent'] ?? 0))))
      ? [{ ...refOf(Number(row['id'])), column: 'parent', target: refOf(Number(row['parent'])) }]
      : [],
  );
  return planUndo({
    chosen,
    sets: store.sets,
    entries: store.entries,
    rows: new Map([...keys].map((key) => [key, store.rows.get(key) ?? null])),
    namings,
    tables: () => FACTS,
    isWithoutColumns: false,
  });
}

/** Adds what depends on the chosen ones until nothing is added any more. */
export function closureOf(store: Store, chosen: readonly number[]): { readonly chosen: readonly number[]; readonly plan: UndoPlan } {
  const plan = planOf(store, chosen);
  const further = plan.dependents.map(({ setId }) => setId);
  return further.length === 0 ? { chosen, plan } : closureOf(store, [...chosen, ...further]);
}

/** Whoever names a record goes before it and comes after it. */
const place = ({ type, recordId }: Write): number => (type === 'remove' ? 1000 - recordId : type === 'add' ? recordId - 1000 : 0);

/** Does what a plan says, as one set. @returns its id */
export function apply(store: Store, plan: UndoPlan): number | null {
  const writes = plan.steps.map(({ recordId, before, after }): Write => {
    if (after === null) return { type: 'remove', recordId };
    return before === null ? { type: 'add', recordId, row: after } : { type: 'change', recordId, values: after };
  });
  return write(
    store,
    writes.toSorted((a, b) => place(a) - place(b)),
    plan.rounds.map(({ setId }) => setId),
  );
}

/** The rows without what only counts. */
export const shown = (store: Pick<Store, 'rows'>): Readonly<Record<string, Image>> =>
  Object.fromEntries(
    [...store.rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, { version: _version, ...row }]) => [key, row] as const),
  );
