import { DAY_SECONDS } from '../base/timestamp.ts';
import { areaTextKey, relationKey, wireNameOf, type Field } from '../fields/field.ts';
import type { Storage } from '../fields/kinds/base/kind.ts';
import { describedKind, type FieldKind } from '../fields/kinds/registry.ts';
import type { Resource } from '../table/resource.ts';
import type { ListRow } from '../table/row.ts';

/** What examples say in the language of whoever looks at them. */
export interface ExampleWords {
  /** What a field is called. */
  readonly labelOf: (key: string) => string;
  /** The n-th record that a field names, from 0. */
  readonly recordOf: (section: string, index: number) => Readonly<Record<string, unknown>>;
  readonly people: readonly string[];
  readonly places: readonly string[];
  readonly sentence: string;
}

export const EXAMPLE_ROWS = 5;

/** 2026-01-05 09:30 UTC. */
const FIRST_MOMENT = 1_767_605_400;
const COLOURS = ['#0b755e', '#c22c2c', '#1f63a8', '#9a5b00', '#5f615c'] as const;
const AMOUNTS = [12, 380, 7, 45, 1024] as const;

const two = (number: number): string => String(number).padStart(2, '0');
const cyclic = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % Math.max(items.length, 1)];

function numberOf(field: Field, index: number): number {
  const unit = describedKind(field).unit ?? 1;
  const amount = field.kind === 'float' || field.kind === 'number' ? AMOUNTS[index]! + 0.5 : AMOUNTS[index]! * unit;
  const lowest = 'min' in field ? (field.min ?? amount) : amount;
  const highest = 'max' in field ? (field.max ?? amount) : amount;
  return Math.max(lowest, Math.min(amount, Math.max(lowest, highest)));
}

type Example<Value> = (index: number, words: ExampleWords) => Value;

const name: Example<string> = (index) => `example_${index + 1}`;
const day: Example<string> = (index) => `2026-01-${two(5 + index * 6)}`;
const time: Example<string> = (index) => `${two(9 + index)}:30:00`;
const none: Example<string> = () => '';

/** Texts of kinds that are not like any other text. */
const TEXTS: Partial<Record<FieldKind, Example<string>>> = {
  email: (index) => `person${index + 1}@example.com`,
  mobile: (index) => `1380000000${index + 1}`,
  idNumber: (index) => `11010519491231002${index}`,
  account: name,
  variableName: name,
  date: day,
  time,
  localDateTime: (index, words) => `${day(index, words)} ${time(index, words)}`,
  color: (index) => COLOURS[index]!,
  iconSelect: () => 'local-box',
  richText: (_, { sentence }) => `<p>${sentence}</p>`,
  textarea: (_, { sentence }) => sentence,
  image: none,
  file: none,
};

type OfField = { readonly field: Field; readonly key: string };

function textOf({ field, key }: OfField, index: number, words: ExampleWords): string {
  const own = TEXTS[field.kind];
  if (own) return own(index, words);
  return /name|person|owner|author|contact/iu.test(key) ? cyclic(words.people, index)! : `${words.labelOf(key)} ${index + 1}`;
}

const wholeOf = (field: Field, index: number): number =>
  field.kind === 'year' ? 2022 + index : field.kind === 'sortOrder' ? EXAMPLE_ROWS - index : numberOf(field, index);

/** By how a value is kept; all others are texts. */
const VALUES: Partial<Record<Storage, (of: OfField, index: number, words: ExampleWords) => unknown>> = {
  integer: ({ field }, index) => wholeOf(field, index),
  decimal: ({ field }, index) => numberOf(field, index),
  cents: ({ field }, index) => numberOf(field, index),
  seconds: (_, index) => FIRST_MOMENT + index * 6 * DAY_SECONDS,
  switch: (_, index) => index % 3 !== 1,
  parent: () => null,
  pairs: ({ key }, index, words) => [{ key: words.labelOf(key), value: String(index + 1) }],
  list: ({ field, key }, index, words) =>
    field.kind === 'citySelect' ? [1, 2] : field.kind === 'tags' ? [`${words.labelOf(key)} ${index + 1}`] : [],
};

/** What stands beside a value in a row. */
function besideOf({ field, key }: OfField, index: number, words: ExampleWords): Readonly<Record<string, unknown>> {
  const { beside } = describedKind(field);
  if (beside === 'areas') return { [areaTextKey(key)]: words.places.join(',') };
  if (!('of' in field)) return {};
  const records = [0, 1].map((one) => words.recordOf(field.of, index + one));
  if (beside === 'record') return { [key]: index + 1, [relationKey(key)]: records[0] };
  return { [key]: [1, 2], [relationKey(key)]: records.map((record) => Object.values(record).at(-1)) };
}

/** A value of the field, as the application has it, with what stands beside it. */
function valuesOf(of: OfField, index: number, words: ExampleWords): Readonly<Record<string, unknown>> {
  const { field, key } = of;
  const { storage } = describedKind(field);
  if ('options' in field) {
    const option = cyclic(field.options, index) ?? '';
    return { [key]: storage === 'list' ? [option] : option };
  }
  return { [key]: (VALUES[storage] ?? textOf)(of, index, words), ...besideOf(of, index, words) };
}

/** Rows by which somebody sees what a section will look like before it has any: the same at each look. */
export const exampleRows = (resource: Resource, words: ExampleWords): readonly ListRow[] =>
  Array.from({ length: EXAMPLE_ROWS }, (_, index) => ({
    ...Object.fromEntries(
      Object.entries(resource.fields).flatMap(([key, field]) => Object.entries(valuesOf({ field, key }, index, words))),
    ),
    id: index + 1,
  }));

/** A record as it stands joined in a row: its title, under the name that it has on the wire. */
export const exampleRecord = (resource: Resource | undefined, id: number, title: string): Readonly<Record<string, unknown>> => ({
  id,
  [resource ? wireNameOf(resource.titleField, resource.fields[resource.titleField]) : 'title']: title,
});
