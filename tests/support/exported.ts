import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';

/** The cells of a CSV file, without its mark. */
export const rowsOfCsv = (bytes: ArrayBuffer): string[][] =>
  Papa.parse<string[]>(new TextDecoder().decode(bytes), { skipEmptyLines: true }).data;

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#13;': '\r' };
const plain = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#13);/gu, (entity) => ENTITIES[entity] ?? entity).replaceAll('_x005F_', '_');

const indexOf = (place: string): number =>
  [...place.matchAll(/[A-Z]/gu)].reduce((index, [letter]) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The cells of a workbook's sheet as texts; a cell that is not written is empty. */
export function rowsOfXlsx(bytes: ArrayBuffer): string[][] {
  const sheet = strFromU8(unzipSync(new Uint8Array(bytes))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const rows = [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gsu)].map(([, cells = '']) => {
    const row: string[] = [];
    for (const [, place = '', text, number] of cells.matchAll(
      /<c r="([A-Z]+\d+)"[^>]*>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gsu,
    ))
      row[indexOf(place)] = number ?? plain(text ?? '');
    return row;
  });
  const width = rows[0]?.length ?? 0;
  return rows.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? ''));
}
