import { encodeRecord } from '#api/contract/table/record-codec';
import { areaTextKey, type AnyRecord, type RecordOf, type Fields } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Writer } from '../../base/caller.ts';
import { joinedAlias } from './list-source.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { Column, ColumnMap } from '../base/columns.ts';
import { recordFromStore, type StoredRow } from '../base/row-codec.ts';
import { joinedRead, titleRead } from './names-read.ts';
import { unseenColumns } from './require-queried.ts';
import type { NameWords } from '../base/shipped-names.ts';

type WireRow = Record<string, unknown>;

interface Besides {
  readonly joined: readonly { readonly name: string; readonly alias: string; readonly of: string }[];
  readonly areas: readonly { readonly name: string; readonly alias: string }[];
}
const besides = new WeakMap<ColumnMap, Besides>();

/** What rows have beside their columns, found once: lists ask for it row by row. */
function besidesOf(columns: ColumnMap): Besides {
  const known = besides.get(columns);
  if (known) return known;
  const { relations, manyRelations, readable } = columns;
  const made = {
    joined: [...relations, ...manyRelations].map(({ name, of }) => ({ name, of, alias: joinedAlias(name) })),
    areas: readable
      .filter(({ field }) => describedKind(field).beside === 'areas')
      .map(({ key }) => ({ name: areaTextKey(key), alias: joinedAlias(areaTextKey(key)) })),
  };
  besides.set(columns, made);
  return made;
}

/** Stored rows as this person may see them, in wire form, with the id and title of joined records. Names that came with the program read in their language. */
export async function wireRows(context: ResourceContext, rows: readonly StoredRow[], caller: Writer): Promise<WireRow[]> {
  const { resource, columns } = context;
  const words: NameWords = { messages: context.ports.messages, language: caller.client.language };
  const { joined, areas } = besidesOf(columns);
  const others = joined.map(({ of }) => context.other(of));
  const records = rows.map((row) => {
    const record = recordFromStore(columns.readable, row);
    for (const [index, { name, alias }] of joined.entries())
      if (Object.hasOwn(row, alias)) record[name] = joinedRead(others[index] ?? context, row[alias], words);
    for (const { name, alias } of areas) if (Object.hasOwn(row, alias)) record[name] = row[alias];
    return titleRead(context, record, columns.title.key, words);
  });
  const told = await presentRecords(context, records, caller);
  const unseen = unseenColumns(context, caller);
  return told.map((record) => without(unseen, withoutEmptyDays(columns, encodeRecord(resource.fields, record))));
}

/** The row itself, which is nobody else's yet. */
function without(unseen: readonly Column[], row: WireRow): WireRow {
  for (const { name } of unseen) delete row[name];
  return row;
}

/** The row itself, which is nobody else's yet. */
function withoutEmptyDays({ days }: Pick<ResourceContext['columns'], 'days'>, row: WireRow): WireRow {
  for (const { name } of days) if (row[name] === '') row[name] = null;
  return row;
}

export const presentRecords = async (
  { hooks }: ResourceContext,
  records: readonly AnyRecord[],
  caller: Writer,
): Promise<readonly AnyRecord[]> => (hooks.present ? hooks.present(records as readonly RecordOf<Fields>[], caller) : records);
