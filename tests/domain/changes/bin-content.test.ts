import { expect, it } from 'vitest';
import { daysLeft } from '#domain/changes/bin-content';

const DAY = 86_400;

it.each([
  [0, 90],
  [1, 90],
  [DAY, 89],
  [89 * DAY, 1],
  [90 * DAY - 1, 1],
  [90 * DAY, 0],
  [200 * DAY, 0],
])('%d seconds after it was deleted a record has %d days of 90 left', (passed, left) => {
  expect(daysLeft(1000, 90, 1000 + passed)).toBe(left);
});

it('what is kept for ever has no days', () => expect(daysLeft(1000, null, 2000)).toBeNull());
