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

/**
 * What a spreadsheet would run instead of showing it; a plain number is none. An apostrophe before it is one of the text's own, which
 * gets another, so that both come back.
 */
const FORMULA = /^(?!-?\d+(?:\.\d+)?$)'*[=+\-@＝＋－＠]/u;
const BLANK_START = /^'*[\t\r\n]/u;
/** Where a spreadsheet may begin another cell, whatever the file is separated by: many do as their country does. */
const CELL_END = /([;|\t\r\n])/u;

const inCells = (text: string, change: (cell: string) => string): string =>
  text
    .split(CELL_END)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');

/** Text behind an apostrophe is shown and never run. Source: security.md, "Input and output". */
export const withoutFormula = (text: string): string => {
  const harmless = inCells(text, (cell) => (FORMULA.test(cell) ? `'${cell}` : cell));
  return BLANK_START.test(text) ? `'${harmless}` : harmless;
};

/** The text that `withoutFormula` was given. */
export const formulaText = (text: string): string => {
  const whole = text.startsWith("'") && BLANK_START.test(text.slice(1)) ? text.slice(1) : text;
  return inCells(whole, (cell) => (cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell));
};

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
