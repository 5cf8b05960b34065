import { describe, expect, it } from 'vitest';
import { daysOf, isPeriod, PERIODS, type Period } from '#domain/table/period';

describe('the days of a period', () => {
  it.each<[Period, today: string, from: string, to: string]>([
    ['today', '2026-11-22', '2026-11-22', '2026-11-22'],
    ['yesterday', '2026-11-22', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-01-01', '2025-12-31', '2025-12-31'],
    ['yesterday', '2024-03-01', '2024-02-29', '2024-02-29'],
    ['last7Days', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['last7Days', '2026-03-03', '2026-02-25', '2026-03-03'],
    ['last30Days', '2026-11-22', '2026-10-24', '2026-11-22'],
    ['thisMonth', '2026-11-22', '2026-11-01', '2026-11-30'],
    ['thisMonth', '2024-02-10', '2024-02-01', '2024-02-29'],
    ['thisMonth', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['lastMonth', '2026-11-22', '2026-10-01', '2026-10-31'],
    ['lastMonth', '2026-01-05', '2025-12-01', '2025-12-31'],
    ['lastMonth', '2024-03-31', '2024-02-01', '2024-02-29'],
    ['thisYear', '2026-11-22', '2026-01-01', '2026-12-31'],
  ])('%s on %s are %s to %s', (period, today, from, to) => expect(daysOf(period, today)).toEqual({ from, to }));

  it('are those of a word that is known', () => {
    expect(PERIODS.every(isPeriod)).toBe(true);
    expect(['', 'TODAY', 'tomorrow', 'toString'].some(isPeriod)).toBe(false);
  });
});
