import { expect, it } from 'vitest';
import { COST_IN_A_CENT, costText } from '#domain/chat/cost';

it.each([
  [0, '0.00'],
  [1, '<0.0001'],
  [COST_IN_A_CENT / 100 - 1, '<0.0001'],
  [COST_IN_A_CENT / 100, '0.0001'],
  [21 * (COST_IN_A_CENT / 100), '0.0021'],
  [COST_IN_A_CENT, '0.01'],
  [25 * COST_IN_A_CENT, '0.25'],
  [99.999 * COST_IN_A_CENT, '1.00'],
  [100 * COST_IN_A_CENT, '1.00'],
  [123.456 * COST_IN_A_CENT, '1.23'],
  [123_456_78 * COST_IN_A_CENT, '123,456.78'],
])('a cost of %d is shown as %s', (cost, text) => {
  expect(costText(cost)).toBe(text);
});
