import { Zip, ZipDeflate } from 'fflate';
import type { CellValue, ExportColumn } from './export-columns.ts';
import type { FileWriter } from './csv-file.ts';

/** What a cell of a workbook can hold. */
const MAX_CELL_LENGTH = 32_767;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Numbers of the styles below. */
const STYLE = { text: 1, head: 2, number: 0, money: 3 } as const;
const WIDTH = { text: 22, number: 12, money: 14 } as const;

const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="2" applyNumberFormat="1"/></cellXfs></styleSheet>`;

const CONTROL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Text inside the sheet. `_x000D_` and the like would be read as a character, so their underscore is written as one. */
const escapeText = (text: string): string =>
  (text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text)
    .replaceAll(CONTROL, '')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/gu, '_x005F_')
    .replaceAll(/[&<>"\r]/gu, (character) => ENTITIES[character] ?? '');

/** 0 → `A`, 26 → `AA`. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

const textCell = (place: string, text: string, style: number): string =>
  text === '' ? '' : `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;

function cell(place: string, value: CellValue, form: ExportColumn['form']): string {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${place}" s="${STYLE[form]}"><v>${value}</v></c>`;
  return textCell(place, value, STYLE.text);
}

/** The small parts around the sheet. */
function partsFor(sheetName: string): Readonly<Record<string, string>> {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeText(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': STYLES,
  };
}

/** Names of sheets are short and lack what addresses of cells are written with. */
const sheetNameOf = (title: string): string =>
  title
    .replaceAll(/[:\\/?*[\]']/gu, ' ')
    .trim()
    .slice(0, 31) || 'Sheet1';

/**
 * A workbook with one sheet, packed as it is written: nothing of it is kept. Texts stand in their cells, so that no table of them has to
 * be known before; a text is never a formula there.
 */
export function xlsxFile(columns: readonly Pick<ExportColumn, 'label' | 'form'>[], title: string): FileWriter {
  const encoder = new TextEncoder();
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, data) => {
    if (error) throw error;
    packed.push(data);
  });
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 3 });
  const names = columns.map((_, index) => columnName(index));
  let rowNumber = 1;
  const row = (cells: string): string => `<row r="${rowNumber}">${cells}</row>`;

  const takeChunks = (): Uint8Array => {
    const whole = new Uint8Array(packed.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let offset = 0;
    for (const part of packed.splice(0)) {
      whole.set(part, offset);
      offset += part.byteLength;
    }
    return whole;
  };
  const push = (text: string, isLast = false): void => sheet.push(encoder.encode(text), isLast);

  return {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    head() {
      for (const [name, text] of Object.entries(partsFor(sheetNameOf(title)))) {
        const part = new ZipDeflate(name);
        zip.add(part);
        part.push(encoder.encode(XML + text), true);
      }
      zip.add(sheet);
      const widths = columns.map(
        ({ form }, index) => `<col min="${index + 1}" max="${index + 1}" width="${WIDTH[form]}" customWidth="1"/>`,
      );
      const frozen =
        '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
      const head = columns.map(({ label }, index) => textCell(`${names[index]}1`, label, STYLE.head)).join('');
      push(`${XML}<worksheet xmlns="${MAIN}">${frozen}<cols>${widths.join('')}</cols><sheetData>${row(head)}`);
      return takeChunks();
    },
    rows(rows) {
      const texts = rows.map((values) => {
        rowNumber += 1;
        return row(values.map((value, index) => cell(`${names[index]}${rowNumber}`, value, columns[index]?.form ?? 'text')).join(''));
      });
      if (texts.length > 0) push(texts.join(''));
      return takeChunks();
    },
    foot() {
      push('</sheetData></worksheet>', true);
      zip.end();
      return takeChunks();
    },
  };
}
