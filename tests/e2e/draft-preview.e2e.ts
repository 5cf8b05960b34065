import { afterAll, expect, it } from 'vitest';
import type { Visit } from './support/browser.ts';
import { geometryFaults, geometryLine } from './support/geometry.ts';
import { enter } from './support/sign-in.ts';
import { openScene } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** A public page as whoever writes it sees it before it is public. */
const stage = openScene();
let visited: Visit | undefined;
afterAll(() => visited?.context.close());

it('shows a page below the line that says it is a preview, and nothing beside the window looks in', async () => {
  const word = wordsOf('en');
  visited = await enter(stage, '/admin/content/notice', { language: 'en' });
  const { page, context } = visited;
  await page.locator('tbody [data-id] [data-field="preview"]').first().click();
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: word('draftPreview.open', { language: '简体中文' }) }).click(),
  ]);
  await opened.waitForLoadState('networkidle');
  await expect.poll(() => opened.locator('body').innerText()).toContain(wordsOf('zh-cn')('site.preview'));
  // Fonts and pictures may come last, and move what they stand in.
  await expect.poll(async () => (await geometryFaults(opened)).map(geometryLine)).toEqual([]);
  const skip = opened.getByRole('link', { name: wordsOf('zh-cn')('site.skipToContent') });
  const bottom = (): Promise<number> => skip.evaluate((link) => link.getBoundingClientRect().bottom);
  await expect.poll(bottom).toBeLessThanOrEqual(0);
  await opened.keyboard.press('Tab');
  await expect.poll(bottom).toBeGreaterThan(0);
});
