import { encodeRecord } from '#api/contract/table/record-codec';
import { areaTextKey, type AnyRecord, type RecordOf, type Fields } from '#domain/fields/field';
import type { Writer } from '../../base/caller.ts';
import { joinedAlias } from './list-source.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { Column } from '../base/columns.ts';
import { recordFromStore, type StoredRow } from '../base/row-codec.ts';
import { joinedRead, titleRead } from './names-read.ts';
import { unseenColumns } from './require-queried.ts';
import type { NameWords } from '../base/shipped-names.ts';

type WireRow = Record<string, unknown>;

/** Stored rows as this person may see them, in wire form, with the id and title of joined records. Names that came with the program read in their language. */
export async function wireRows(context: ResourceContext, rows: readonly StoredRow[], caller: Writer): Promise<WireRow[]> {
  const { resource, columns } = context;
  const words: NameWords = { messages: context.ports.messages, language: caller.client.language };
  const records = rows.map((row) => {
    const record = recordFromStore(columns.readable, row);
    for (const relation of [...columns.relations, ...columns.manyRelations]) {
      const alias = joinedAlias(relation.name);
      if (Object.hasOwn(row, alias)) record[relation.name] = joinedRead(context.other(relation.of), row[alias], words);
    }
    for (const { key } of columns.readable) {
      const alias = joinedAlias(areaTextKey(key));
      if (Object.hasOwn(row, alias)) record[areaTextKey(key)] = row[alias];
    }
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
