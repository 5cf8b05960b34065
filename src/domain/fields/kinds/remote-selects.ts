import type { KindDescription } from './base/kind.ts';

/** The ids of several records of another resource. */
export const remoteSelects: KindDescription<'records', readonly number[]> = {
  shape: 'records',
  wire: 'ids',
  storage: 'list',
  initial: [],
  beside: 'titles',
};
