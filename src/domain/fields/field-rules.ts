import type { Field, Fields } from './field.ts';
import { isInForm, isMeant } from './field.ts';
import type { Issue, Issues } from '../base/issue.ts';
import * as rules from '../base/validation.ts';

/** Code points of a line of text, and of an item of a list. */
export const TEXT_LIMIT = 255;
const LONG_TEXT_LIMIT = 65_535;
const COUNT_LIMIT = 50;
const RULE_LIMIT = 5000;
/** Whole numbers that every part of the stack keeps exactly (PostgreSQL `integer`). */
const INTEGER_LIMIT = 2_147_483_647;
/** Last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;
const RANGE_OF_KIND: Partial<Record<Field['kind'], readonly [number, number]>> = { year: [1, 9999], dateTime: [0, LAST_SECOND] };

const issue = (key: string, params?: Issue['params']): Issue => ({ key: `validation.${key}`, ...(params && { params }) });

/** The limit a text field has: its own, or the kind's. In code points. */
export const maxLengthOf = (field: Field): number =>
  ('maxLength' in field ? field.maxLength : undefined) ??
  (field.kind === 'textarea' || field.kind === 'richText' ? LONG_TEXT_LIMIT : TEXT_LIMIT);

/** How many items a list may have. */
export const maxCountOf = (field: Field): number =>
  ('maxCount' in field ? field.maxCount : undefined) ??
  (field.kind === 'ruleTree' ? RULE_LIMIT : Math.max(COUNT_LIMIT, 'options' in field ? field.options.length : 0));

const TEXT_RULES: Partial<Record<Field['kind'], (text: string) => boolean>> = {
  mobile: rules.isMobile,
  idNumber: rules.isIdNumber,
  account: rules.isAccount,
  password: rules.isPassword,
  variableName: rules.isVariableName,
  email: rules.isEmail,
  date: rules.isCalendarDate,
  time: rules.isTimeOfDay,
  localDateTime: rules.isLocalDateTime,
  color: rules.isColor,
};

function checkText(field: Field, value: string): Issue | null {
  const rule = TEXT_RULES[field.kind];
  if (rule && !rule(field.kind === 'mobile' ? value.trim() : value)) return issue(field.kind);
  const maxLength = maxLengthOf(field);
  return rules.lengthInCodePoints(value) > maxLength ? issue('maxLength', { max: maxLength }) : null;
}

const FORM_OF_KIND: Partial<Record<Field['kind'], string>> = {
  number: 'number',
  money: 'number',
  float: 'float',
  integer: 'integer',
  year: 'integer',
};

/** What a value is told that cannot even be read as one of its kind. */
export const wrongForm = ({ kind }: Field): Issue => issue(FORM_OF_KIND[kind] ?? 'type');

function checkNumber(field: Field, value: number): Issue | null {
  if (!Number.isFinite(value)) return wrongForm(field);
  if (field.kind !== 'float' && field.kind !== 'number' && !Number.isInteger(value)) return issue('integer');
  const divisor = field.kind === 'money' ? 100 : 1;
  const [lowest, highest] = RANGE_OF_KIND[field.kind] ?? [-INTEGER_LIMIT, INTEGER_LIMIT];
  const min = ('min' in field ? field.min : undefined) ?? lowest;
  const max = ('max' in field ? field.max : undefined) ?? highest;
  if (value < min) return issue('min', { min: min / divisor });
  return value > max ? issue('max', { max: max / divisor }) : null;
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

const isNothing = ({ kind }: Field, value: unknown): boolean =>
  rules.isBlank(value) || (kind === 'richText' && typeof value === 'string' && rules.isEmptyRichText(value));

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
  if (isNothing(field, value)) return field.required ? issue(field.kind === 'richText' ? 'editorRequired' : 'required') : null;
  if (field.required && !isSeen(value)) return issue('required');
  if ('options' in field) {
    const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
    return chosen.every((item) => typeof item === 'string' && field.options.includes(item)) ? null : issue('option');
  }
  if (typeof value === 'string') return checkText(field, value);
  if (typeof value === 'number') return checkNumber(field, value);
  return Array.isArray(value) ? checkList(field, value) : null;
}

/** Issues of all form fields that `values` has an entry for; with `whole`, absent fields are checked as empty. */
export function checkFields(fields: Fields, values: Readonly<Record<string, unknown>>, whole: boolean): Issues {
  const issues: Record<string, Issue> = {};
  for (const [key, field] of Object.entries(fields)) {
    if (!isInForm(field) || !(whole || Object.hasOwn(values, key)) || (whole && !isMeant(field, values))) continue;
    const found = checkField(field, values[key]);
    if (found) issues[key] = found;
  }
  return issues;
}
