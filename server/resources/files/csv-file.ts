import Papa from 'papaparse';
import { withoutFormula } from '#domain/table/formula-text';
import type { CellValue, ExportColumn } from './export-columns.ts';

/** Makes a file of rows, a portion at a time. */
export interface FileWriter {
  readonly type: string;
  /** What stands before the first row. */
  head(): Uint8Array;
  rows(rows: readonly (readonly CellValue[])[]): Uint8Array;
  /** What stands after the last row. */
  foot(): Uint8Array;
}

const LINE_END = '\r\n';
/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const encode = (rows: readonly (readonly unknown[])[]): string => Papa.unparse(rows as unknown[][], { newline: LINE_END }) + LINE_END;

/** Comma-separated text as spreadsheets read it: UTF-8 with its mark, quotes where they are needed. */
export function csvFile(columns: readonly Pick<ExportColumn, 'label' | 'form'>[]): FileWriter {
  const encoder = new TextEncoder();
  const textOf = (value: CellValue, index: number): string => {
    if (value === null) return '';
    if (typeof value === 'number') return columns[index]?.form === 'money' ? value.toFixed(2) : String(value);
    return withoutFormula(value);
  };
  return {
    type: 'text/csv; charset=utf-8',
    head: () => encoder.encode(BYTE_ORDER_MARK + encode([columns.map(({ label }) => withoutFormula(label))])),
    rows: (rows) => (rows.length === 0 ? new Uint8Array() : encoder.encode(encode(rows.map((row) => row.map(textOf))))),
    foot: () => new Uint8Array(),
  };
}
