import Papa from 'papaparse';
import type { RefusedTask } from '#machines/table/import.vocabulary';
import type { Sheet } from './read-sheet.ts';

/**
 * The refused rows of a file as they stand in it, with why in a column of its own at the end: corrected there, the file can be imported by
 * itself, since that column is no field.
 */
export function refusedRows(
  { header, rows, lines }: Sheet,
  { refused, labels, reason }: Pick<RefusedTask, 'refused' | 'labels' | 'reason'>,
): Blob {
  const reasons = Map.groupBy(refused, ({ line }) => line);
  const width = Math.max(header.length, ...rows.map(({ length }) => length));
  const padded = (cells: readonly string[]): readonly string[] => [...cells, ...Array.from({ length: width - cells.length }, () => '')];
  const said = (line: number): string =>
    (reasons.get(line) ?? []).map(({ field, message }) => (field === null ? message : `${labels[field] ?? field}: ${message}`)).join(' ');
  const told = rows.flatMap((cells, index) => {
    const line = lines[index] ?? 0;
    return reasons.has(line) ? [[...padded(cells), said(line)]] : [];
  });
  const text = Papa.unparse([[...padded(header), reason], ...told], { newline: '\r\n' });
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' });
}
