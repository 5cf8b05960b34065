import { expect, it } from 'vitest';
import { untilText } from '#domain/life/until-text';

const said = (left: number, language: string): string => untilText(1000 + left, 1000, language);

it('the text of a due time says how long it is until something to the nearest number of its unit', () => {
  expect(
    [30, 60, 89, 3600, 5399, 5400, 7199, 86_399, 35 * 3600, 36 * 3600, 47 * 3600, 3 * 86_400 + 5].map((left) => said(left, 'en')),
  ).toEqual([
    'now',
    'in 1 minute',
    'in 1 minute',
    'in 60 minutes',
    'in 90 minutes',
    'in 2 hours',
    'in 2 hours',
    'in 24 hours',
    'in 35 hours',
    'in 2 days',
    'in 2 days',
    'in 3 days',
  ]);
  expect([said(3 * 86_400, 'zh-cn'), said(-5, 'en')]).toEqual(['3 天后', 'now']);
});
