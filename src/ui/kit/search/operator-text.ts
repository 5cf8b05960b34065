import type { Field } from '#domain/fields/field';
import type { SearchOperator } from '#domain/table/resource-query';
import { t } from '../../base/i18n.ts';
import { isTimeLike } from './search-conditions.ts';

const KEYS = {
  eq: 'is',
  ne: 'isNot',
  gt: 'above',
  egt: 'atLeast',
  lt: 'below',
  elt: 'atMost',
  LIKE: 'contains',
  'NOT LIKE': 'containsNot',
  BEGINS: 'begins',
  IN: 'isAny',
  'NOT IN': 'isNone',
  RANGE: 'between',
  'NOT RANGE': 'notBetween',
  DURING: 'during',
  FIND_IN_SET: 'has',
  'NOT FIND_IN_SET': 'hasNot',
  EMPTY: 'empty',
  'NOT EMPTY': 'notEmpty',
  NULL: 'empty',
  'NOT NULL': 'notEmpty',
} as const satisfies Record<SearchOperator, string>;

const OF_TIMES = { gt: 'after', lt: 'before' } as const;

/** An operator as people say it; of two times one is not greater but later. */
export function operatorText(field: Field, operator: SearchOperator): string {
  if (isTimeLike(field) && (operator === 'gt' || operator === 'lt')) return t(`search.operators.${OF_TIMES[operator]}`);
  return t(`search.operators.${KEYS[operator]}`);
}
