import { wireNameOf, type Field, type Fields } from '../../fields/field.ts';
import { describedKind } from '../../fields/kinds/registry.ts';
import type { Resource } from '../../table/resource.ts';
import type { SectionDesign } from '../section-design.ts';

/** A design names its fields in many places besides; they go on naming the same, or nothing that is gone. */

interface Renaming {
  readonly from: string;
  readonly to: string;
  /** As it is declared from now on. */
  readonly field: Field;
  readonly columnBefore: string;
}

type Keys = readonly string[];

/** What each mentioned key becomes: another, or nothing. */
type Mention = (key: string) => readonly string[];

const mapWhen = (field: Field, mention: Mention): Field => {
  if (!field.when) return field;
  const entries = Object.entries(field.when).flatMap(([key, values]) => mention(key).map((now) => [now, values] as const));
  const { when: _before, ...rest } = field;
  return entries.length === 0 ? rest : { ...rest, when: Object.fromEntries(entries) };
};

/** Records of the section itself may be named in it too. */
const mapShows = (field: Field, section: string, mention: Mention): Field =>
  'shows' in field && field.shows && field.of === section ? { ...field, shows: field.shows.flatMap(mention) } : field;

const mapTitles = (titleIn: NonNullable<Resource['titleIn']>, mention: (key: string) => Keys): NonNullable<Resource['titleIn']> =>
  Object.fromEntries(Object.entries(titleIn).flatMap(([language, key]) => mention(key).map((one) => [language, one])));

export function renamedIn(design: SectionDesign, { from, to, field, columnBefore }: Renaming): SectionDesign {
  const { declaration, shape } = design;
  const mention = (key: string): Keys => [key === from ? to : key];
  const fields: Fields = Object.fromEntries(
    Object.entries(declaration.fields).map(([key, one]) =>
      key === from ? [to, mapShows(field, declaration.name, mention)] : [key, mapShows(mapWhen(one, mention), declaration.name, mention)],
    ),
  );
  const { dataLimit, titleField, titleIn, defaultOrder } = declaration;
  return {
    ...design,
    declaration: {
      ...declaration,
      fields,
      titleField: mention(titleField)[0] ?? titleField,
      ...(titleIn && { titleIn: mapTitles(titleIn, mention) }),
      defaultOrder: { ...defaultOrder, field: mention(defaultOrder.field)[0] ?? defaultOrder.field },
      ...(dataLimit?.ownerColumn === columnBefore && { dataLimit: { ...dataLimit, ownerColumn: wireNameOf(to, field) } }),
    },
    shape: {
      ...shape,
      unique: shape.unique.map((keys) => keys.flatMap(mention)),
      indexes: shape.indexes.map((keys) => keys.flatMap(mention)),
    },
    ...(design.listOrder && { listOrder: design.listOrder.flatMap(mention) }),
  };
}

export function withoutField(design: SectionDesign, key: string): SectionDesign {
  const { declaration, shape } = design;
  const mention = (one: string): Keys => (one === key ? [] : [one]);
  const fields: Fields = Object.fromEntries(
    Object.entries(declaration.fields)
      .filter(([one]) => one !== key)
      .map(([one, field]) => [one, mapShows(mapWhen(field, mention), declaration.name, mention)]),
  );
  return {
    ...design,
    declaration: withoutServices({ ...declaration, fields }, key),
    shape: {
      ...shape,
      // What is unique with a field is not unique without it.
      unique: shape.unique.filter((keys) => !keys.includes(key)),
      indexes: distinct(shape.indexes.map((keys) => keys.flatMap(mention)).filter((keys) => keys.length > 0)),
    },
    ...(design.listOrder && { listOrder: design.listOrder.flatMap(mention) }),
  };
}

const distinct = (lists: readonly Keys[]): readonly Keys[] => [...new Map(lists.map((keys) => [keys.join(','), keys])).values()];

/** What a list could do by the field it can no longer do. */
function withoutServices(declaration: Resource, key: string): Resource {
  const { fields, titleField, titleIn, defaultOrder, rowActions, tree, ...rest } = declaration;
  const has = (kind: Field['kind']): boolean => Object.values(fields).some((field) => field.kind === kind);
  return {
    ...rest,
    fields,
    titleField: titleField === key ? firstTitle(fields) : titleField,
    ...(titleIn && { titleIn: mapTitles(titleIn, (one) => (one === key ? [] : [one])) }),
    defaultOrder: defaultOrder.field === key ? { field: 'id', direction: 'desc' } : defaultOrder,
    rowActions: has('sortOrder') ? rowActions : rowActions.filter((action) => action !== 'sort'),
    ...(tree && has('parent') && { tree }),
  };
}

const firstTitle = (fields: Fields): string =>
  Object.entries(fields).find(([, field]) => describedKind(field).storage === 'text' && !describedKind(field).isLong)?.[0] ?? 'id';

/** Fields that are shown for an option only: for its new name, or for the others alone. */
export function mentionOption(
  design: SectionDesign,
  { key, option }: { readonly key: string; readonly option: string },
  name?: string,
): SectionDesign {
  const one = (value: string): Keys => (value === option ? (name === undefined ? [] : [name]) : [value]);
  const fields = Object.fromEntries(
    Object.entries(design.declaration.fields).map(([of, field]) => {
      const { [key]: values, ...others } = field.when ?? {};
      if (!values) return [of, field] as const;
      const left = values.flatMap(one);
      const when = left.length === 0 ? others : { ...others, [key]: left };
      const { when: _before, ...rest } = field;
      return [of, Object.keys(when).length === 0 ? rest : { ...rest, when }] as const;
    }),
  );
  return { ...design, declaration: { ...design.declaration, fields } };
}
