import { encodeRecord } from '#api/contract/record-codec';
import { areaTextKey, type AnyRecord, type RecordOf, type Fields } from '#domain/field';
import { joinedAlias } from './list-source.ts';
import type { ResourceContext } from './resource-context.ts';
import { recordFromStore, type StoredRow } from './row-codec.ts';

/** A stored row as people may see it, in wire form, with the id and title of joined records. */
export function wireRow({ resource, columns, hooks }: ResourceContext, row: StoredRow): Record<string, unknown> {
  const record = recordFromStore(columns.readable, row);
  for (const relation of [...columns.relations, ...columns.manyRelations]) {
    const alias = joinedAlias(relation.name);
    if (Object.hasOwn(row, alias)) record[relation.name] = row[alias];
  }
  for (const { key } of columns.readable) {
    const alias = joinedAlias(areaTextKey(key));
    if (Object.hasOwn(row, alias)) record[areaTextKey(key)] = row[alias];
  }
  const shown: AnyRecord = hooks.present ? hooks.present(record as RecordOf<Fields>) : record;
  return encodeRecord(resource.fields, shown);
}
