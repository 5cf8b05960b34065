import { describe, expect, it } from 'vitest';
import { MINIMUM_CONTRAST, contrastRatio } from '#domain/base/contrast';
import { COLOR_PARTS, DEFAULT_LAYOUT, LAYOUT_MODES } from '#domain/app/layout';
import { colorOf } from '#ui/admin/shell/layout/layout-colors.ts';

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#777777', 1],
    ['#767676', '#ffffff', 4.54],
  ])('%s on %s is %d : 1', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2);
  });

  it('is enough between the theme’s own texts and their backgrounds, in both layouts and schemes', () => {
    const texts = COLOR_PARTS.filter((part) => part.endsWith('Text'));
    const pairs = LAYOUT_MODES.flatMap((mode) =>
      texts.flatMap((text) =>
        (['light', 'dark'] as const).map((scheme) => {
          const config = { ...DEFAULT_LAYOUT, mode };
          const background = COLOR_PARTS.find((part) => part === text.replace('Text', 'Background')) ?? text;
          return { mode, text, scheme, ratio: contrastRatio(colorOf(config, text, scheme), colorOf(config, background, scheme)) };
        }),
      ),
    );
    expect(pairs).toHaveLength(12);
    expect(pairs.filter(({ ratio }) => ratio < MINIMUM_CONTRAST)).toEqual([]);
  });
});
