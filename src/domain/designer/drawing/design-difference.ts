import { wireNameOf } from '../../fields/field.ts';
import { isSameValue } from '../../base/same-value.ts';
import { NO_RENAMES, type Renames, type SectionDesign } from '../section-design.ts';
import { placesOf } from './design-merge.ts';

/** What differs between two designs of one section: keys of fields, and places of everything else, such as `section.label`, `shape.unique`. */
export interface DesignDifference {
  readonly added: readonly string[];
  /** Keys in the design before. */
  readonly removed: readonly string[];
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  /** Keys of fields that are in both under one name. */
  readonly changed: readonly string[];
  /** `order` where the same fields stand in another order. */
  readonly places: readonly string[];
}

/** @param renames what was done to names between the two, by columns; none is guessed */
export function designDifference(before: SectionDesign, after: SectionDesign, renames: Renames = NO_RENAMES): DesignDifference {
  const [old, now] = [before.declaration.fields, after.declaration.fields];
  const nowBy = new Map(Object.entries(now).map(([key, field]) => [wireNameOf(key, field), key]));
  const renamed = Object.entries(old).flatMap(([from, field]) => {
    const column = wireNameOf(from, field);
    const to = nowBy.get(renames.columns[column] ?? column);
    return to === undefined || to === from ? [] : [{ from, to }];
  });
  const [wasCalled, isCalled] = [new Set(renamed.map(({ from }) => from)), new Set(renamed.map(({ to }) => to))];
  const newKeyOf = new Map(renamed.map(({ from, to }) => [from, to]));
  const [was, is] = [placesOf(before), placesOf(after)];
  const places = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (place) => place !== 'order' && !place.startsWith('fields.') && !isSameValue(was[place], is[place]),
  );
  const kept = Object.keys(old).flatMap((key) => (wasCalled.has(key) ? (newKeyOf.get(key) ?? []) : Object.hasOwn(now, key) ? key : []));
  const isReordered =
    kept.join() !==
    Object.keys(now)
      .filter((key) => kept.includes(key))
      .join();
  return {
    added: Object.keys(now).filter((key) => !Object.hasOwn(old, key) && !isCalled.has(key)),
    removed: Object.keys(old).filter((key) => !Object.hasOwn(now, key) && !wasCalled.has(key)),
    renamed,
    changed: Object.keys(now).filter(
      (key) => Object.hasOwn(old, key) && !isCalled.has(key) && !wasCalled.has(key) && !isSameValue(old[key], now[key]),
    ),
    places: isReordered ? [...places, 'order'] : places,
  };
}

export const isSameDesign = ({ added, removed, renamed, changed, places }: DesignDifference): boolean =>
  added.length + removed.length + renamed.length + changed.length + places.length === 0;
