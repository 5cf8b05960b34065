import { isMeant, isPosted, type Field, type Fields } from './field.ts';
import { TEXT_LIMIT } from './kinds/base/text-limits.ts';
import { describedKind } from './kinds/registry.ts';
import { isFileAddress } from '../base/addresses/picture-address.ts';
import type { Issue, Issues } from '../base/issue.ts';
import * as rules from '../base/validation.ts';

const COUNT_LIMIT = 50;
/** Whole numbers that every part of the stack keeps exactly (PostgreSQL `integer`). */
const INTEGER_LIMIT = 2_147_483_647;

const issue = (key: string, params?: Issue['params']): Issue => ({ key: `validation.${key}`, ...(params && { params }) });

/** The limit a text field has: its own, or the kind's. In code points. */
export const maxLengthOf = (field: Field): number =>
  ('maxLength' in field ? field.maxLength : undefined) ?? describedKind(field).maxLength ?? TEXT_LIMIT;

/** How many items a list may have. */
export const maxCountOf = (field: Field): number =>
  ('maxCount' in field ? field.maxCount : undefined) ??
  describedKind(field).maxCount ??
  Math.max(COUNT_LIMIT, 'options' in field ? field.options.length : 0);

/** What a value is told that cannot even be read as one of its kind. */
export const wrongForm = (field: Field): Issue => issue(describedKind(field).wrongForm ?? 'type');

/** What was typed into a number's box and is none of its kind; an amount has no text of its own. */
function isNoNumber(field: Field, value: string): boolean {
  const { shape, storage, hasDecimals = false } = describedKind(field);
  if (shape !== 'number') return false;
  return storage === 'cents' || !rules.isFloatText(value.trim()) || (!hasDecimals && value.includes('.'));
}

function checkText(field: Field, value: string): Issue | null {
  const { matches } = describedKind(field);
  if (isNoNumber(field, value)) return wrongForm(field);
  if (matches && !matches(value)) return issue(field.kind);
  const maxLength = maxLengthOf(field);
  return rules.lengthInCodePoints(value) > maxLength ? issue('maxLength', { max: maxLength }) : null;
}

function checkNumber(field: Field, value: number): Issue | null {
  if (!Number.isFinite(value)) return wrongForm(field);
  const { hasDecimals = false, unit = 1, range = [-INTEGER_LIMIT, INTEGER_LIMIT] } = describedKind(field);
  if (!hasDecimals && !Number.isInteger(value)) return issue('integer');
  const [lowest, highest] = range;
  const min = ('min' in field ? field.min : undefined) ?? lowest;
  const max = ('max' in field ? field.max : undefined) ?? highest;
  if (value < min) return issue('min', { min: min / unit });
  return value > max ? issue('max', { max: max / unit }) : null;
}

const isPair = (item: unknown): item is { readonly key: unknown; readonly value: unknown } =>
  typeof item === 'object' && item !== null && 'key' in item && 'value' in item;

function checkList(field: Field, value: readonly unknown[]): Issue | null {
  const maxCount = maxCountOf(field);
  if (value.length > maxCount) return issue('maxCount', { max: maxCount });
  const texts = value.flatMap((item) => (isPair(item) ? [item.key, item.value] : [item]));
  const isTooLong = texts.some((item) => typeof item === 'string' && rules.lengthInCodePoints(item) > TEXT_LIMIT);
  return isTooLong ? issue('maxLength', { max: TEXT_LIMIT }) : null;
}

const isNothing = (field: Field, value: unknown): boolean =>
  rules.isBlank(value) || (typeof value === 'string' && describedKind(field).isNothing?.(value) === true);

const isUnseen = (item: unknown): boolean =>
  isPair(item) ? isUnseen(item.key) && isUnseen(item.value) : typeof item === 'string' && rules.isInvisible(item);

/** What may stand in a field without being anything that a reader could see. */
const isSeen = (value: unknown): boolean => !(Array.isArray(value) ? value.every(isUnseen) : isUnseen(value));

/**
 * Checks one value against its field: required first, then the kind's rule, then limits.
 * @param value the value inside the application (numbers are numbers, money is cents); null counts as empty
 * @returns the first issue, or null
 */
export function checkField(field: Field, value: unknown): Issue | null {
  if (isNothing(field, value)) return field.required ? issue(describedKind(field).requiredIssue ?? 'required') : null;
  if (field.required && !isSeen(value)) return issue('required');
  if ('options' in field) {
    const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
    return chosen.every((item) => typeof item === 'string' && field.options.includes(item)) ? null : issue('option');
  }
  if (typeof value === 'number') return checkNumber(field, value);
  const found = typeof value === 'string' ? checkText(field, value) : Array.isArray(value) ? checkList(field, value) : null;
  const { files = 'inside' } = describedKind(field);
  return found ?? (files === 'inside' || [value].flat().every(isFileAddress) ? null : issue('url'));
}

/** Issues of all fields of a write that `values` has an entry for; with `whole`, absent fields are checked as empty. */
export function checkFields(fields: Fields, values: Readonly<Record<string, unknown>>, whole: boolean): Issues {
  const issues: Record<string, Issue> = {};
  for (const [key, field] of Object.entries(fields)) {
    if (!isPosted(field) || !(whole || Object.hasOwn(values, key)) || (whole && !isMeant(field, values))) continue;
    const found = checkField(field, values[key]);
    if (found) issues[key] = found;
  }
  return issues;
}
