import type { Failure } from '../base/failure.ts';
import type { AnyRecord } from '../fields/field.ts';

/** Most records that one run goes through; whoever has more narrows the search. */
export const MAX_MATCHING = 10_000;

/** Records that are written at once: each portion is done, or refused, within a second or two. */
const PORTION = 200;

/** So many refusals are told one by one. */
export const TOLD_REFUSALS = 100;

/** What is done to all records that match. */
export type MatchingAct =
  | { readonly kind: 'delete' }
  | { readonly kind: 'edit'; readonly values: AnyRecord; readonly percents: Readonly<Record<string, string>> }
  | { readonly kind: 'step'; readonly event: string; readonly label: string };

export type Portion = readonly number[];

export interface Refused {
  readonly id: number;
  readonly reason: string;
  /** What its readers call it; none where the list no longer shows it. */
  readonly title?: string;
}

/** What became of a portion: what is done, what is refused, and what is to be tried again without the refused ones. */
export interface PortionOutcome {
  readonly done: number;
  /** The number of the write, where it can be taken back. */
  readonly change: number | null;
  readonly refused: readonly Refused[];
  readonly again: readonly Portion[];
}

export const portionsOf = (ids: readonly number[]): readonly Portion[] =>
  Array.from({ length: Math.ceil(ids.length / PORTION) }, (_, index) => ids.slice(index * PORTION, (index + 1) * PORTION));

/**
 * A write succeeds for all records of a portion or for none. Those that the server names are left out; where it names none, halves are tried
 * until the one is found that stands in the way.
 * @returns null where it is no refusal of single records: then all would fail alike, and what only passes may be tried again as it is
 */
export function afterRefusal(ids: Portion, failure: Failure): PortionOutcome | null {
  if (failure.kind !== 'rejected' || failure.isPassing || failure.code !== 0 || failure.fields) return null;
  const rows = failure.rows ?? {};
  const refused = ids.flatMap((id) => (Object.hasOwn(rows, id) ? [{ id, reason: rows[id] ?? '' }] : []));
  const nothing = { done: 0, change: null };
  if (refused.length > 0) {
    const others = ids.filter((id) => !Object.hasOwn(rows, id));
    return { ...nothing, refused, again: others.length > 0 ? [others] : [] };
  }
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) return { ...nothing, refused: [{ id: only, reason: failure.message }], again: [] };
  const middle = Math.ceil(ids.length / 2);
  return { ...nothing, refused: [], again: [ids.slice(0, middle), ids.slice(middle)] };
}
