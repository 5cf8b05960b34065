import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byPercent, hundredthsOf, NO_REHEARSAL, percentFields, REHEARSED_ROWS, together } from '#domain/table/percent';
import { goods } from '#sections/goods/goods.resource.ts';

describe('a percentage', () => {
  it('is read with two decimals, and not beyond what makes sense', () => {
    expect(['10', '-12.5', ' 0.01 ', '-100', '1000'].map(hundredthsOf)).toEqual([1000, -1250, 1, -10_000, 100_000]);
    expect(['', '0', '-0.00', '12.345', '1e2', '+5', '-100.01', '1000.01', '５', '10%'].map(hundredthsOf)).toEqual(
      Array.from({ length: 10 }, () => null),
    );
  });

  it('changes whole numbers, half a unit up', () => {
    // 10 % of 0.05 is half a cent; 12.5 % off 0.20 leaves 17.5 cents.
    expect([byPercent(5, 1000), byPercent(20, -1250), byPercent(4, 1000), byPercent(36_800, -1000)]).toEqual([6, 18, 4, 33_120]);
    expect([byPercent(0, 5000), byPercent(7, -10_000), byPercent(-5, 1000), byPercent(-15, 1000)]).toEqual([0, 0, -5, -16]);
    // Beyond what fractions keep.
    expect(byPercent(9_999_999_999, 1)).toBe(10_000_999_999);
    expect(byPercent(9_999_999_999, 99_999)).toBe(109_998_999_989);
  });

  it('is never further than half a unit from the true amount, and never below 0 where that was not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.integer({ min: -10_000, max: 100_000 }), (value, hundredths) => {
        const twentyThousandths = 2n * (BigInt(byPercent(value, hundredths)) * 10_000n - BigInt(value) * BigInt(10_000 + hundredths));
        expect(byPercent(value, hundredths) >= 0 && twentyThousandths <= 10_000n && twentyThousandths > -10_000n).toBe(true);
      }),
    );
  });

  it('is offered for amounts that are declared so', () => {
    expect(percentFields(goods).map(([key]) => key)).toEqual(['price', 'listPrice']);
    expect(percentFields({ fields: { size: { kind: 'float', bulk: 'percent' }, name: { kind: 'string', bulk: 'percent' } } })).toEqual([]);
  });
});

const portion = (from: number) => ({
  rows: Array.from({ length: REHEARSED_ROWS }, (_, index) => ({ id: from + index, title: '', field: 'price', before: 1, after: 2 })),
  sums: [{ field: 'price', count: 200, before: 300, after: 330 }],
  refused: [{ id: from, message: 'no' }],
});

it('rehearsals of portions are one: their first records, and what all of them come to', () => {
  const all = together(together(NO_REHEARSAL, portion(1)), portion(201));
  expect(all.rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect([all.sums, all.refused.length]).toEqual([[{ field: 'price', count: 400, before: 600, after: 660 }], 2]);
});
