import { expect, it } from 'vitest';
import { scaleTop } from '#domain/shell/scale-top';

it('a scale ends at a round number that is easy to halve, and leaves few things small', () => {
  expect([0, 1, 3, 4, 5, 6, 7, 10, 11, 20, 41, 99, 100, 101, 601].map(scaleTop)).toEqual([
    4, 4, 4, 4, 6, 6, 10, 10, 20, 20, 60, 100, 100, 200, 1000,
  ]);
});
