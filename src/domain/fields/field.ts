import type { FieldCommon, Shape, Shapes } from './kinds/base/declared.ts';
import { describedKind, SERVER_OWNED, SPECIFIED, type FieldKind, type KINDS } from './kinds/registry.ts';

/**
 * The vocabulary of resource fields: one `kind` decides column, search input, form input, validation and wire form. What each decides
 * stands in `kinds/`.
 */
type Kinds = typeof KINDS;

type KindsOfShape<S extends Shape> = { [K in FieldKind]: Kinds[K]['shape'] extends S ? K : never }[FieldKind];

/** A declaration by the shape of its kind. */
type FieldOfShape<S extends Shape> = FieldCommon & Shapes[S] & { readonly kind: KindsOfShape<S> };

export type Field = { [S in Shape]: FieldOfShape<S> }[Shape];
export type Fields = Readonly<Record<string, Field>>;

/** The 28 form kinds of specification §5, in its order. */
export const FORM_FIELD_KINDS = Object.keys(SPECIFIED) as readonly (keyof typeof SPECIFIED)[];

/** The value a field has inside the application; its wire form is the codec's business. */
export type ValueOf<F extends Field> = NonNullable<Kinds[F['kind']]['value']>['type'];

/** The values of a record by field key. */
export type RecordOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** A record whose resource is only known at run time. Joined records sit beside the fields. */
export type AnyRecord = Readonly<Record<string, unknown>>;

export const isServerOwned = (field: Field): boolean => field.kind in SERVER_OWNED;
export const isInForm = (field: Field): boolean => !isServerOwned(field) && field.form !== 'never';

/** What a write may carry: all that is in a form, and the order weight, which stock clients have an input for. Source: wire protocol §5.6, §5.18. */
export const isPosted = (field: Field): boolean => isInForm(field) || field.kind === 'sortOrder';

/** Whether the field goes on naming a record that is gone. */
export const outlivesRecord = (field: Field): boolean => 'outlivesRecord' in field && field.outlivesRecord;

/** Whether the field has a meaning beside these values. */
export const isMeant = ({ when }: Field, values: AnyRecord): boolean =>
  Object.entries(when ?? {}).every(([key, wanted]) => wanted.includes(String(values[key])));

/** `categoryId` → `category`: the key of the joined record in a row. */
export const relationKey = (fieldKey: string): string => fieldKey.replace(/Ids?$/u, '');

/** `categoryId` → `category_id`: wire and column name, unless the field names its own column. */
export const wireNameOf = (fieldKey: string, field?: Field): string =>
  field?.column ?? fieldKey.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** `city` → `cityText`: under which a record carries the names of its chosen areas, separated by commas; `city_text` on the wire. */
export const areaTextKey = (fieldKey: string): string => `${fieldKey}Text`;

/** `group_arr` → `group_name_arr`: under which the wire carries the titles of several records. */
export const titlesNameOf = (wireName: string): string => `${wireName.replace(/_(?:arr|ids)$/u, '')}_name_arr`;

/** The value of a field in a new record's form. */
export function initialValueOf(field: Field): unknown {
  if ('initial' in field && field.initial !== undefined) return field.initial;
  const { initial, initialOf } = describedKind(field);
  return initialOf ? initialOf(field) : initial;
}
