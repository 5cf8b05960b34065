import { areaTextKey, type AnyRecord } from '#domain/fields/field';
import { textIn } from '#domain/fields/kinds/base/declared';
import { describedKind } from '#domain/fields/kinds/registry';
import { exportableFields } from '#domain/table/export-columns';
import { titleWireName } from '#domain/table/title-key';
import { rejection } from '#domain/base/failure';
import type { Language, Messages } from '../../base/messages.ts';
import { localText } from '#domain/base/zone-time';
import { isHeavy, isWholeNumber, type Column } from '../base/columns.ts';
import type { ResourceContext } from '../base/resource-context.ts';

/** A value in a file. Numbers are numbers for whoever calculates with them; nothing is null. */
export type CellValue = string | number | null;

/** A column of a file. */
export interface ExportColumn {
  readonly column: Column;
  readonly label: string;
  /** `money` has two decimals. */
  readonly form: 'text' | 'number' | 'money';
  readonly valueOf: (record: AnyRecord) => CellValue;
}

export interface ExportWords {
  readonly messages: Pick<Messages, 'text'>;
  readonly language: Language;
  readonly timeZone: string;
}

/**
 * The chosen columns, or those of the list.
 * @param unseen what the caller is told nothing of
 * @throws when a name is none of the resource's, or cannot leave
 */
export function exportColumns(
  context: ResourceContext,
  names: readonly string[] | undefined,
  words: ExportWords,
  unseen: readonly Column[] = [],
): readonly ExportColumn[] {
  const exportable = new Set(exportableFields(context.resource));
  const all = context.columns.readable.filter((column) => exportable.has(column.key) && !unseen.includes(column));
  const chosen = names ? [...new Set(names)].map((name) => ({ name, column: context.columns.find(name) })) : [];
  const columns = chosen.map(({ name, column }) => {
    if (!column || !all.includes(column)) throw rejection('refusals.unknownField', { field: name.slice(0, 60) });
    return column;
  });
  const shown = columns.length > 0 ? columns : all.filter((column) => !isHeavy(column));
  return shown.map((column) => ({
    column,
    label: columnLabel(context, column, words),
    form: formOf(column),
    valueOf: valueOf(context, column, words),
  }));
}

export function columnLabel(
  { resource }: Pick<ResourceContext, 'resource'>,
  { key, field }: Column,
  { messages, language }: ExportWords,
): string {
  return field.label?.[language] ?? textOr(messages.text(language, `resources.${resource.name}.fields.${key}`), key);
}

/** A key that nobody knows comes back as it is. */
const textOr = (text: string, otherwise: string): string => (text.startsWith('resources.') ? otherwise : text);

function formOf({ storage }: Column): ExportColumn['form'] {
  if (storage === 'cents') return 'money';
  return storage === 'integer' || storage === 'parent' || storage === 'decimal' ? 'number' : 'text';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The name of an option as lists show it. */
export function exportedOptionLabel(
  { resource }: Pick<ResourceContext, 'resource'>,
  { key, field }: Column,
  option: string,
  { messages, language }: Pick<ExportWords, 'messages' | 'language'>,
): string {
  const own = 'optionLabels' in field ? textIn(field.optionLabels?.[option], language) : undefined;
  return own ?? textOr(messages.text(language, `resources.${resource.name}.options.${key}.${option}`), option);
}

/** How a column's value stands in a file: as the list shows it. */
function valueOf(context: ResourceContext, column: Column, words: ExportWords): ExportColumn['valueOf'] {
  const { key, field, storage } = column;
  const { messages, language, timeZone } = words;
  const relation = [...context.columns.relations, ...context.columns.manyRelations].find((one) => one.column === column);
  const option = (value: unknown): string => exportedOptionLabel(context, column, textOf(value), words);
  if (storage === 'record' && relation) {
    const other = context.other(relation.of).resource;
    return (record) => {
      const joined = record[relation.name] as Readonly<Record<string, unknown>> | null | undefined;
      // The record is gone: its number is all that is known.
      return joined ? textOf(joined[titleWireName(other, joined, language)]) : typeof record[key] === 'number' ? `#${record[key]}` : null;
    };
  }
  if (storage === 'list' && relation) return (record) => listOf(record[relation.name]).map(textOf).join(', ');
  if (describedKind(field).beside === 'areas') return (record) => textOf(record[areaTextKey(key)]).replaceAll(',', ', ');
  if (storage === 'seconds') return (record) => (typeof record[key] === 'number' ? localText(record[key], timeZone) : null);
  if (storage === 'cents') return (record) => (typeof record[key] === 'number' ? record[key] / 100 : null);
  if (isWholeNumber(column) || storage === 'decimal') return (record) => (typeof record[key] === 'number' ? record[key] : null);
  if (storage === 'switch') {
    const [on, off] = ['enabled', 'disabled'].map((word) => messages.text(language, `resources.kit.fields.${word}`));
    return (record) => (record[key] === true ? (on ?? '') : (off ?? ''));
  }
  if (storage === 'pairs') {
    return (record) =>
      (listOf(record[key]) as readonly { readonly key: unknown; readonly value: unknown }[])
        .map((pair) => `${textOf(pair.key)}=${textOf(pair.value)}`)
        .join('\n');
  }
  if ('options' in field && storage === 'list') return (record) => listOf(record[key]).map(option).join(', ');
  if ('options' in field) return (record) => (textOf(record[key]) === '' ? '' : option(record[key]));
  if (storage === 'list' || storage === 'ids') return (record) => listOf(record[key]).map(textOf).join(', ');
  return (record) => textOf(record[key]);
}
