import type { KindDescription } from './base/kind.ts';

/** On or off; on in a new record. */
export const switchKind: KindDescription<'plain', boolean> = {
  shape: 'plain',
  wire: 'switch',
  storage: 'switch',
  initial: true,
  isBulk: true,
};
