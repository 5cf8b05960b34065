import { beforeAll, expect, it } from 'vitest';
import { signIn } from './support/admin-calls.ts';
import { enter } from './support/sign-in.ts';
import { openScene } from './support/stage.ts';

const stage = openScene();

// A day with a change has a bar.
beforeAll(async () => {
  const admin = await signIn(stage.server.url);
  const { code, msg } = await admin.post('goods.Category/add', { name: '纸品' });
  if (code !== 1) throw new Error(msg);
});

/** What of a page is told by a background, while the reader's own colours stand in for its own. */
function untold(): string[] {
  const [view, root] = [window, document];
  const painted = (element: Element, pseudo?: string) => view.getComputedStyle(element, pseudo).backgroundColor;
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const pixel = (colour: string): string => {
    if (!pen) return colour;
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return pen.getImageData(0, 0, 1, 1).data.join();
  };
  const probe = document.createElement('i');
  probe.style.backgroundColor = 'SelectedItem';
  document.body.append(probe);
  const chosen = pixel(painted(probe));
  probe.style.backgroundColor = 'Canvas';
  const canvas = pixel(painted(probe));
  probe.remove();
  const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
  const here = '[aria-pressed="true"], [aria-current]:not([aria-current="false"]), .mantine-SegmentedControl-label[data-active]';
  const bars = '[class*="stack"] > span, [class*="fill"]';
  return [
    ...(all(here).length === 0 ? ['nothing is pressed'] : []),
    ...all(here).flatMap((one) =>
      pixel(painted(one)) === chosen
        ? []
        : [`${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent} looks like its neighbours`],
    ),
    ...all(bars).flatMap((one) =>
      one.offsetHeight > 0 && [canvas, '0,0,0,0'].includes(pixel(painted(one))) ? ['a bar has no colour'] : [],
    ),
    ...all('[class*="legend"] li').flatMap((one) =>
      [canvas, '0,0,0,0'].includes(pixel(painted(one, '::before'))) ? ['a sign of a legend has no colour'] : [],
    ),
  ];
}

it.each([
  ['/admin/dashboard', '[class*="legend"] li'],
  ['/admin/goods/goods', 'tr[data-id]'],
])('whoever reads %s in colours of their own sees what is pressed, where they are, and the bars', async (address, sign) => {
  const { page, context } = await enter(stage, address, { language: 'en' });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.locator(sign).first().waitFor();
  await expect.poll(() => page.evaluate(untold)).toEqual([]);
  await context.close();
});
