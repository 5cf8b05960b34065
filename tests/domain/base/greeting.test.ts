import { expect, it } from 'vitest';
import { greetingAt } from '#domain/base/greeting';

it('the greeting follows the hours of the specification', () => {
  expect([4, 5, 8, 9, 11, 12, 13, 14, 17, 18, 23].map(greetingAt)).toEqual([
    'lateNight',
    'earlyMorning',
    'earlyMorning',
    'morning',
    'morning',
    'noon',
    'noon',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
  ]);
});
