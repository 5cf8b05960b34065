import { queryOf, searchPartOf } from '../base/addresses/query.ts';

/** What names the record in the address of its list. No list is filtered by it. */
export const RECORD_PARAM = 'record';

const NUMBER = /^[1-9]\d{0,14}$/u;

/** What names the record whose requests an address opens over its list; no field has a name with a dot, so it filters nothing. */
const REQUESTS_PARAM = 'record.requests';

const numberIn = (search: string, param: string): number | null => {
  const asked = new URLSearchParams(search).get(param) ?? '';
  return NUMBER.test(asked) ? Number(asked) : null;
};

/** The record that an address opens over its list; null for the list alone. */
export const recordIn = (search: string): number | null => numberIn(search, RECORD_PARAM);

/** The record whose requests an address opens over its list; null for the list alone. */
export const requestsIn = (search: string): number | null => numberIn(search, REQUESTS_PARAM);

/** The address of the same list with a record's requests over it, or with none. */
export function withRequestsIn(search: string, record: number | null): string {
  const { [REQUESTS_PARAM]: _before, ...list } = queryOf(search);
  return searchPartOf({ ...list, ...(record !== null && { [REQUESTS_PARAM]: String(record) }) });
}

/** The address of the same list with a record over it, or with none. */
export function withRecordIn(search: string, record: number | null): string {
  const { [RECORD_PARAM]: _before, ...list } = queryOf(search);
  return searchPartOf({ ...list, ...(record !== null && { [RECORD_PARAM]: String(record) }) });
}
