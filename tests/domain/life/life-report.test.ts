import { expect, it } from 'vitest';
import { reportRows, spanText } from '#domain/life/life-report';

it('the report of a life says a length of time in its largest unit, in the language of whoever reads', () => {
  expect([0, 59, 60, 5400, 86_400, 302_400].map((seconds) => spanText(seconds, 'en'))).toEqual([
    '0 seconds',
    '59 seconds',
    '1 minute',
    '1.5 hours',
    '1 day',
    '3.5 days',
  ]);
  expect([5400, 302_400].map((seconds) => spanText(seconds, 'zh-cn'))).toEqual(['1.5 小时', '3.5 天']);
});

it('a length of time that still grows is told in whole units that have passed', () => {
  expect([66, 119, 7199, 302_400].map((seconds) => spanText(seconds, 'en', 0))).toEqual(['1 minute', '1 minute', '1 hour', '3 days']);
  expect(spanText(66, 'zh-cn', 0)).toBe('1 分钟');
});

it('the report of a life makes one table of a report, with seconds as numbers', () => {
  const span = { count: 2, median: 60, p90: 90 };
  const report = {
    states: [{ state: 'on', label: 'On sale', now: 1, ...span }],
    events: [{ event: 'takeOff', label: 'Take off', from: 'On sale', ...span }],
    weeks: [{ week: '2026-11-23', state: 'on', label: 'On sale', ...span }],
  };
  const words = {
    by: { state: 'State', event: 'Event', week: 'Week' },
    columns: ['By', 'Name', 'State', 'Count', 'Half', 'Nine in ten'],
  } as const;
  expect(reportRows(report, words)).toEqual([
    ['By', 'Name', 'State', 'Count', 'Half', 'Nine in ten'],
    ['State', 'On sale', 'On sale', 2, 60, 90],
    ['Event', 'Take off', 'On sale', 2, 60, 90],
    ['Week', '2026-11-23', 'On sale', 2, 60, 90],
  ]);
});
