import { expect, it } from 'vitest';
import type { ChartEdge } from '#machines/observe/chart-of';
import { innerText } from '#machines/observe/chart-layout';

const edge: ChartEdge = {
  id: 'e',
  sourceId: 'asked',
  targetIds: [],
  trigger: { kind: 'after', name: 'Reminder' },
  guard: null,
  actions: [],
};

it('what stays in a state is written with what it asks, and with a sign where it does something', () => {
  expect(innerText(edge)).toBe('Reminder');
  expect(innerText({ ...edge, guard: 'isLate', actions: ['remind'] })).toBe('Reminder [isLate] /');
});
