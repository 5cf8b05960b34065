import Papa from 'papaparse';
import { rejection } from '#domain/base/failure';
import { fileSizeInWords } from '#domain/base/file-size';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#domain/table/import-file';

/** A file of comma-separated texts, or a workbook; rows without any text are left out. */
export interface Sheet {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Where each row stands in the file, counted as spreadsheets do. */
  readonly lines: readonly number[];
}

/** Every workbook is one. */
const isArchive = (bytes: ArrayBuffer): boolean => bytes.byteLength >= 4 && new DataView(bytes).getUint32(0) === 0x504b0304;

/** UTF-8 as most programs write it, or what spreadsheets write in Chinese systems. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

async function rowsOf(bytes: ArrayBuffer): Promise<readonly (readonly string[])[]> {
  if (isArchive(bytes)) return (await import('./read-workbook.ts')).readWorkbook(new Uint8Array(bytes));
  const text = decoded(bytes);
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: false });
  if (text.includes('\0') || errors.some(({ type }) => type === 'Quotes')) throw rejection('tables.import.unreadable');
  return data;
}

/** @throws FailureError where it is no such file, or more than a server takes at once */
export async function readSheet(file: Blob): Promise<Sheet> {
  if (file.size > MAX_IMPORT_BYTES) throw rejection('tables.import.tooLarge', { max: fileSizeInWords(MAX_IMPORT_BYTES) ?? '' });
  const data = await rowsOf(await file.arrayBuffer());
  const lines = data.map((cells, index) => ({ cells, line: index + 1 })).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [head, ...rows] = lines;
  if (!head || rows.length === 0) throw rejection('tables.import.noRows');
  if (rows.length > MAX_IMPORT_ROWS) throw rejection('tables.import.tooManyRows', { max: MAX_IMPORT_ROWS });
  return { header: head.cells, rows: rows.map(({ cells }) => cells), lines: rows.map(({ line }) => line) };
}
