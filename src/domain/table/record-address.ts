import { queryOf, searchOf } from '../base/addresses/query.ts';

/** What names the record in the address of its list. No list is filtered by it. */
export const RECORD_PARAM = 'record';

const NUMBER = /^[1-9]\d{0,14}$/u;

/** The record that an address opens over its list; null for the list alone. */
export function recordIn(search: string): number | null {
  const asked = new URLSearchParams(search).get(RECORD_PARAM) ?? '';
  return NUMBER.test(asked) ? Number(asked) : null;
}

/** The address of the same list with a record over it, or with none. */
export function withRecordIn(search: string, record: number | null): string {
  const { [RECORD_PARAM]: _before, ...list } = queryOf(search);
  return searchOf({ ...list, ...(record !== null && { [RECORD_PARAM]: String(record) }) });
}
