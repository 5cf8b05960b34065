import type { KindDescription } from './base/kind.ts';

/** Several of the options. */
export const checkbox: KindDescription<'choice', readonly string[]> = {
  shape: 'choice',
  wire: 'list',
  storage: 'list',
  initial: [],
  search: 'items',
};
