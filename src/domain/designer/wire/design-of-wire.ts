import { isServerOwned, wireNameOf, type Field, type Fields } from '../../fields/field.ts';
import { describedKind } from '../../fields/kinds/registry.ts';
import type { Resource } from '../../table/resource.ts';
import type { DesignIssue } from '../design-rules.ts';
import { NO_RENAMES, PLAIN_SHAPE, type Renames, type SectionDesign } from '../section-design.ts';
import type { WireChange, WireDesign, WireField } from '../wire-design.ts';
import { fieldOfWire, type WireSight } from './field-of-wire.ts';

/** What the menu can have a directory by: of the path `a_list` there is none. */
const DIRECTORY = /^[a-z][a-zA-Z0-9]{1,40}$/u;

/** Where a design of a client of the family belongs. */
export interface WirePlace {
  /** Names of the section, of its calls and of its table. */
  readonly name: string;
  readonly controller: string;
  readonly table: string;
  /** What is published over the table; null where nothing is. */
  readonly published: SectionDesign | null;
  /** Whether the table stands, and belongs to nobody. */
  readonly takesTable: boolean;
}

export interface OfWire {
  readonly design: SectionDesign;
  readonly renames: Renames;
  readonly issues: readonly DesignIssue[];
}

/** A design as a client of the family has drawn it, and what of it cannot be. Source: wire protocol §5.18. */
export function designOfWire(wire: WireDesign, place: WirePlace, sight: Omit<WireSight, 'fieldAt'>): OfWire {
  const { table, fields } = wire;
  const stored = place.published?.declaration.fields ?? {};
  const { renames, issues: changed } = renamesOf(table.designChange, stored);
  const formerOf = (column: string): string => Object.entries(renames.columns).find(([, now]) => now === column)?.[0] ?? column;
  const fieldAt: WireSight['fieldAt'] = (column) => {
    const former = formerOf(column);
    const found = Object.entries(stored).find(([key, field]) => wireNameOf(key, field) === former);
    return found && former === column ? found : undefined;
  };
  const keys = fields.filter(({ designType }) => designType === 'pk' || designType === 'spk');
  const issues: DesignIssue[] = [...(keys.length === 1 ? [] : [{ at: 'fields', key: 'designer.issues.oneKey' }]), ...changed];
  const drawn: Record<string, Field> = {};
  for (const field of fields) {
    const one = fieldOfWire(field, { ...sight, fieldAt });
    if (!('field' in one)) issues.push({ at: `fields.${field.name}`, ...one });
    else if (Object.hasOwn(drawn, one.key))
      issues.push({ at: `fields.${field.name}`, key: 'designer.issues.columnTaken', params: { name: field.name, field: one.key } });
    else drawn[one.key] = seenIn(wire, field, one.field);
  }
  return {
    renames,
    issues,
    design: {
      declaration: declarationOf(wire, place, drawn, sight.language),
      shape: shapeOf(place, drawn),
      ...(place.takesTable && { takesTable: true }),
      wire,
    },
  };
}

/** Lists of fields that are gone go with them. */
function shapeOf({ published }: WirePlace, fields: Fields): SectionDesign['shape'] {
  if (!published) return PLAIN_SHAPE;
  const { unique, indexes, foreignKeys } = published.shape;
  const whole = (lists: typeof unique) => lists.filter((keys) => keys.every((key) => Object.hasOwn(fields, key)));
  return { unique: whole(unique), indexes: whole(indexes), foreignKeys };
}

/** Whether the field is in the form, in the list, and among what is searched quickly. */
function seenIn({ table }: WireDesign, { name }: WireField, field: Field): Field {
  const isInForm = table.formFields.length === 0 || table.formFields.includes(name);
  const isInList = table.columnFields.length === 0 || table.columnFields.includes(name);
  const isQuick = table.quickSearchField.includes(name) && describedKind(field).storage === 'text' && field.kind !== 'richText';
  return {
    ...field,
    ...(!isInForm && !isServerOwned(field) && { form: 'never' as const }),
    ...(!isInList && { list: 'never' as const }),
    ...(isQuick && { quickSearch: true }),
  };
}

function declarationOf(
  { table }: WireDesign,
  { name, controller, table: named, published }: WirePlace,
  fields: Fields,
  language: 'zh-cn' | 'en',
): Resource {
  const before = published?.declaration;
  const byColumn = (column: string): string | undefined =>
    Object.entries(fields).find(([key, field]) => wireNameOf(key, field) === column)?.[0];
  const texts = Object.entries(fields).filter(([, { kind }]) => kind === 'string');
  const quick = table.quickSearchField.map(byColumn).find((key) => key !== undefined && texts.some(([one]) => one === key));
  const titleField = before && Object.hasOwn(fields, before.titleField) ? before.titleField : (quick ?? texts[0]?.[0] ?? 'id');
  const hasWeight = Object.values(fields).some(({ kind }) => kind === 'sortOrder');
  const comment = (table.comment || table.name).slice(0, 100);
  const isSameLabel = before?.label && Object.values(before.label).includes(comment);
  const [directory, ...rest] = controller.split('.');
  return {
    ...before,
    name,
    controller,
    table: named,
    titleField,
    rowActions: [...(hasWeight ? (['sort'] as const) : []), 'edit', 'delete'],
    defaultOrder: { field: byColumn(table.defaultSortField) ?? 'id', direction: table.defaultSortType },
    label: isSameLabel ? before.label : { [language]: comment },
    ...(!before?.menu &&
      directory !== undefined &&
      rest.length > 0 &&
      DIRECTORY.test(directory) && {
        menu: { under: { name: directory, icon: 'fa fa-folder', sortOrder: 0 }, icon: 'fa fa-circle-o', sortOrder: 0 },
      }),
    fields,
  };
}

/**
 * New names, from the changes that a client says to have made to the table that it was shown. One that names what is not there, or adds
 * what is, was made against another table. Those that are not to reach the table say nothing of it.
 */
function renamesOf(changes: readonly WireChange[], stored: Fields): { readonly renames: Renames; readonly issues: readonly DesignIssue[] } {
  const all = new Set(Object.entries(stored).map(([key, field]) => wireNameOf(key, field)));
  if (all.size === 0) return { renames: NO_RENAMES, issues: [] };
  const there = new Set(all);
  const now = new Map<string, string>();
  const issues: DesignIssue[] = [];
  const unknown = (name: string, key: string): void =>
    void issues.push({ at: `fields.${name}`, key: `designer.issues.${key}`, params: { name } });
  for (const { type, oldName, newName, sync } of changes) {
    if (sync === false) continue;
    if (type === 'add-field') {
      if (there.has(newName)) unknown(newName, 'wireThere');
      there.add(newName);
    } else if (type !== 'change-field-order' && !there.has(oldName)) unknown(oldName, 'wireGone');
    else if (type === 'del-field') there.delete(oldName);
    else if (type === 'change-field-name' && oldName !== newName) {
      if (there.has(newName)) unknown(newName, 'wireThere');
      there.delete(oldName);
      there.add(newName);
      const origin = [...now].find(([, name]) => name === oldName)?.[0] ?? oldName;
      if (all.has(origin)) now.set(origin, newName);
    }
  }
  const columns = Object.fromEntries([...now].filter(([old, name]) => old !== name && there.has(name)));
  return { renames: { columns, options: {} }, issues };
}
