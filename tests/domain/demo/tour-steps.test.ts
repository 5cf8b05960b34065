import { expect, it } from 'vitest';
import { isTourStep, TOUR_STEPS } from '#domain/demo/tour-steps';

it('a step of the tour is known by its name', () => {
  expect([...TOUR_STEPS, 'start', '', null].filter(isTourStep)).toEqual(['chart', 'write', 'undo', 'design', 'replay', 'over']);
});
