import { numberKind } from './base/kind.ts';

/** A number with decimals. */
export const number = numberKind({
  storage: 'decimal',
  hasDecimals: true,
  wrongForm: 'number',
});
