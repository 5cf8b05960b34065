import { groupedDigits } from '../base/grouped-digits.ts';

/** What costs are counted in: this many make a cent. */
export const COST_IN_A_CENT = 1_000_000;
const MOST_DECIMALS = 4;

/**
 * A cost in the currency of the site, with as many decimals as it needs to be seen, four at most: `0.0021`; what is less than that is
 * `<0.0001`, and nothing is `0.00`.
 * @param cost millionths of a cent
 */
export function costText(cost: number): string {
  const amount = cost / COST_IN_A_CENT / 100;
  if (cost > 0 && amount < 10 ** -MOST_DECIMALS) return `<${(10 ** -MOST_DECIMALS).toFixed(MOST_DECIMALS)}`;
  const [whole = '0', decimals = ''] = amount.toFixed(amount < 1 ? MOST_DECIMALS : 2).split('.');
  return `${groupedDigits(whole)}.${decimals.replace(/0+$/u, '').padEnd(2, '0')}`;
}
