import type { Field, Fields } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import { emptyLike } from '#domain/life/empty-like';
import type { Leaf } from '#domain/life/life';

/** The plain form of a condition: what it asks of, how, and beside what. */

/** Fields that a condition can ask of; the state itself is asked by where the arrow begins. */
export const askedFields = (fields: Fields, stateField: string): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) =>
    key === stateField || field.kind === 'id' || field.kind === 'version' || describedKind(field).storage === 'secret' ? [] : [key],
  );

export const firstLeaf = (fields: Fields, stateField: string): Leaf => ({
  field: askedFields(fields, stateField)[0] ?? 'id',
  is: 'filled',
});

/** How a field can be asked. `past` and `future` are beside the moment of asking. */
export const LEAF_WAYS = ['filled', 'empty', 'eq', 'ne', 'gt', 'egt', 'lt', 'elt', 'past', 'future', 'on', 'off'] as const;
export type LeafWay = (typeof LEAF_WAYS)[number];

export function waysOf(field: Field): readonly LeafWay[] {
  const like = emptyLike(field);
  const { storage, shape } = describedKind(field);
  if (typeof like === 'boolean') return ['on', 'off'];
  if (storage === 'seconds') return ['filled', 'empty', 'past', 'future'];
  if (Array.isArray(like) || shape === 'record' || storage === 'parent') return ['filled', 'empty'];
  return typeof like === 'number' ? ['filled', 'empty', 'eq', 'ne', 'gt', 'egt', 'lt', 'elt'] : ['filled', 'empty', 'eq', 'ne'];
}

/** The way of a condition that this form can say; null where it says more. */
export function wayOfLeaf(leaf: Leaf): LeafWay | null {
  if (!('field' in leaf) || 'values' in leaf || 'other' in leaf) return null;
  if (leaf.is === 'filled' || leaf.is === 'empty') return leaf.is;
  if ('nowSeconds' in leaf) return leaf.nowSeconds !== 0 ? null : leaf.is === 'elt' || leaf.is === 'lt' ? 'past' : 'future';
  if (!('value' in leaf)) return null;
  if (typeof leaf.value === 'boolean') return leaf.value === (leaf.is === 'eq') ? 'on' : 'off';
  return leaf.is;
}

/** A condition of a field by its way; the value that it had stays where it fits. */
export function leafOf(key: string, field: Field, way: LeafWay, before?: unknown): Leaf {
  switch (way) {
    case 'filled':
    case 'empty':
      return { field: key, is: way };
    case 'past':
      return { field: key, is: 'elt', nowSeconds: 0 };
    case 'future':
      return { field: key, is: 'gt', nowSeconds: 0 };
    case 'on':
    case 'off':
      return { field: key, is: 'eq', value: way === 'on' };
    case 'eq':
    case 'ne':
    case 'gt':
    case 'egt':
    case 'lt':
    case 'elt': {
      const like = emptyLike(field) as string | number;
      const first = 'options' in field ? (field.options[0] ?? '') : like;
      return { field: key, is: way, value: typeof before === typeof like ? (before as string | number) : first };
    }
    default:
      return way satisfies never;
  }
}
