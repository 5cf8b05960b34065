import { areaTextKey, relationKey, type Field } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';
import type { SearchCondition } from '#domain/table/resource-query';
import { searchOperatorOf, valueFormOf } from '#domain/table/search-operators';
import { isPeriod } from '#domain/table/period';
import type { ListRow } from '#domain/table/row';
import { pageLanguage, t } from '../../base/i18n.ts';
import { joinedTitle } from '../cells/joined-title.ts';
import { optionLabel } from '../resource-texts.ts';
import { operatorText } from './operator-text.ts';
import { isTimeLike, rangeOf } from './search-conditions.ts';

/** A condition's value as people say it. A record that is searched for is named by a row that has it. */
export function conditionText(resource: Resource, condition: SearchCondition, rows: readonly ListRow[]): string {
  const { field: key, operator } = condition;
  const field = resource.fields[key];
  if (!field) return condition.value;
  const value = valueText(resource, field, condition, rows);
  // What a search says unless it is told otherwise needs no words; a range has its own.
  if (operator === searchOperatorOf(field) || operator === 'RANGE' || operator === 'DURING') return value;
  if (valueFormOf(operator) === 'none') return operatorText(field, operator);
  return t('search.condition', { operator: operatorText(field, operator), value });
}

function valueText(resource: Resource, field: Field, { field: key, operator, value }: SearchCondition, rows: readonly ListRow[]): string {
  if (operator === 'DURING') return isPeriod(value) ? t(`search.periods.${value}`) : value;
  if (valueFormOf(operator) === 'several') {
    const items = value.split(',').map((item) => valueText(resource, field, { field: key, operator: 'eq', value: item }, rows));
    return new Intl.ListFormat(pageLanguage(), { type: 'disjunction', style: 'short' }).format(items);
  }
  if (valueFormOf(operator) === 'bounds') {
    const [from, to] = rangeOf(value);
    if (from !== '' && to !== '') return t('resources.kit.search.range', { from, to });
    if (to === '') return t(isTimeLike(field) ? 'resources.kit.search.since' : 'resources.kit.search.atLeast', { from });
    return t(isTimeLike(field) ? 'resources.kit.search.until' : 'resources.kit.search.atMost', { to });
  }
  if ('options' in field) return optionLabel(resource, key, value);
  const { beside, storage } = describedKind(field);
  if (storage === 'switch') return value === '1' ? t('resources.kit.search.on') : t('resources.kit.search.off');
  if (beside === 'record') {
    const row = rows.find((one) => String(one[key]) === value);
    return joinedTitle(row?.[relationKey(key)], field) ?? `#${value}`;
  }
  if (beside === 'areas') return areaName(key, value, rows) ?? `#${value}`;
  return value;
}

/** The name of an area, from a row that lies in it. */
function areaName(key: string, value: string, rows: readonly ListRow[]): string | undefined {
  const idsOf = (row: ListRow): readonly unknown[] => (Array.isArray(row[key]) ? row[key] : []);
  const row = rows.find((one) => idsOf(one).includes(value));
  const names = row?.[areaTextKey(key)];
  return row && typeof names === 'string' ? names.split(',')[idsOf(row).indexOf(value)] : undefined;
}
