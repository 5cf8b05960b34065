import { isSameValue } from '../base/same-value.ts';
import type { ACTOR_TYPES, CHANGE_ACTIONS, CHANGE_KINDS, CHANGE_SOURCES, KEPT_OUT } from './change.ts';

/** One column in which two states of a record differ. Values are those inside, by the declaration. */
export interface FieldDifference {
  /** Key of the declaration's field; null where the declaration knows no such column. */
  readonly field: string | null;
  /** Wire name. */
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Titles of the records that the value names. */
  readonly beforeText: string | null;
  readonly afterText: string | null;
  /** Both values are shown in part only. */
  readonly isMasked: boolean;
}

/** One write: who, when, where from, and what it was about. */
export interface ChangeSet {
  readonly id: number;
  /** Unix seconds. Order is by id. */
  readonly at: number;
  readonly actorType: (typeof ACTOR_TYPES)[number];
  readonly actorName: string;
  readonly ip: string;
  readonly resource: string;
  readonly action: (typeof CHANGE_ACTIONS)[number] | null;
  readonly source: (typeof CHANGE_SOURCES)[number];
  /** How many records, and what the first of them is called. */
  readonly records: number;
  readonly title: string;
  /** The write that has taken it back. */
  readonly undoneBy: number | null;
  /** Why it cannot be taken back at all. */
  readonly keptOut: (typeof KEPT_OUT)[number] | null;
}

/** What a write did to one record. */
export interface RecordDifference {
  /** Newer ones have higher numbers. */
  readonly id: number;
  /** Name of its section: one write may reach into several. */
  readonly resource: string;
  readonly recordId: number;
  readonly title: string;
  readonly kind: (typeof CHANGE_KINDS)[number];
  readonly fields: readonly FieldDifference[];
  /** What it was has been erased; the fact stays. */
  readonly isErased: boolean;
}

export interface RecordVersion extends RecordDifference {
  readonly set: ChangeSet;
}

/** Versions of a record, newest first. */
export interface VersionPage {
  readonly versions: readonly RecordVersion[];
  /** Where the next page begins; null at the end. */
  readonly next: number | null;
  /** Whether the reader may bring the record back to one of them. */
  readonly canRewind: boolean;
}

/** The records of a write, a page of them. */
export interface ChangeSetPage {
  readonly records: readonly RecordDifference[];
  readonly total: number;
}

/** In the order in which the declaration has the fields; what it does not know comes last. */
export function inFieldOrder(
  differences: readonly FieldDifference[],
  fields: Readonly<Record<string, unknown>>,
): readonly FieldDifference[] {
  const places = new Map(Object.keys(fields).map((key, index) => [key, index]));
  const placeOf = ({ field }: FieldDifference): number => (field === null ? undefined : places.get(field)) ?? places.size;
  return differences.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * What differs between a record after one version and after another, from the older to the newer.
 * @param versions newest first, without a gap between the two
 */
export function differenceBetween(versions: readonly RecordVersion[], one: number, other: number): readonly FieldDifference[] {
  const [from, to] = [Math.min(one, other), Math.max(one, other)];
  const between = versions.filter(({ id }) => id > from && id <= to).toReversed();
  const byName = new Map<string, FieldDifference>();
  for (const difference of between.flatMap(({ fields }) => fields)) {
    const { before, beforeText } = byName.get(difference.name) ?? difference;
    byName.set(difference.name, { ...difference, before, beforeText });
  }
  // Two values that are shown in part may differ in what is not shown.
  return [...byName.values()].filter(({ before, after, isMasked }) => isMasked || !isSameValue(before, after));
}
