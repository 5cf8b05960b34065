import { searchOperatorOf } from '#domain/table/collection-address';
import type { Field } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';
import { MAX_SEARCH_LENGTH, type SearchCondition } from '#domain/table/resource-query';

/** An open side of a time range; servers of the older dialect skip a range that lacks one. */
export const EARLIEST = '1970-01-01 00:00:00';
export const LATEST = '2099-12-31 23:59:59';

export const isTimeField = (field: Field): boolean => describedKind(field).storage === 'seconds';

/** Times of any kind, which begin and end instead of having a smallest and a largest. */
export const isTimeLike = (field: Field): boolean => ['seconds', 'date', 'timeOfDay'].includes(describedKind(field).storage);

/** The fields that have an input in the search panel. */
export const searchFields = (resource: Resource): readonly (readonly [string, Field])[] =>
  Object.entries(resource.fields).filter(([, field]) => field.search !== undefined);

export const fromName = (key: string): string => `${key}.from`;
export const toName = (key: string): string => `${key}.to`;

/** Both sides of a range condition; an open side is ''. */
export function rangeOf(value: string): readonly [string, string] {
  const [from = '', to = ''] = value.split(',');
  return [from === EARLIEST ? '' : from, to === LATEST ? '' : to];
}

function valueOf(key: string, field: Field, read: (name: string) => string): string {
  if (field.search !== 'range') return read(key).slice(0, MAX_SEARCH_LENGTH);
  const [from, to] = [read(fromName(key)), read(toName(key))];
  if (from === '' && to === '') return '';
  return isTimeField(field) ? `${from || EARLIEST},${to || LATEST}` : `${from},${to}`;
}

/** What the panel's inputs ask for; an empty input asks for nothing. Source: wire protocol §9.3. */
export function conditionsFrom(resource: Resource, read: (name: string) => string): readonly SearchCondition[] {
  return searchFields(resource).flatMap(([key, field]) => {
    const value = valueOf(key, field, (name) => read(name).trim());
    if (value === '') return [];
    return [{ field: key, operator: searchOperatorOf(field), value, ...(isTimeField(field) && { render: 'datetime' as const }) }];
  });
}
