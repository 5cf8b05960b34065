import { queryOf, searchPartOf, type Query } from '../base/addresses/query.ts';
import { LEDGER_REASONS, type LedgerReason } from './ledger-reasons.ts';

/** What a list of the member's own entries shows; all of it stands in the address. */
export interface LedgerQuery {
  readonly page: number;
  readonly limit: number;
  /** Only what adds, or only what takes; '' for both. */
  readonly sign: '' | 'plus' | 'minus';
  /** Only what one kind of deed has booked; '' for all. */
  readonly reason: '' | LedgerReason;
  /** Days of the site's clock, `YYYY-MM-DD`, both included; '' for no bound. */
  readonly from: string;
  readonly to: string;
}

/** Source: wire protocol §2.10, "Stock page size in the member centre". */
export const LEDGER_LIMITS: readonly number[] = [10, 20, 50, 100];

/** A day that entries may be of; while a year is typed, its first digits are a year of the Romans. */
export const isLedgerDay = (day: string): boolean => /^(?:19|[2-9]\d)\d{2}-\d{2}-\d{2}$/u.test(day);

const textIn = (query: Query, key: string): string => {
  const value = query[key];
  return typeof value === 'string' ? value : '';
};

/** What an address asks for; what makes no sense is left at its default. */
export function ledgerQueryOf(search: string): LedgerQuery {
  const query = queryOf(search);
  const page = Number(textIn(query, 'page'));
  const limit = Number(textIn(query, 'limit'));
  const sign = textIn(query, 'sign');
  const day = (key: string) => (isLedgerDay(textIn(query, key)) ? textIn(query, key) : '');
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    limit: LEDGER_LIMITS.includes(limit) ? limit : 10,
    sign: sign === 'plus' || sign === 'minus' ? sign : '',
    reason: LEDGER_REASONS.find((reason) => reason === textIn(query, 'kind')) ?? '',
    from: day('from'),
    to: day('to'),
  };
}

/** The same page of all entries, for servers that pass over what else is asked for. */
export const unfiltered = ({ page, limit }: LedgerQuery): LedgerQuery => ({ page, limit, sign: '', reason: '', from: '', to: '' });

/** The shortest address that asks for this. */
export function ledgerSearch({ page, limit, sign, reason, from, to }: LedgerQuery): string {
  return searchPartOf({
    ...(page > 1 && { page: String(page) }),
    ...(limit !== 10 && { limit: String(limit) }),
    ...(sign && { sign }),
    ...(reason && { kind: reason }),
    ...(from && { from }),
    ...(to && { to }),
  });
}

/** How many pages there are; one at least. */
export const pageCount = (total: number, limit: number): number => Math.max(Math.ceil(total / limit), 1);
