import { expect, it } from 'vitest';
import { groupedDigits } from '#domain/base/grouped-digits';

it.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['1234567.50', '1,234,567.50'],
  ['-1234', '-1,234'],
  ['-123', '-123'],
  ['1000.', '1,000.'],
  ['0.1234', '0.1234'],
])('%s is grouped as %s', (text, grouped) => {
  expect(groupedDigits(text)).toBe(grouped);
});
