import { settingLines } from './setting-lines.ts';

const MAX_SHEETS = 8;

/** Browsers trust their own machine without encryption. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));

/** `//at.alicdn.com/t/font.css` → with https; null for what is no address of a sheet that may be loaded. */
export function sheetAddress(line: string): string | null {
  const url = URL.parse(line.startsWith('//') ? `https:${line}` : line);
  return url !== null && isSafe(url) && url.username === '' && url.password === '' ? url.href : null;
}

/** The first line that is no address; null when all are, and they are not too many. */
export const wrongSheetLine = (text: string): string | null =>
  settingLines(text).find((line, index) => sheetAddress(line) === null || index >= MAX_SHEETS) ?? null;

/** Addresses of outside style sheets, one a line, each once. Source: specification §1, "Icon fonts and other styles". */
export const sheetsIn = (text: string): readonly string[] => [
  ...new Set(settingLines(text).flatMap((line) => sheetAddress(line) ?? [])).values().take(MAX_SHEETS),
];

/** The hosts they come from, as a content policy names them. */
export const sheetOrigins = (sheets: readonly string[]): readonly string[] => [...new Set(sheets.map((sheet) => new URL(sheet).origin))];
