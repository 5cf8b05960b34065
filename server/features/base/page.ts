import { DEFAULT_PAGE_ROWS } from '../../base/limits.ts';

const MAX_PAGE_ROWS = 100;

/** The number in a query, within its bounds; anything else is the usual one. */
function within(sent: string | number | undefined, least: number, most: number, usual: number): number {
  const number = Number(sent ?? usual);
  return Number.isInteger(number) && number >= least ? Math.min(number, most) : usual;
}

/** Which rows are asked for; what is no page is the first one, and what is no number of rows the usual one. @param mostPages the last page that can be asked for */
export function pageOf(
  sent: { readonly page?: string | number | undefined; readonly limit?: string | number | undefined },
  mostPages: number,
): { readonly limit: number; readonly offset: number } {
  const limit = within(sent.limit, 1, MAX_PAGE_ROWS, DEFAULT_PAGE_ROWS);
  return { limit, offset: (within(sent.page, 1, mostPages, 1) - 1) * limit };
}
