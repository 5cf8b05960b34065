import Papa from 'papaparse';
import { rejection } from '#domain/base/failure';
import { fileSizeInWords } from '#domain/base/file-size';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#domain/table/import-file';

/** A file of comma-separated texts; rows without any text are left out. */
export interface Sheet {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Where each row stands in the file, counted as spreadsheets do. */
  readonly lines: readonly number[];
}

/** UTF-8 as most programs write it, or what spreadsheets write in Chinese systems. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** @throws FailureError where it is no such file, or more than a server takes at once */
export async function readSheet(file: Blob): Promise<Sheet> {
  if (file.size > MAX_IMPORT_BYTES) throw rejection('tables.import.tooLarge', { max: fileSizeInWords(MAX_IMPORT_BYTES) ?? '' });
  const text = decoded(await file.arrayBuffer());
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: false });
  if (text.includes('\0') || errors.some(({ type }) => type === 'Quotes')) throw rejection('tables.import.unreadable');
  const lines = data.map((cells, index) => ({ cells, line: index + 1 })).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [head, ...rows] = lines;
  if (!head || rows.length === 0) throw rejection('tables.import.noRows');
  if (rows.length > MAX_IMPORT_ROWS) throw rejection('tables.import.tooManyRows', { max: MAX_IMPORT_ROWS });
  return { header: head.cells, rows: rows.map(({ cells }) => cells), lines: rows.map(({ line }) => line) };
}
