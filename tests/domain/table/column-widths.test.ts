import { describe, expect, it } from 'vitest';
import { restoreWidths, withWidth } from '#domain/table/column-widths';

describe('the width of a column', () => {
  it('is given, changed and taken back without touching the others', () => {
    const widths = withWidth(withWidth({}, 'price', 120), 'title', 300.4);
    expect(widths).toEqual({ price: 120, title: 300 });
    expect(withWidth(widths, 'price', 136)).toEqual({ title: 300, price: 136 });
    expect(withWidth(widths, 'price', null)).toEqual({ title: 300 });
    expect(widths).toEqual({ price: 120, title: 300 });
  });

  it('stays between what can be seen and what fits', () => {
    expect(withWidth(withWidth({}, 'narrow', -20), 'wide', 99_999)).toEqual({ narrow: 48, wide: 960 });
  });

  it.each([
    [null, {}],
    ['120', {}],
    [[120], {}],
    [
      { a: 120.6, b: '120', c: Number.NaN, d: Number.POSITIVE_INFINITY, e: 3, f: null },
      { a: 121, e: 48 },
    ],
    [Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, 100])), expect.objectContaining({ f199: 100 })],
  ])('is read from storage where it is one: %j', (stored, widths) => {
    expect(restoreWidths(stored)).toEqual(widths);
    expect(Object.keys(restoreWidths(stored)).length).toBeLessThanOrEqual(200);
  });
});
