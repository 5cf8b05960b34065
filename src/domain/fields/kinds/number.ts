import { numberKind } from './base/kind.ts';

/** A number with decimals. */
export const number = numberKind({
  origin: 'specified',
  storage: 'decimal',
  hasDecimals: true,
  wrongForm: 'number',
  isBulk: true,
  isLeftOutEmpty: true,
});
