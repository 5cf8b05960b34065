import { numberKind } from './base/kind.ts';

/** A year of the common era. */
export const year = numberKind({
  storage: 'integer',
  range: [1, 9999],
  wrongForm: 'integer',
});
