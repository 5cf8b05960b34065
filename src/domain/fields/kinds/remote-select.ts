import type { KindDescription } from './base/kind.ts';

/** The id of a record of another resource. */
export const remoteSelect: KindDescription<'record', number | null> = {
  shape: 'record',
  wire: 'id',
  storage: 'record',
  initial: null,
  beside: 'record',
  isBulk: true,
  isLeftOutEmpty: true,
};
