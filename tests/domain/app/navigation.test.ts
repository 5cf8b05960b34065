import { expect, it } from 'vitest';
import { NAVIGATION_FAILURE_KEY, nextProgress } from '#domain/app/navigation';

it('each reason why a navigation did not happen has its text', () => {
  expect(NAVIGATION_FAILURE_KEY).toEqual({
    beyondRange: 'errors.navigation.beyondRange',
    unrecognizedMenuType: 'errors.navigation.unknownMenuType',
    intercepted: 'errors.navigation.intercepted',
    alreadyAtTarget: 'errors.navigation.alreadyThere',
    invalidRoute: 'errors.navigation.invalidRoute',
  });
});

it.each([
  [0, 0.1],
  [0.08, 0.18],
  [0.199, 0.299],
  [0.2, 0.24],
  [0.499, 0.539],
  [0.5, 0.52],
  [0.799, 0.819],
  [0.8, 0.805],
  [0.99, 0.994],
  [0.994, 0.994],
])('the progress bar goes on from %d to %d', (from, to) => {
  expect(nextProgress(from)).toBe(to);
});
