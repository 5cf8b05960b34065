import { numberKind } from './base/kind.ts';

/** A number with decimals, as programs call it. */
export const float = numberKind({
  storage: 'decimal',
  hasDecimals: true,
  wrongForm: 'float',
});
