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
