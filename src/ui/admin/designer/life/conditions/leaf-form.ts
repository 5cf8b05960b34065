import { knownResources } from '#actors/base/resource-book';
import type { Field, Fields } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import { emptyLike } from '#domain/life/empty-like';
import type { CountCondition, FieldCondition, Leaf } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { secondsOf } from '../base/life-words.ts';

/** The plain form of a condition: what it asks of, how, and beside what. */

type Plain = string | number | boolean;

/** Fields that a condition can ask of; the state itself is asked by where the arrow begins. */
export const conditionFields = (fields: Fields, stateField: string | null): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) =>
    key === stateField || field.kind === 'id' || field.kind === 'version' || describedKind(field).storage === 'secret' ? [] : [key],
  );

export const firstLeaf = (fields: Fields, stateField: string): Leaf => ({
  field: conditionFields(fields, stateField)[0] ?? 'id',
  is: 'filled',
});

/** Fields that name one record of a section that is known here. */
export const relationsOf = (section: Resource, find: (name: string) => Resource | undefined): readonly string[] =>
  Object.entries(section.fields).flatMap(([key, field]) =>
    describedKind(field).storage === 'record' && 'of' in field && find(field.of) ? [key] : [],
  );

/** Sections and fields that name records of a section. */
export const referringTo = (section: Resource): readonly Pick<CountCondition, 'referring' | 'by'>[] =>
  [section, ...knownResources().filter(({ name }) => name !== section.name)].flatMap(({ name: referring, fields }) =>
    Object.entries(fields).flatMap(([by, field]) =>
      describedKind(field).storage === 'record' && 'of' in field && field.of === section.name ? [{ referring, by }] : [],
    ),
  );

/** How a field can be asked. Those from `past` on are beside the moment of asking. */
export type LeafWay =
  | 'filled' | 'empty' | 'on' | 'off' | 'eq' | 'ne' | 'gt' | 'egt' | 'lt' | 'elt' | 'in' | 'notIn'
  | 'past' | 'future' | 'pastFor' | 'recent' | 'soon' | 'farAhead'; // prettier-ignore

const BESIDE_NOW = ['past', 'future', 'pastFor', 'recent', 'soon', 'farAhead'] as const;
/** Ways that ask for a length of time. */
export const hasSpan = (way: LeafWay): boolean => way === 'pastFor' || way === 'recent' || way === 'soon' || way === 'farAhead';

/** @param isAlone of another record: beside neither the moment nor another field */
export function waysOf(field: Field, isAlone = false): readonly LeafWay[] {
  const like = emptyLike(field);
  const { storage, shape } = describedKind(field);
  if (typeof like === 'boolean') return ['on', 'off'];
  if (storage === 'seconds') return isAlone ? ['filled', 'empty'] : ['filled', 'empty', ...BESIDE_NOW, 'gt', 'lt'];
  if (Array.isArray(like) || shape === 'record' || storage === 'parent') return ['filled', 'empty'];
  if (typeof like === 'number') return ['filled', 'empty', 'eq', 'ne', 'gt', 'egt', 'lt', 'elt'];
  return 'options' in field ? ['filled', 'empty', 'eq', 'ne', 'in', 'notIn'] : ['filled', 'empty', 'eq', 'ne'];
}

/** Fields with values of the same sort, beside which a field can be asked. */
export const likeFields = (fields: Fields, key: string, stateField: string): readonly string[] => {
  const field = fields[key];
  if (!field || 'options' in field) return [];
  const { storage } = describedKind(field);
  return conditionFields(fields, stateField).filter((one) => {
    const other = fields[one];
    return one !== key && other !== undefined && !('options' in other) && describedKind(other).storage === storage;
  });
};

/** The way of a condition that this form can say; null where it says more. */
export function wayOfLeaf(leaf: Leaf): LeafWay | null {
  if (!('field' in leaf) && !('of' in leaf)) return null;
  if ('nowSeconds' in leaf) {
    const isBefore = leaf.is === 'elt' || leaf.is === 'lt';
    if (!isBefore && leaf.is !== 'gt' && leaf.is !== 'egt') return null;
    if (leaf.nowSeconds === 0) return isBefore ? 'past' : 'future';
    return leaf.nowSeconds < 0 ? (isBefore ? 'pastFor' : 'recent') : isBefore ? 'soon' : 'farAhead';
  }
  if ('value' in leaf && typeof leaf.value === 'boolean') return leaf.value === (leaf.is === 'eq') ? 'on' : 'off';
  return leaf.is;
}

/** What a condition has been beside, which stays where it fits. */
export interface LeafBeside {
  readonly value?: Plain;
  readonly values?: readonly Plain[];
  readonly other?: string;
  readonly seconds?: number;
}

export const leafBeside = (leaf: Leaf): LeafBeside => {
  const { value, values, other, nowSeconds } = leaf as {
    readonly value?: Plain;
    readonly values?: readonly Plain[];
    readonly other?: string;
    readonly nowSeconds?: number;
  };
  return {
    ...(value !== undefined && { value }),
    ...(values && { values }),
    ...(other !== undefined && { other }),
    ...(nowSeconds !== undefined && nowSeconds !== 0 && { seconds: Math.abs(nowSeconds) }),
  };
};

const ONE_DAY = secondsOf(1, 'days');

/** A condition of a field by its way; what it was beside stays where it fits. @param others fields that it may be beside */
export function leafOf(key: string, field: Field, way: LeafWay, beside: LeafBeside = {}, others: readonly string[] = []): FieldCondition {
  const { seconds = ONE_DAY } = beside;
  switch (way) {
    case 'filled':
    case 'empty':
      return { field: key, is: way };
    case 'past':
      return { field: key, is: 'elt', nowSeconds: 0 };
    case 'future':
      return { field: key, is: 'gt', nowSeconds: 0 };
    case 'pastFor':
      return { field: key, is: 'elt', nowSeconds: -seconds };
    case 'recent':
      return { field: key, is: 'gt', nowSeconds: -seconds };
    case 'soon':
      return { field: key, is: 'elt', nowSeconds: seconds };
    case 'farAhead':
      return { field: key, is: 'gt', nowSeconds: seconds };
    case 'on':
    case 'off':
      return { field: key, is: 'eq', value: way === 'on' };
    case 'in':
    case 'notIn':
      return { field: key, is: way, values: beside.values ?? (beside.value === undefined ? firstOptions(field) : [beside.value]) };
    case 'eq':
    case 'ne':
    case 'gt':
    case 'egt':
    case 'lt':
    case 'elt': {
      const isTime = describedKind(field).storage === 'seconds';
      const other = beside.other !== undefined && others.includes(beside.other) ? beside.other : isTime ? (others[0] ?? key) : undefined;
      if (other !== undefined) return { field: key, is: way, other };
      const like = emptyLike(field) as string | number;
      const first = firstOptions(field)[0] ?? like;
      const before = beside.value ?? beside.values?.[0];
      return { field: key, is: way, value: typeof before === typeof like ? (before as string | number) : first };
    }
    default:
      return way satisfies never;
  }
}

const firstOptions = (field: Field): readonly string[] => ('options' in field ? field.options.slice(0, 1) : []);
