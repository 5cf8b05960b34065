import { numberKind } from './base/kind.ts';

/** A number with decimals, as programs call it. */
export const float = numberKind({
  origin: 'specified',
  storage: 'decimal',
  hasDecimals: true,
  wrongForm: 'float',
  isBulk: true,
  isLeftOutEmpty: true,
});
