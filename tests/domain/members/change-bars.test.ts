import { expect, it } from 'vitest';
import { changeBars, isChartWorthwhile } from '#domain/members/change-bars';

const days = ['a', 'b', 'c', 'd'];

it('the chart of changes puts rises above and falls below one line, and names the days at the ends of the axis', () => {
  const { bars, zero, most, least } = changeBars(days, [30, 0, -10, 10]);
  expect({ zero, most, least }).toEqual({ zero: 0.75, most: 0, least: 2 });
  expect(bars).toEqual([
    { day: 'a', value: 30, height: 0.75, top: 0 },
    { day: 'b', value: 0, height: 0, top: 0.75 },
    { day: 'c', value: -10, height: 0.25, top: 0.75 },
    { day: 'd', value: 10, height: 0.25, top: 0.5 },
  ]);
});

it('the chart of changes has one side alone where all changes have one sign, and neither where there are none', () => {
  expect(changeBars(days, [1, 2, 0, 0])).toMatchObject({ zero: 1, most: 1, least: null });
  expect(changeBars(days, [-1, 0, 0, -4])).toMatchObject({ zero: 0, most: null, least: 3 });
  expect(changeBars(days, [0, 0, 0, 0])).toMatchObject({ most: null, least: null });
});

it('the chart of changes shows the smallest change beside the largest', () => {
  expect(changeBars(['a', 'b'], [1, 1_000_000]).bars[0]?.height).toBe(0.02);
});

it('the chart of changes is worth drawing from three days of changes on', () => {
  expect(
    [
      [0, 0],
      [5, 0, -5],
      [5, 1, -5],
    ].map(isChartWorthwhile),
  ).toEqual([false, false, true]);
});
