import { isSameValue } from '../base/same-value.ts';

/** Values by column, as the database holds them: all columns of a record, or those that a write has changed. */
export type Image = Readonly<Record<string, unknown>>;

/** What one set did to one record. Without `before` it was added, without `after` deleted. */
export interface ChangeEntry {
  readonly id: number;
  readonly setId: number;
  readonly resource: string;
  readonly recordId: number;
  readonly before: Image | null;
  readonly after: Image | null;
  /** The images have been emptied. */
  readonly isErased: boolean;
}

export interface RecordRef {
  readonly resource: string;
  readonly recordId: number;
}

/** What a plan has to know of a table. */
export interface TableFacts {
  /** The columns that it has today. */
  readonly columns: ReadonlySet<string>;
  /** Columns that count how often and when a record was written; they say nothing of what it is. */
  readonly stamps: ReadonlySet<string>;
}

export type TablesOf = (resource: string) => TableFacts;

/** Names a record among those of all sections. */
export const refKey = ({ resource, recordId }: RecordRef): string => `${resource}:${recordId}`;

/** The columns of a written image that no longer have the written value. What is gone from the table says nothing, nor do stamps. */
export function lostColumns(row: Image, written: Image, { columns, stamps }: TableFacts): readonly string[] {
  return Object.keys(written).filter((name) => columns.has(name) && !stamps.has(name) && !isSameValue(row[name], written[name]));
}

/** Columns of an image that the table does not have any more. */
export const goneColumns = (image: Image, { columns }: TableFacts): readonly string[] =>
  Object.keys(image).filter((name) => !columns.has(name));

/** What a set did to each record, once for each, in the order of its first entries. One write may touch a record twice. */
export function mergeEntries(entries: readonly ChangeEntry[]): readonly ChangeEntry[] {
  const byRecord = new Map<string, ChangeEntry>();
  for (const entry of entries.toSorted((a, b) => a.id - b.id)) {
    const first = byRecord.get(refKey(entry));
    byRecord.set(refKey(entry), first ? merged(first, entry) : entry);
  }
  return [...byRecord.values()];
}

function merged(first: ChangeEntry, second: ChangeEntry): ChangeEntry {
  return {
    ...first,
    before: first.before && { ...second.before, ...first.before },
    after: second.after && { ...first.after, ...second.after },
    isErased: first.isErased || second.isErased,
  };
}
