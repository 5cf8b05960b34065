import { fileSizeText } from '#domain/base/file-size';
import { groupedDigits } from '#domain/base/grouped-digits';
import { textFromCents } from '#domain/base/money';
import type { CellProps } from './cell.ts';
import { emptyCell } from './empty-cell.tsx';
import classes from './cells.module.css';

/** With the sign that amounts have everywhere, which is as wide as a digit; a currency's stands between it and the digits. */
export const readableAmount = (digits: string, currencySign = ''): string => {
  const grouped = groupedDigits(digits);
  return grouped.startsWith('-') ? `−${currencySign}${grouped.slice(1)}` : currencySign + grouped;
};

export function numberCell({ record, fieldKey }: CellProps) {
  const value = record[fieldKey];
  if (typeof value !== 'number') return emptyCell();
  // The unit stands in the field's name.
  const size = fieldKey.endsWith('Bytes') ? fileSizeText(value) : null;
  return <span className={classes.number}>{size ?? readableAmount(String(value))}</span>;
}

/** Ids, years and weights are names more than amounts: never grouped. */
export function plainNumberCell({ record, fieldKey }: CellProps) {
  const value = record[fieldKey];
  if (typeof value !== 'number') return emptyCell();
  return <span className={classes.number}>{value}</span>;
}

/** What an entry of a ledger adds or takes: both have their sign. @param say the amount as a text */
const signed = (value: unknown, say: (amount: number) => string, currencySign?: string) =>
  typeof value === 'number' ? (
    <span className={classes.number}>
      {value > 0 && '+'}
      {readableAmount(say(value), currencySign)}
    </span>
  ) : (
    emptyCell()
  );

export const signedNumberCell = ({ record, fieldKey }: CellProps) => signed(record[fieldKey], String);
export const signedMoneyCell = ({ record, fieldKey, currencySign }: CellProps) => signed(record[fieldKey], textFromCents, currencySign);

/** Cents as two decimals. */
export function moneyCell({ record, fieldKey, currencySign }: CellProps) {
  const value = record[fieldKey];
  if (typeof value !== 'number') return emptyCell();
  return <span className={classes.number}>{readableAmount(textFromCents(value), currencySign)}</span>;
}
