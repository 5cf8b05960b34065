import { isInForm, wireNameOf } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import { hasCall, type Resource } from './resource.ts';

/** Records in one file, and its size. */
export const MAX_IMPORT_ROWS = 5000;
export const MAX_IMPORT_BYTES = 2 * 1_048_576;
/** Columns of a workbook: no section has nearly as many fields. */
export const MAX_IMPORT_COLUMNS = 500;

/** Fields that a column of a file can fill: those of the form. */
export const importableFields = ({ fields }: Pick<Resource, 'fields'>): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) => (isInForm(field) ? [key] : []));

/** Records with secrets are added one by one: a password has no place in a file. */
export const canImport = (resource: Pick<Resource, 'calls' | 'fields' | 'import'>): boolean =>
  hasCall(resource, 'add') &&
  resource.import !== 'never' &&
  importableFields(resource).length > 0 &&
  !Object.values(resource.fields).some((field) => describedKind(field).storage === 'secret');

/** What is shown of a file before it is imported. */
export interface ImportGlimpse {
  readonly header: readonly string[];
  readonly firstRows: readonly (readonly string[])[];
  readonly rowCount: number;
}

/** Why a cell, or a row, cannot be added. */
export interface RefusedPlace {
  /** Where the row stands in the file, counted as spreadsheets do. */
  readonly line: number;
  /** Key of the field; null where the record as a whole is refused. */
  readonly field: string | null;
  /** What the file says there; '' where the record as a whole is refused, or nothing was said. */
  readonly typed: string;
  readonly message: string;
}

/** What a dry run found: where there are very many, later rows are named by their first refused place alone. */
export interface Verification {
  readonly count: number;
  readonly refusedRows: number;
  readonly refused: readonly RefusedPlace[];
}

/** For each column of the file the field it fills, or null. */
export type ColumnMatch = readonly (string | null)[];

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_*\uFEFF]/gu, '');

/**
 * Which field each heading means, by its label, its key or its name on the wire, without regard to case and spaces. A field is filled by
 * one column at most: the first that names it.
 */
export function matchColumns(resource: Pick<Resource, 'fields'>, header: readonly string[], labelOf: (key: string) => string): ColumnMatch {
  const free = new Map(
    importableFields(resource).map((key) => [key, [labelOf(key), key, wireNameOf(key, resource.fields[key])].map(plain)]),
  );
  return header.map((heading) => {
    const key = [...free].find(([, names]) => names.includes(plain(heading)))?.[0] ?? null;
    if (key !== null) free.delete(key);
    return key;
  });
}
