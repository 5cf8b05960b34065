import type { Field, Fields } from '../../fields/field.ts';
import type { Drawing } from './design-act.ts';

/** Fields stand in the order of the form. */
type FieldEntry = readonly [key: string, field: Field];

export const withFields = (drawing: Drawing, entries: readonly FieldEntry[]): Drawing => ({
  ...drawing,
  design: { ...drawing.design, declaration: { ...drawing.design.declaration, fields: Object.fromEntries(entries) } },
});

export function inserted<Item>(items: readonly Item[], item: Item, at: number): readonly Item[] {
  const place = Math.max(0, Math.min(at, items.length));
  return [...items.slice(0, place), item, ...items.slice(place)];
}

/** @param to the place that it has afterwards */
export function movedInList<Item>(items: readonly Item[], isIt: (item: Item) => boolean, to: number): readonly Item[] {
  const found = items.find(isIt);
  return found === undefined
    ? items
    : inserted(
        items.filter((item) => item !== found),
        found,
        to,
      );
}

/** What sections keep of a record by themselves stands behind all that people type. */
const KEPT_LAST: ReadonlySet<Field['kind']> = new Set(['version', 'createTime', 'updateTime']);

/** Where a field comes that is not carried to a place: behind the one that is chosen, or behind all that people type. */
export function placeOfNew(fields: Fields, chosen: string | null): number {
  const entries = Object.entries(fields);
  if (chosen !== null) return entries.findIndex(([key]) => key === chosen) + 1;
  return entries.findLastIndex(([, { kind }]) => !KEPT_LAST.has(kind)) + 1;
}
