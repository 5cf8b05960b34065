import { numberKind } from './base/kind.ts';

/** An amount in cents; people see two decimals. */
export const money = numberKind({
  wire: 'money',
  storage: 'cents',
  unit: 100,
  wrongForm: 'amount',
});
