import { expect, it } from 'vitest';
import { enter } from './support/sign-in.ts';
import { openScene } from './support/stage.ts';

const stage = openScene();

/** How far two colours of the page are apart. Source: WCAG 2.2, "contrast ratio". */
function contrastIn([selector, property]: readonly [selector: string, property: 'color' | 'borderBottomColor']): number {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`there is no ${selector}`);
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (color: string): number => {
    if (!pen) return 0;
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  let ground: Element | null = element;
  while (ground && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement;
  const [one, other] = [light(getComputedStyle(element)[property]), light(getComputedStyle(ground ?? document.body).backgroundColor)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

it.each(['light', 'dark'] as const)(
  'whoever asks for more contrast sees edges and reads quiet words without effort, in the %s',
  async (colorScheme) => {
    const { page, context } = await enter(stage, '/admin/goods/goods', { language: 'en' });
    await page.emulateMedia({ colorScheme });
    await page.locator('tr[data-id]').first().waitFor();
    const edges = [
      ['tr[data-id] td', 'borderBottomColor'],
      ['main input[type="search"]', 'borderBottomColor'],
      ['main nav select', 'borderBottomColor'],
    ] as const;
    const words = [
      ['main nav span', 'color'],
      ['thead th', 'color'],
    ] as const;
    const seen = (parts: readonly (readonly [string, 'color' | 'borderBottomColor'])[]): Promise<number[]> =>
      Promise.all(parts.map((part) => page.evaluate(contrastIn, part)));
    await expect.poll(async () => Math.min(...(await seen(edges)))).toBeLessThan(2);

    await page.emulateMedia({ contrast: 'more' });
    // Some edges pass from the one colour to the other.
    await expect.poll(async () => Math.min(...(await seen(edges)))).toBeGreaterThanOrEqual(4.5);
    await expect.poll(async () => Math.min(...(await seen(words)))).toBeGreaterThanOrEqual(12);
    await context.close();
  },
);
