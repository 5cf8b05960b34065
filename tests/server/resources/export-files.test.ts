// @vitest-environment jsdom
import * as fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { formulaText, withoutFormula } from '#domain/table/formula-text';
import { csvFile, type FileWriter } from '#server/resources/files/csv-file';
import type { CellValue, ExportColumn } from '#server/resources/files/export-columns';
import { columnName, xlsxFile } from '#server/resources/files/xlsx-file';
import { rowsOfCsv, rowsOfXlsx } from '#tests/support/exported.ts';

const column = (label: string, form: ExportColumn['form'] = 'text'): ExportColumn => ({
  label,
  form,
  column: {} as never,
  valueOf: () => null,
});
const isRun = (cell: string): boolean => /^[=+\-@＝]/u.test(cell) && !/^-\d+(?:\.\d+)?$/u.test(cell);
const COLUMNS = [column('名称'), column('Pieces', 'number'), column('Price', 'money')];
const TRICKY: readonly (readonly CellValue[])[] = [
  ['a,b', 1, 12.5],
  ['"quoted"', -3, -0.05],
  ['two\nlines', 0, 1000],
  ['<b>&amp; "x"</b>', null, null],
  ['_x0041_ and _x', 1.25, 99_999_999.99],
  [' blanks ', 9_007_199_254_740_991, 0],
  ['表情 🍵', 2, 3],
];

function whole(writer: FileWriter, portions: readonly (readonly (readonly CellValue[])[])[]): ArrayBuffer {
  const parts = [writer.head(), ...portions.map((rows) => writer.rows(rows)), writer.foot()];
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes.buffer;
}

const partsOf = (bytes: ArrayBuffer): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, part]) => [name, strFromU8(part)]));
const parsed = (xml: string): Document => new DOMParser().parseFromString(xml, 'application/xml');

describe('a CSV file', () => {
  it('gives back what was put in, in whatever portions', () => {
    const wanted = [
      ['名称', 'Pieces', 'Price'],
      ...TRICKY.map(([text, pieces, price]) => [
        text,
        pieces === null ? '' : String(pieces),
        price === null ? '' : Number(price).toFixed(2),
      ]),
    ];
    expect(rowsOfCsv(whole(csvFile(COLUMNS), [TRICKY]))).toEqual(wanted);
    expect(rowsOfCsv(whole(csvFile(COLUMNS), [TRICKY.slice(0, 1), [], TRICKY.slice(1)]))).toEqual(wanted);
  });

  it.each(['=1', '+1+1', '-1+1', '@x', '\tx', '\rx', '＝1', '＋1', '－1', '＠1', '=1\n2', '--1', '-'])(
    'never runs %j, and gives it back',
    (text) => {
      expect(withoutFormula(text)).toBe(`'${text}`);
      expect(formulaText(withoutFormula(text))).toBe(text);
    },
  );

  it.each([
    ['a;=1+1', "a;'=1+1"],
    ['a\t@x', "a\t'@x"],
    ['a|+1|-2', "a|'+1|-2"],
    ['a\n=1\r\n-x', "a\n'=1\r\n'-x"],
    ['=1;=2', "'=1;'=2"],
    ['\t=1', "'\t'=1"],
    ["'=1", "''=1"],
    ["a;'=1", "a;''=1"],
    ["'\t=1", "''\t'=1"],
    ["'-5", "''-5"],
  ])('writes %j as %j, and gives it back', (text, written) => {
    expect(withoutFormula(text)).toBe(written);
    expect(formulaText(written)).toBe(text);
  });

  it('gives back whatever it wrote, and begins no cell with a formula', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '1', '=', '+', '-', '@', ';', '|', '\t', '\r', '\n', "'", '＝', ' ', '.') });
    fc.assert(
      fc.property(texts, (text) => {
        const written = withoutFormula(text);
        expect(formulaText(written)).toBe(text);
        expect(written.split(/[;|\t\r\n]/u).filter(isRun)).toEqual([]);
      }),
    );
  });

  it('writes its headings so, too', () => {
    const head = new TextDecoder().decode(csvFile([column('=1'), column('a;@b')]).head());
    expect(head).toBe("'=1,a;'@b\r\n");
  });

  it.each(['', '1', '-1', '-1.50', 'a=1', "'", "'a", ' =1', 'a; b', '1;-2'])('leaves %j as it is', (text) => {
    expect(withoutFormula(text)).toBe(text);
    expect(formulaText(text)).toBe(text);
  });
});

describe('a workbook', () => {
  it('gives back what was put in, in whatever portions', () => {
    const wanted = [['名称', 'Pieces', 'Price'], ...TRICKY.map((row) => row.map((value) => (value === null ? '' : String(value))))];
    expect(rowsOfXlsx(whole(xlsxFile(COLUMNS, 'Goods'), [TRICKY]))).toEqual(wanted);
    expect(rowsOfXlsx(whole(xlsxFile(COLUMNS, 'Goods'), [TRICKY.slice(0, 3), [], TRICKY.slice(3)]))).toEqual(wanted);
  });

  it('has every part that its own parts name, all of them well-formed', () => {
    const parts = partsOf(whole(xlsxFile(COLUMNS, "a/b'[c]:*?\\ 长长长长长长长长长长长长长长长长长长长长长长长长长长长长长长"), [TRICKY]));
    const named = [...parsed(parts['[Content_Types].xml'] ?? '').querySelectorAll('Override')].map((one) => one.getAttribute('PartName'));
    const related = [...parsed(parts['xl/_rels/workbook.xml.rels'] ?? '').querySelectorAll('Relationship')].map(
      (one) => `/xl/${one.getAttribute('Target')}`,
    );
    const sheet = parsed(parts['xl/workbook.xml'] ?? '').querySelector('sheet');
    expect(Object.keys(parts)).toEqual(expect.arrayContaining([...named, ...related].map((name) => name?.slice(1))));
    expect(sheet?.getAttribute('name')).toMatch(/^[^:\\/?*[\]']{1,31}$/u);
    for (const xml of Object.values(parts)) expect(parsed(xml).querySelector('parsererror')).toBeNull();
  });

  it('has no formula, keeps blanks, and leaves out what no sheet can hold', () => {
    const parts = partsOf(whole(xlsxFile([column('x')], 'x'), [[['=1+1'], [' a '], ['a\u0000\u0007\uFFFEb'], ['x'.repeat(40_000)]]]));
    const sheet = parsed(parts['xl/worksheets/sheet1.xml'] ?? '');
    expect(sheet.querySelectorAll('f').length).toBe(0);
    const texts = [...sheet.querySelectorAll('t')].map((one) => one.textContent ?? '');
    expect(texts.slice(0, 4)).toEqual(['x', '=1+1', ' a ', 'ab']);
    expect(texts[4]).toHaveLength(32_767);
    expect([...sheet.querySelectorAll('t')].every((one) => one.getAttribute('xml:space') === 'preserve')).toBe(true);
  });

  it('names columns as sheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});
