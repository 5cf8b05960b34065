import type { KindDescription } from './base/kind.ts';

/** The record of the same resource that this one lies below. */
export const parent: KindDescription<'plain', number | null> = {
  shape: 'plain',
  wire: 'parent',
  storage: 'parent',
  initial: null,
  list: 'never',
};
