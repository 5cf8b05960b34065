import Papa from 'papaparse';
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

/** What a spreadsheet would run instead of showing it; a plain number is none. Source: security.md, "Input and output". */
const FORMULA = /^(?!-?\d+(?:\.\d+)?$)[=+\-@\t\r\n＝＋－＠]/u;

/** Text behind an apostrophe is shown and never run. */
export const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that `withoutFormula` was given. */
export const formulaText = (text: string): string => (text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text);

const encoded = (rows: readonly (readonly unknown[])[]): string => Papa.unparse(rows as unknown[][], { newline: LINE_END }) + LINE_END;

/** Comma-separated text as spreadsheets read it: UTF-8 with its mark, quotes where they are needed. */
export function csvFile(columns: readonly ExportColumn[]): FileWriter {
  const encoder = new TextEncoder();
  const written = (value: CellValue, index: number): string => {
    if (value === null) return '';
    if (typeof value === 'number') return columns[index]?.form === 'money' ? value.toFixed(2) : String(value);
    return withoutFormula(value);
  };
  return {
    type: 'text/csv; charset=utf-8',
    head: () => encoder.encode(BYTE_ORDER_MARK + encoded([columns.map(({ label }) => withoutFormula(label))])),
    rows: (rows) => (rows.length === 0 ? new Uint8Array() : encoder.encode(encoded(rows.map((row) => row.map(written))))),
    foot: () => new Uint8Array(),
  };
}
