import { expect, it } from 'vitest';
import { untilText } from '#domain/life/until-text';

const said = (left: number, language: string): string => untilText(1000 + left, 1000, language);

it('the text of a due time says how long it is until something in the largest unit that has begun', () => {
  expect([30, 60, 7199, 7200, 86_399, 3 * 86_400 + 5].map((left) => said(left, 'en'))).toEqual([
    'now',
    'in 1 minute',
    'in 1 hour',
    'in 2 hours',
    'in 23 hours',
    'in 3 days',
  ]);
  expect([said(3 * 86_400, 'zh-cn'), said(-5, 'en')]).toEqual(['3 天后', 'now']);
});
