import type { KindDescription } from './base/kind.ts';

/** On or off; on in a new record. */
export const switchKind: KindDescription<'plain', boolean, 'specified'> = {
  origin: 'specified',
  shape: 'plain',
  wire: 'switch',
  storage: 'switch',
  initial: true,
  isBulk: true,
};
