import type { AnyRecord } from '../fields/field.ts';
import type { Issue } from '../base/issue.ts';
import type { Condition, CountCondition, FieldCondition, Leaf, Life, RelatedCondition } from './life.ts';

/** What a condition is evaluated by: read in the write's own transaction, so that it is as true as the write. */
export interface Facts {
  /** The record as it will be, by field key. */
  readonly values: AnyRecord;
  readonly nowSeconds: number;
  /** Null where a time is up and nobody has sent anything. */
  readonly caller: { readonly id: number; readonly groups: readonly number[]; readonly isOwner: boolean } | null;
  /** Who sent each event last, by its name. */
  readonly senders: Readonly<Record<string, number>>;
  /** Since when the record is in its state. */
  readonly sinceSeconds: number;
  /** Records that fields of the record name, by the key of the field; null where there is none, or the caller may not use it. */
  readonly related?: Readonly<Record<string, AnyRecord | null>>;
  /** How many records name it, by section and field. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The site's clock: whole hour, and day of the week from 1 for Monday. */
  readonly clock: { readonly hour: number; readonly weekday: number };
}

/** What does not hold, and at which field it is said; null where it is of none. */
export interface Unmet {
  readonly field: string | null;
  readonly issue: Issue;
}

const OPPOSITE = {
  eq: 'ne', ne: 'eq', gt: 'elt', elt: 'gt', lt: 'egt', egt: 'lt', in: 'notIn', notIn: 'in', filled: 'empty', empty: 'filled',
} as const; // prettier-ignore

export const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * The parts of a condition that do not hold, each once; none where it holds. Of several of which any would do, all are named.
 * @throws where a name means no condition: a life is checked before it runs
 */
export function unmet(life: Pick<Life, 'conditions'>, condition: Condition, facts: Facts, isNegated = false): readonly Unmet[] {
  return unmetOnce({ life, facts, known: new Map() }, condition, isNegated);
}

interface Evaluation {
  readonly life: Pick<Life, 'conditions'>;
  readonly facts: Facts;
  /** What was found of named conditions: what is named a thousand times is evaluated once, and its opposite once. */
  readonly known: Map<string, readonly Unmet[]>;
}

function unmetOnce(evaluation: Evaluation, condition: Condition, isNegated: boolean): readonly Unmet[] {
  if ('name' in condition) return unmetNamed(evaluation, condition.name, isNegated);
  if ('not' in condition) return unmetOnce(evaluation, condition.not, !isNegated);
  if ('all' in condition || 'any' in condition) {
    const isAll = 'all' in condition;
    const parts = new Set((isAll ? condition.all : condition.any).map((part) => unmetOnce(evaluation, part, isNegated)));
    // Not all of them is any of their opposites.
    return isAll !== isNegated || [...parts].every((part) => part.length > 0) ? [...new Set([...parts].flat())] : [];
  }
  const found = unmetLeaf(condition, evaluation.facts, isNegated);
  return found ? [found] : [];
}

function unmetNamed(evaluation: Evaluation, name: string, isNegated: boolean): readonly Unmet[] {
  const key = isNegated ? `not ${name}` : name;
  const known = evaluation.known.get(key) ?? unmetOnce(evaluation, conditionOf(evaluation.life, name), isNegated);
  evaluation.known.set(key, known);
  return known;
}

function conditionOf({ conditions }: Pick<Life, 'conditions'>, name: string): Condition {
  const condition = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
  if (!condition) throw new Error(`There is no condition ${name}`);
  return condition;
}

/** Whether a condition of a life holds, by its name. */
export const isMet = (life: Pick<Life, 'conditions'>, name: string, facts: Facts): boolean => unmet(life, { name }, facts).length === 0;

function unmetLeaf(leaf: Leaf, facts: Facts, isNegated: boolean): Unmet | null {
  if ('field' in leaf) return unmetField(leaf, facts, isNegated);
  if ('of' in leaf) return unmetRelated(leaf, facts, isNegated);
  if ('referring' in leaf) return unmetCount(leaf, facts, isNegated);
  const [holds, key] = evaluated(leaf, facts);
  return holds === isNegated ? { field: null, issue: { key: `refusals.life.${isNegated ? 'not' : ''}${key}` } } : null;
}

