import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readSheet } from '#actors/table/read-sheet';
import { FailureError } from '#domain/base/failure';
import { formulaText } from '#domain/table/formula-text';
import { MAX_IMPORT_ROWS } from '#domain/table/import-file';
import { xlsxFile } from '#server/resources/files/xlsx-file';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Style 1 is a date, 2 a time, as spreadsheets number them. */
const STYLES = `<styleSheet xmlns="${MAIN}"><cellXfs count="3"><xf/><xf numFmtId="22"/><xf numFmtId="21"/></cellXfs></styleSheet>`;

/** A workbook as other programs write it: its first sheet has these rows. */
function workbook(rows: string, others: Readonly<Record<string, string>> = {}): File {
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Goods" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"><si><t>Tea</t></si><si><r><t>Oo</t></r><r><t>long</t></r></si></sst>`,
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    ...others,
  };
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  return new File([bytes], 'goods.xlsx');
}

const inline = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const head = `<row r="1">${inline('A1', 'Title')}${inline('B1', 'Price')}</row>`;

const priced = (cell: string): File => workbook(`${head}<row r="2">${inline('A2', 'Tea')}${cell}</row>`);

async function refusalOf(file: Blob): Promise<string> {
  const failure = await readSheet(file).then(
    () => undefined,
    (error: unknown) => (error instanceof FailureError ? error.failure : undefined),
  );
  return failure?.kind === 'rejected' ? failure.message : 'taken';
}

describe('a workbook', () => {
  it('is read as its cells stand in it: shared, parted and own texts, numbers, switches, faults, dates and times', async () => {
    const sheet = await readSheet(
      workbook(
        `${head}<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><v>19.899999999999999</v></c></row>` +
          `<row r="5"><c r="A5" t="s"><v>0</v></c><c r="B5" t="e"><v>#N/A</v></c></row>` +
          `<row r="6"><c r="A6" t="b"><v>1</v></c><c r="B6" s="1"><v>46356</v></c></row>` +
          `<row r="7"><c r="A7" s="1"><v>46356.604861111111</v></c><c r="B7" s="2"><v>0.60486111111111111</v></c></row>`,
      ),
    );
    expect(sheet).toEqual({
      header: ['Title', 'Price'],
      rows: [
        ['Oolong', '19.9'],
        ['Tea', '#N/A'],
        ['true', '2026-11-30'],
        ['2026-11-30 14:31:00', '14:31:00'],
      ],
      lines: [3, 5, 6, 7],
    });
  });

  it('that was exported here holds the same texts when it is read again, also those that a spreadsheet would run', async () => {
    const texts = ['plain', '=1+1', "'quoted", '+86 123', '-5', '_x000D_', 'a & <b> "c"', '两行\n文字', ' ='];
    const file = xlsxFile(
      [
        { label: 'Title', form: 'text' },
        { label: 'Price', form: 'money' },
      ],
      'Goods',
    );
    const parts = [file.head(), file.rows(texts.map((text) => [text, 12.5])), file.foot()];
    const { header, rows } = await readSheet(new Blob(parts as Uint8Array<ArrayBuffer>[]));
    expect(header).toEqual(['Title', 'Price']);
    expect(rows.map(([text = '', price]) => [formulaText(text), price])).toEqual(texts.map((text) => [text, '12.5']));
  });

  it('is refused where it is none, or more than a server takes', async () => {
    expect(await refusalOf(new Blob([zipSync({ 'a.txt': strToU8('x') })]))).toBe('tables.import.unreadable');
    expect(await refusalOf(new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9])]))).toBe('tables.import.unreadable');
    expect(await refusalOf(workbook(head))).toBe('tables.import.noRows');
    const last = `<row r="${MAX_IMPORT_ROWS + 2}">${inline(`A${MAX_IMPORT_ROWS + 2}`, 'Tea')}</row>`;
    expect(await refusalOf(workbook(head + last))).toBe('taken');
    const all = Array.from({ length: MAX_IMPORT_ROWS + 1 }, (_, row) => `<row r="${row + 2}">${inline(`A${row + 2}`, 'x')}</row>`).join('');
    expect(await refusalOf(workbook(head + all))).toBe('tables.import.tooManyRows');
  });

  it('with one cell far out is refused before room is made for all those between', async () => {
    expect(await refusalOf(workbook(`${head}<row r="900000">${inline('XFD900000', 'x')}</row>`))).toBe('tables.import.tooManyRows');
    expect(await refusalOf(workbook(`${head}<row r="9"><c r='A10000001'><v>1</v></c></row>`))).toBe('tables.import.tooManyRows');
    expect(await refusalOf(workbook(`${head}<row r="2">${inline('SG2', 'x')}</row>`))).toBe('tables.import.tooManyColumns');
    expect(await refusalOf(workbook(`${head}<row r="2">${inline('SF2', 'x')}</row>`))).toBe('taken');
  });

  it('with a formula whose result nobody has stored is refused, with the cell, and read where it is stored', async () => {
    for (const open of ['<c r="B2"><f>1+1</f></c>', `<c r='B2' t="str"><f t="shared" si="0"/></c>`])
      expect(await refusalOf(priced(open))).toBe('tables.import.openFormula');
    expect((await readSheet(priced('<c r="B2"><f>1+1</f><v>2</v></c>'))).rows).toEqual([['Tea', '2']]);
  });

  it('that unpacks to more than a browser holds is refused before it is unpacked', async () => {
    const file = workbook(head, { 'xl/media.xml': ' '.repeat(33 * 1_048_576) });
    expect(file.size).toBeLessThan(200_000);
    expect(await refusalOf(file)).toBe('tables.import.tooManyRows');
  });
});
