import { decodeRecord } from '#api/contract/record-codec';
import type { Fields } from '#domain/field';
import type { Row } from '#domain/row';

type WireRow = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is WireRow => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of a list; those of a tree with their children. A row without an id could not be touched and is left out. */
export const decodeRows = (fields: Fields, list: readonly unknown[]): Row[] =>
  list.filter(isRow).flatMap((row): Row[] => {
    const { values } = decodeRecord(fields, row);
    const { id } = values;
    if (typeof id !== 'number') return [];
    return [{ ...values, id, ...(Array.isArray(row['children']) && { children: decodeRows(fields, row['children']) }) }];
  });