function evaluated(
  leaf: Exclude<Leaf, FieldCondition | RelatedCondition | CountCondition>,
  { caller, senders, sinceSeconds, nowSeconds, clock }: Facts,
): [boolean, string] {
  if ('caller' in leaf) return [caller?.isOwner ?? false, 'Owner'];
  if ('inGroup' in leaf) return [caller?.groups.includes(leaf.inGroup) ?? false, 'InGroup'];
  if ('notWhoSent' in leaf) {
    const sender = Object.hasOwn(senders, leaf.notWhoSent) ? senders[leaf.notWhoSent] : undefined;
    return [caller === null || sender !== caller.id, 'OtherPerson'];
  }
  if ('inStateSeconds' in leaf) return [nowSeconds - sinceSeconds >= leaf.inStateSeconds, 'LongEnough'];
  const [from, until] = leaf.hours;
  const isInHours = from <= until ? clock.hour >= from && clock.hour < until : clock.hour >= from || clock.hour < until;
  return [isInHours && (leaf.weekdays?.includes(clock.weekday) ?? true), 'OpenHours'];
}

function unmetField(leaf: FieldCondition, { values, nowSeconds }: Facts, isNegated: boolean): Unmet | null {
  const is = isNegated ? OPPOSITE[leaf.is] : leaf.is;
  const value = values[leaf.field];
  const found = (params?: Issue['params']): Unmet => ({
    field: leaf.field,
    issue: leaf.says !== undefined && !isNegated ? { key: leaf.says } : { key: `refusals.life.${is}`, ...(params && { params }) },
  });
  if (is === 'filled' || is === 'empty') return isEmptyValue(value) === (is === 'empty') ? null : found();
  if ('values' in leaf)
    return leaf.values.some((one) => one === value) === (is === 'in') ? null : found({ values: leaf.values.join(', ') });
  if ('is' in leaf && 'value' in leaf) return isCompared(is, value, leaf.value) ? null : found({ value: String(leaf.value) });
  if ('other' in leaf) return isCompared(is, value, values[leaf.other]) ? null : found({ value: shown(values[leaf.other]) });
  if (!('nowSeconds' in leaf)) return null;
  return isCompared(is, value, nowSeconds + leaf.nowSeconds) ? null : { ...found(), issue: { key: `refusals.life.${is}Now` } };
}

/** Where the other record is none, or has no such field, nothing of it holds. What it has is not told. */
function unmetRelated(leaf: RelatedCondition, { related = {} }: Facts, isNegated: boolean): Unmet | null {
  const is = isNegated ? OPPOSITE[leaf.is] : leaf.is;
  const record = Object.hasOwn(related, leaf.of) ? related[leaf.of] : null;
  const found = { field: leaf.of, issue: { key: leaf.says !== undefined && !isNegated ? leaf.says : 'refusals.life.related' } };
  if (!record || !Object.hasOwn(record, leaf.its)) return found;
  const value = record[leaf.its];
  if (is === 'filled' || is === 'empty') return isEmptyValue(value) === (is === 'empty') ? null : found;
  if ('values' in leaf) return leaf.values.some((one) => one === value) === (is === 'in') ? null : found;
  return 'value' in leaf && isCompared(is, value, leaf.value) ? null : found;
}

/** By what the facts know how many records of a section name the record. */
export const countKey = ({ referring, by }: Pick<CountCondition, 'referring' | 'by'>): string => `${referring}.${by}`;

function unmetCount(leaf: CountCondition, { counts = {} }: Facts, isNegated: boolean): Unmet | null {
  const is = isNegated ? OPPOSITE[leaf.is] : leaf.is;
  const count = counts[countKey(leaf)];
  if (count !== undefined && isCompared(is, count, leaf.value)) return null;
  const says = leaf.says !== undefined && !isNegated;
  return { field: null, issue: says ? { key: leaf.says ?? '' } : { key: `refusals.life.count.${is}`, params: { count: leaf.value } } };
}

const shown = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** What is empty is neither above nor below anything, so that of two opposites at most one holds. */
function isCompared(is: string, left: unknown, right: unknown): boolean {
  if (is === 'eq') return left === right;
  if (is === 'ne') return left !== right;
  if (isEmptyValue(left) || isEmptyValue(right) || typeof left !== typeof right) return false;
  const [a, b] = [left as number, right as number];
  return is === 'gt' ? a > b : is === 'egt' ? a >= b : is === 'lt' ? a < b : a <= b;
}
