import { capitalised } from '../section-names.ts';
import { wireNameOf, type Field, type Fields } from '../../fields/field.ts';
import { describedKind } from '../../fields/kinds/registry.ts';
import { fieldKeyOf } from '../drawing/design-act.ts';
import type { SectionDesign } from '../section-design.ts';
import { foundField, labelFrom, type FieldSight, type LeftReason } from './found-field.ts';
import { isInteger, type FoundColumn, type FoundTable } from '../found/found-table.ts';

export interface LeftColumn {
  readonly column: string;
  readonly reason: LeftReason;
}

/** A design to go on drawing from, and what of the table is not in it. */
export interface FoundDesign {
  readonly design: SectionDesign;
  readonly left: readonly LeftColumn[];
}

/** Columns of a list that somebody can still read. */
const SHOWN = 10;

/** A name that sections can have, from that of a table. */
export function sectionNameFrom(table: string, isTaken: (name: string) => boolean): string {
  const stem = fieldKeyOf(
    table
      .replace(/^x_/u, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9_]/gu, '_'),
  ).replaceAll('_', '');
  const name = (/^[a-z][a-zA-Z0-9]{1,36}/u.exec(stem) ?? ['section'])[0];
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${name}${count}`;
    if (!isTaken(tried)) return tried;
  }
}

/**
 * What a table that somebody has made is as a section. What every section has beside – a key, what tells two editors apart, times – is
 * added where it is missing.
 * @param name of the section; its table is that which stands, or one of its own
 */
export function foundDesign(table: FoundTable, name: string, sight: FieldSight): FoundDesign {
  const left: LeftColumn[] = [];
  const fields: Record<string, Field> = { id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 } };
  const key = keyColumnOf(table, sight);
  for (const column of table.columns) {
    if (column === key) continue;
    const found = foundField(column, sight);
    if (typeof found === 'string') left.push({ column: column.name, reason: found });
    else if (Object.hasOwn(fields, found.key)) left.push({ column: column.name, reason: 'name' });
    else fields[found.key] = hiddenBeyond(found.field, Object.keys(fields).length);
  }
  const titleField = titleOf(fields);
  const title = fields[titleField];
  if (title?.kind === 'string') fields[titleField] = { ...title, quickSearch: true };
  const all = withOwn(fields, table);
  return {
    left,
    design: {
      declaration: {
        name,
        controller: `x.${capitalised(name)}`,
        table: sight.isStanding ? table.name : `x_${wireNameOf(name)}`.slice(0, 40),
        titleField,
        rowActions: [...(hasKind(all, 'sortOrder') ? (['sort'] as const) : []), 'edit', 'delete'],
        defaultOrder: { field: 'id', direction: 'desc' },
        label: labelFrom(table.comment, table.name.replace(/^x_/u, ''), sight.language),
        fields: all,
      },
      shape: { ...listsOf(table, all), foreignKeys: 'none' },
      ...(sight.isStanding && { takesTable: true as const }),
    },
  };
}

const hasKind = (fields: Fields, kind: Field['kind']): boolean => Object.values(fields).some((field) => field.kind === kind);

/** A single number that the database counts, or that is the key: it becomes ours. */
function keyColumnOf({ columns }: FoundTable, { isStanding }: FieldSight): FoundColumn | undefined {
  const keys = columns.filter(({ isKey }) => isKey);
  const only = keys.length === 1 ? keys[0] : undefined;
  if (only && isInteger(only) && (!isStanding || only.name === 'id')) return only;
  return columns.find(({ name }) => name === 'id');
}

const hiddenBeyond = (field: Field, index: number): Field =>
  index < SHOWN || field.list !== undefined || describedKind(field).list !== undefined ? field : { ...field, list: 'hidden' };

const isTitle = ({ kind }: Field): boolean => kind === 'string';

function titleOf(fields: Fields): string {
  const titles = Object.entries(fields).filter(([, field]) => isTitle(field));
  const named = titles.find(([key]) => /(?:title|name|subject)$/iu.test(key));
  return (named ?? titles[0] ?? ['id'])[0];
}

function withOwn(fields: Fields, { columns }: FoundTable): Fields {
  const names = new Set(columns.map(({ name }) => name));
  const add = (key: string, field: Field): Fields =>
    hasKind(fields, field.kind) || names.has(wireNameOf(key)) || Object.hasOwn(fields, key) ? {} : { [key]: field };
  return {
    ...fields,
    ...add('version', { kind: 'version', list: 'never' }),
    ...add('createTime', { kind: 'createTime', sortable: true, search: 'range' }),
    ...add('updateTime', { kind: 'updateTime', sortable: true, list: 'hidden' }),
  };
}

const LISTS = 8;
const INDEXED_LENGTH = 255;

/** What an index can hold for certain. */
function isIndexable(field: Field | undefined): boolean {
  if (!field) return false;
  const { storage, isLong } = describedKind(field);
  if (storage === 'list' || storage === 'pairs' || storage === 'ids' || isLong === true) return false;
  return field.kind !== 'string' || (field.maxLength ?? INDEXED_LENGTH) <= INDEXED_LENGTH;
}

function listsOf({ unique, indexes }: FoundTable, fields: Fields) {
  const keyBy = new Map(Object.entries(fields).map(([key, field]) => [wireNameOf(key, field), key]));
  const keysOf = (lists: FoundTable['unique']): string[][] => {
    const all = lists.map((names) => names.map((name) => keyBy.get(name) ?? ''));
    const fitting = all.filter((keys) => keys.length <= 5 && keys[0] !== 'id' && keys.every((key) => isIndexable(fields[key])));
    return [...new Map(fitting.map((keys) => [keys.join(','), keys])).values()];
  };
  const only = keysOf(unique).slice(0, LISTS);
  return { unique: only, indexes: keysOf(indexes).slice(0, LISTS - only.length) };
}
