import type { Field } from '../../fields/field.ts';
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
export function moved<Item>(items: readonly Item[], isIt: (item: Item) => boolean, to: number): readonly Item[] {
  const found = items.find(isIt);
  return found === undefined
    ? items
    : inserted(
        items.filter((item) => item !== found),
        found,
        to,
      );
}
