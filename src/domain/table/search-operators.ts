import { isInForm, isServerOwned, type Field } from '../fields/field.ts';
import type { Storage } from '../fields/kinds/base/kind.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import type { SearchOperator } from './resource-query.ts';

/** What is asked for beside the operator: one value, two bounds, several values, a period, or nothing. */
export type ValueForm = 'one' | 'bounds' | 'several' | 'period' | 'none';

const OPERATOR_OF_INPUT = { text: 'LIKE', equal: 'eq', select: 'eq', range: 'RANGE' } as const;

/** The operator that a field is searched with unless somebody chooses another. */
export const searchOperatorOf = (field: Field): SearchOperator =>
  describedKind(field).search === 'items' ? 'FIND_IN_SET' : OPERATOR_OF_INPUT[field.search ?? 'equal'];

const OF_TEXTS: readonly SearchOperator[] = ['LIKE', 'NOT LIKE', 'eq', 'ne', 'BEGINS'];
const OF_NUMBERS: readonly SearchOperator[] = ['RANGE', 'eq', 'ne', 'gt', 'egt', 'lt', 'elt'];
const OF_CHOICES: readonly SearchOperator[] = ['eq', 'ne', 'IN', 'NOT IN'];

const FITTING: Readonly<Record<Storage, readonly SearchOperator[]>> = {
  text: OF_TEXTS,
  pairs: ['LIKE', 'NOT LIKE'],
  ids: ['FIND_IN_SET', 'NOT FIND_IN_SET'],
  list: ['FIND_IN_SET', 'NOT FIND_IN_SET'],
  integer: [...OF_NUMBERS, 'IN'],
  decimal: OF_NUMBERS,
  cents: OF_NUMBERS,
  seconds: ['RANGE', 'DURING', 'gt', 'lt'],
  date: ['RANGE', 'DURING', 'eq', 'ne', 'gt', 'lt'],
  timeOfDay: ['RANGE', 'eq', 'ne', 'gt', 'lt'],
  record: ['eq', 'ne'],
  parent: ['eq', 'ne'],
  switch: ['eq'],
  secret: [],
};

/** What forms leave empty, and times of what has not happened yet. */
const mayBeEmpty = (field: Field): boolean => {
  const { storage } = describedKind(field);
  const isLeft = isInForm(field) ? !field.required : storage === 'seconds' && !isServerOwned(field);
  return isLeft && !['switch', 'secret', 'parent'].includes(storage);
};

/** The operators that make sense of a field, that of its declaration first. */
export function operatorsOf(field: Field): readonly SearchOperator[] {
  const { storage } = describedKind(field);
  // A text that is declared to be searched as a whole is a code or a name: it has few values, or an index that knows whole ones only.
  const isWhole = storage === 'text' && ('options' in field || field.search === 'equal');
  const fitting = isWhole ? OF_CHOICES : FITTING[storage];
  const empty: readonly SearchOperator[] = mayBeEmpty(field) ? ['EMPTY', 'NOT EMPTY'] : [];
  return [...new Set([searchOperatorOf(field), ...fitting, ...empty])];
}

const FORMS: Partial<Record<SearchOperator, ValueForm>> = {
  RANGE: 'bounds',
  'NOT RANGE': 'bounds',
  IN: 'several',
  'NOT IN': 'several',
  DURING: 'period',
  EMPTY: 'none',
  'NOT EMPTY': 'none',
  NULL: 'none',
  'NOT NULL': 'none',
};

export const valueFormOf = (operator: SearchOperator): ValueForm => FORMS[operator] ?? 'one';

/** What stands for the value where there is none to compare with. Source: wire protocol §4.2. */
export const NO_VALUE = 'true';
