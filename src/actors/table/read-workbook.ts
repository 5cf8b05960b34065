/**
 * The first sheet of a workbook as texts, the way a file of comma-separated texts would hold it. Comes with the first workbook.
 */
import { strFromU8, strToU8, unzipSync, zipSync, type Unzipped } from 'fflate';
import { readSheet as readFirstSheet, type CellValue } from 'read-excel-file/universal';
import { rejection, type FailureError } from '#domain/base/failure';
import { withoutFormula } from '#domain/table/formula-text';
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '#domain/table/import-file';

/** Of what is packed: a small file may unpack to more than a browser can hold. */
const MAX_UNPACKED_BYTES = 32 * 1_048_576;
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/u;
const ADDRESS = /<c\s[^>]*?\br=["']([A-Z]+)(\d+)["']/gu;
/** Programs that write no results leave them to the spreadsheet that opens the file: nobody knows here what they would be. */
const OPEN_FORMULA = /<c\s[^>]*?\br=["']([A-Z]+\d+)["'][^>]*>\s*<f\b(?:[^>]*\/>|[^>]*>[^<]*<\/f>)\s*<\/c>/u;
/** `#N/A` and the like, which would be read as nothing. */
const FAULT_CELL = /(<c\s[^>]*?\bt=)"e"/gu;
const SECONDS_OF_DAY = 86_400;
/** What a spreadsheet calls day 0: a time without a date stands on it. */
const DAY_ZERO = Date.UTC(1899, 11, 30) / 1000;

/**
 * @returns rows as they stand in the sheet, empty ones included, each as wide as the widest
 * @throws FailureError where it is no workbook, or more than a server takes at once
 */
export async function readWorkbook(bytes: Uint8Array): Promise<readonly (readonly string[])[]> {
  const { files, fault } = withinBounds(unpack(bytes));
  try {
    // What is only stored is unpacked where it is read, by no worker that the page's policy would have to allow.
    const stored = zipSync(files, { level: 0 });
    const rows = await readFirstSheet(stored.slice().buffer, { trim: false });
    return rows.map((cells) => cells.map(textOf));
  } catch {
    throw fault ?? rejection('tables.import.unreadable');
  }
}

function unpack(bytes: Uint8Array): Unzipped {
  let unpackedBytes = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!name.endsWith('.xml') && !name.endsWith('.rels')) return false;
        unpackedBytes += originalSize;
        if (unpackedBytes > MAX_UNPACKED_BYTES) throw tooManyRows();
        return true;
      },
    });
  } catch {
    throw unpackedBytes > MAX_UNPACKED_BYTES ? tooManyRows() : rejection('tables.import.unreadable');
  }
}

/** Without sheets of which one cell far out makes more empty ones than there is room for. */
function withinBounds(unpacked: Unzipped): { readonly files: Unzipped; readonly fault: FailureError | null } {
  const files: Unzipped = {};
  let fault: FailureError | null = null;
  for (const [name, bytes] of Object.entries(unpacked)) {
    if (!SHEET.test(name)) {
      files[name] = bytes;
      continue;
    }
    const xml = strFromU8(bytes);
    const found = faultOf(xml);
    if (found) fault = found;
    else files[name] = strToU8(xml.replaceAll(FAULT_CELL, '$1"str"'));
  }
  return { files, fault };
}

function faultOf(xml: string): FailureError | null {
  for (const [, column = '', row] of xml.matchAll(ADDRESS)) {
    if (Number(row) > 2 * MAX_IMPORT_ROWS) return tooManyRows();
    if (columnNumber(column) > MAX_IMPORT_COLUMNS) return rejection('tables.import.tooManyColumns', { max: MAX_IMPORT_COLUMNS });
  }
  const cell = OPEN_FORMULA.exec(xml)?.[1];
  return cell === undefined ? null : rejection('tables.import.openFormula', { cell });
}

const tooManyRows = (): FailureError => rejection('tables.import.tooManyRows', { max: MAX_IMPORT_ROWS });

/** `A` → 1, `AA` → 27. */
const columnNumber = (letters: string): number =>
  Array.from(letters, (letter) => letter.charCodeAt(0) - 64).reduce((number, digit) => number * 26 + digit, 0);

/** Texts are written as an exported file writes them, so that both are read alike. */
function textOf(value: CellValue | null): string {
  if (value === null) return '';
  if (typeof value === 'string') return withoutFormula(value);
  return value instanceof Date ? dateText(value) : String(value);
}

/** A workbook has no time zone: what is read as UTC is what stands in the cell. */
function dateText(date: Date): string {
  // Times are fractions of a day, which hit no second exactly.
  const seconds = Math.round(date.getTime() / 1000);
  const [day = '', time = ''] = new Date(seconds * 1000).toISOString().slice(0, 19).split('T');
  if (seconds % SECONDS_OF_DAY === 0) return day;
  return seconds - DAY_ZERO < SECONDS_OF_DAY ? time : `${day} ${time}`;
}
