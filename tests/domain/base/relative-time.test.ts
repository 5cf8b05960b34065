import { expect, it } from 'vitest';
import { relativeTime } from '#domain/base/relative-time';

const NOW = 1_768_435_200;
const said = (ago: number, language = 'en') => relativeTime(NOW - ago, NOW, language, 'just now');

it('a time says how long ago something was, in full steps, until the day says more', () => {
  expect([0, 59, 60, 3599, 3600, 86_399, 86_400, 2 * 86_400, 7 * 86_400 - 1, 7 * 86_400].map((ago) => said(ago))).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    'yesterday',
    '2 days ago',
    '6 days ago',
    null,
  ]);
  expect([said(180, 'zh-cn'), said(86_400, 'zh-cn')]).toEqual(['3 分钟前', '昨天']);
});

it('a time takes what a faster clock told for just now', () => expect(said(-30)).toBe('just now'));
