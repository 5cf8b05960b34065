import type { Field } from '#domain/fields/field';
import { plainNumber } from '#domain/base/plain-number';
import type { Storage } from '#domain/fields/kinds/base/kind';
import { describedKind } from '#domain/fields/kinds/registry';
import { withinBounds } from '#domain/table/collection-address';
import type { Resource } from '#domain/table/resource';
import { searchOf, type SearchCondition, type SearchGroups } from '#domain/table/resource-query';
import { NO_VALUE, searchOperatorOf, valueFormOf } from '#domain/table/search-operators';
import type { DraftCondition, DraftGroup } from '#machines/table/search-draft.logic';

/** An open side of a time range; servers of the older dialect skip a range that lacks one. */
export const EARLIEST = '1970-01-01 00:00:00';
export const LATEST = '2099-12-31 23:59:59';

export const isTimeField = (field: Field): boolean => describedKind(field).storage === 'seconds';

/** Times of any kind, which begin and end instead of having a smallest and a largest. */
export const isTimeLike = (field: Field): boolean => ['seconds', 'date', 'timeOfDay'].includes(describedKind(field).storage);

/** Digits behind the point that may be searched for. */
const DECIMALS: Partial<Record<Storage, number>> = { integer: 0, cents: 2, decimal: 6 };

/** The same of a field; null where it is no number. */
export const decimalsOf = (field: Field): number | null => DECIMALS[describedKind(field).storage] ?? null;

/** A number as it is sent, which has no sign but its own; all else as it was typed. */
function plainValue(field: Field, typed: string): string {
  const decimals = decimalsOf(field);
  return decimals === null ? typed : (plainNumber(typed, decimals) ?? typed);
}

/** The fields that have an input in the search panel. */
export const searchFields = (resource: Resource): readonly (readonly [string, Field])[] =>
  Object.entries(resource.fields).filter(([, field]) => field.search !== undefined);

/** What a field is asked by before somebody chooses otherwise. */
export const plainCondition = (resource: Resource, key: string): DraftCondition => ({
  field: key,
  operator: searchOperatorOf(resource.fields[key] ?? { kind: 'id' }),
});

/** What the panel begins with: every field, and in further groups what they ask for. */
export function conditionsDraft(resource: Resource, [first = [], ...rest]: SearchGroups): readonly (readonly DraftCondition[])[] {
  const all = searchFields(resource).map(([key]) => first.find(({ field }) => field === key) ?? plainCondition(resource, key));
  return [all, ...rest].map((group) => group.map(({ field, operator }) => ({ field, operator })));
}

/** Name of a condition's box in the panel's form. */
export const boxName = (group: number, key: string): string => (group === 0 ? key : `${group}.${key}`);
export const fromName = (name: string): string => `${name}.from`;
export const toName = (name: string): string => `${name}.to`;

/** Both sides of a range condition; an open side is ''. */
export function rangeOf(value: string): readonly [string, string] {
  const [from = '', to = ''] = value.split(',');
  return [from === EARLIEST ? '' : from, to === LATEST ? '' : to];
}

const severalIn = (text: string): string =>
  text
    .split(/[,，、]/u)
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .join(',');

function valueOf(field: Field, { operator }: DraftCondition, name: string, read: (name: string) => string): string {
  const form = valueFormOf(operator);
  switch (form) {
    case 'none':
      return NO_VALUE;
    case 'several':
      return withinBounds(operator, severalIn(read(name)));
    case 'bounds': {
      const [from = '', to = ''] = [fromName(name), toName(name)].map((side) => plainValue(field, read(side)));
      if (from === '' && to === '') return '';
      return isTimeField(field) ? `${from || EARLIEST},${to || LATEST}` : `${from},${to}`;
    }
    case 'one':
    case 'period':
      return withinBounds(operator, plainValue(field, read(name)));
    default:
      return form satisfies never;
  }
}

/** What the panel's inputs ask for; an empty input asks for nothing. Source: wire protocol §9.3. */
export function conditionsFrom(
  resource: Resource,
  groups: readonly DraftGroup[],
  read: (name: string) => string,
): ReturnType<typeof searchOf> {
  return searchOf(
    groups.map(({ key, conditions }) =>
      conditions.flatMap((condition): SearchCondition[] => {
        const field = resource.fields[condition.field];
        if (!field) return [];
        const value = valueOf(field, condition, boxName(key, condition.field), (name) => read(name).trim());
        if (value === '') return [];
        return [{ ...condition, value, ...(isTimeField(field) && { render: 'datetime' as const }) }];
      }),
    ),
  );
}
