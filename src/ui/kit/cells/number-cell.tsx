import { fileSizeInWords } from '#domain/base/file-size';
import { groupedDigits } from '#domain/base/grouped-digits';
import { textFromCents } from '#domain/base/money';
import type { CellProps, CellRender } from './cell.ts';
import { emptyCell } from './empty-cell.tsx';
import classes from './cells.module.css';

/** With the sign that amounts have everywhere, which is as wide as a digit; a currency's stands between it and the digits. */
export const readableAmount = (digits: string, currencySign = ''): string => {
  const grouped = groupedDigits(digits);
  return grouped.startsWith('-') ? `−${currencySign}${grouped.slice(1)}` : currencySign + grouped;
};

const digits = (text: string | number, { isInNumberCell }: CellProps) =>
  isInNumberCell ? text : <span className={classes.number}>{text}</span>;

export function numberCell(props: CellProps) {
  const value = props.record[props.fieldKey];
  if (typeof value !== 'number') return emptyCell();
  // The unit stands in the field's name.
  const size = props.fieldKey.endsWith('Bytes') ? fileSizeInWords(value) : null;
  return digits(size ?? readableAmount(String(value)), props);
}

/** Ids, years and weights are names more than amounts: never grouped. */
export function plainNumberCell(props: CellProps) {
  const value = props.record[props.fieldKey];
  return typeof value === 'number' ? digits(value, props) : emptyCell();
}

/** What an entry of a ledger adds or takes: both have their sign. @param say the amount as a text */
function signed(props: CellProps, say: (amount: number) => string, currencySign?: string) {
  const value = props.record[props.fieldKey];
  return typeof value === 'number' ? digits(`${value > 0 ? '+' : ''}${readableAmount(say(value), currencySign)}`, props) : emptyCell();
}

export const signedNumberCell = (props: CellProps) => signed(props, String);
export const signedMoneyCell = (props: CellProps) => signed(props, textFromCents, props.currencySign);

/** Cents as two decimals. */
export function moneyCell(props: CellProps) {
  const value = props.record[props.fieldKey];
  return typeof value === 'number' ? digits(readableAmount(textFromCents(value), props.currencySign), props) : emptyCell();
}

/** Those whose place can look as a number does: a table has one element less in each of its rows. */
export const NUMBER_CELLS: ReadonlySet<CellRender> = new Set([numberCell, plainNumberCell, signedNumberCell, signedMoneyCell, moneyCell]);
