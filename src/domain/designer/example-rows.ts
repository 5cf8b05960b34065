import { areaTextKey, relationKey, wireNameOf, type Field } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import type { Resource } from '../table/resource.ts';
import type { Row } from '../table/row.ts';

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

const DAY = 86_400;
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

function textOf(field: Field, key: string, index: number, words: ExampleWords): string {
  switch (field.kind) {
    case 'email':
      return `person${index + 1}@example.com`;
    case 'mobile':
      return `1380000000${index + 1}`;
    case 'idNumber':
      return `11010519491231002${index}`;
    case 'account':
    case 'variableName':
      return `example_${index + 1}`;
    case 'date':
      return `2026-01-${two(5 + index * 6)}`;
    case 'time':
      return `${two(9 + index)}:30:00`;
    case 'localDateTime':
      return `2026-01-${two(5 + index * 6)} ${two(9 + index)}:30:00`;
    case 'color':
      return COLOURS[index]!;
    case 'iconSelect':
      return 'local-box';
    case 'richText':
      return `<p>${words.sentence}</p>`;
    case 'textarea':
      return words.sentence;
    case 'image':
    case 'file':
      return '';
    default:
      return /name|person|owner|author|contact/iu.test(key) ? cyclic(words.people, index)! : `${words.labelOf(key)} ${index + 1}`;
  }
}

/** A value of the field, as the application has it; what stands beside it in a row comes with it. */
function valuesOf(field: Field, key: string, index: number, words: ExampleWords): Readonly<Record<string, unknown>> {
  const { storage } = describedKind(field);
  if ('options' in field) {
    const option = cyclic(field.options, index) ?? '';
    return { [key]: storage === 'list' ? [option] : option };
  }
  if ('of' in field && storage === 'record') return { [key]: index + 1, [relationKey(key)]: words.recordOf(field.of, index) };
  if ('of' in field)
    return { [key]: [1, 2], [relationKey(key)]: [0, 1].map((one) => Object.values(words.recordOf(field.of, index + one)).at(-1)) };
  switch (storage) {
    case 'integer':
      return { [key]: field.kind === 'year' ? 2022 + index : field.kind === 'sortOrder' ? EXAMPLE_ROWS - index : numberOf(field, index) };
    case 'decimal':
    case 'cents':
      return { [key]: numberOf(field, index) };
    case 'seconds':
      return { [key]: FIRST_MOMENT + index * 6 * DAY };
    case 'switch':
      return { [key]: index % 3 !== 1 };
    case 'parent':
      return { [key]: null };
    case 'pairs':
      return { [key]: [{ key: words.labelOf(key), value: String(index + 1) }] };
    case 'list':
      if (field.kind === 'citySelect') return { [key]: [1, 2], [areaTextKey(key)]: words.places.join(',') };
      return { [key]: field.kind === 'tags' ? [`${words.labelOf(key)} ${index + 1}`] : [] };
    default:
      return { [key]: textOf(field, key, index, words) };
  }
}

/** Rows by which somebody sees what a section will look like before it has any: the same at each look. */
export const exampleRows = (resource: Resource, words: ExampleWords): readonly Row[] =>
  Array.from({ length: EXAMPLE_ROWS }, (_, index) => ({
    ...Object.assign({}, ...Object.entries(resource.fields).map(([key, field]) => valuesOf(field, key, index, words))),
    id: index + 1,
  }));

/** A record as it stands joined in a row: its title, under the name that it has on the wire. */
export const exampleRecord = (resource: Resource | undefined, id: number, title: string): Readonly<Record<string, unknown>> => ({
  id,
  [resource ? wireNameOf(resource.titleField, resource.fields[resource.titleField]) : 'title']: title,
});
