import type { KindDescription } from './base/kind.ts';

/** Pairs of a key and a value, in an order. */
export const array: KindDescription<'list', readonly { readonly key: string; readonly value: string }[]> = {
  shape: 'list',
  wire: 'pairs',
  storage: 'pairs',
  initial: [],
  list: 'hidden',
};
