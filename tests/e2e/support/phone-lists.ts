import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { signInReply } from './admin-calls.ts';
import type { Visit } from './browser.ts';
import { ADMIN_PASSWORD } from './server-process.ts';
import { enter } from './sign-in.ts';
import type { Scene } from './stage.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAE0lEQVR4nGP8z8DAwMDAAAUMDAAJEwEBmQwVUQAAAABJRU5ErkJggg==',
  'base64',
);

export const settled = async (page: Page): Promise<Page> => {
  await page.locator('main li[data-id]').first().waitFor();
  // What comes late is there before anything is measured.
  await page.waitForLoadState('networkidle');
  return page;
};

export const topOf = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top);

/** Lists on a phone, with a stored picture among them: one visit for all that is looked at, since a page that is loaded anew by the same browser costs half of one in a new browser. */
export function phoneLists(stage: Scene) {
  let visited: Visit;
  beforeAll(async () => {
    const { userInfo } = await signInReply(stage.server.url, 'admin', ADMIN_PASSWORD);
    const body = new FormData();
    body.set('file', new File([PNG], 'cup.png', { type: 'image/png' }));
    await fetch(`${stage.server.url}/api/admin/ajax/upload`, {
      method: 'POST',
      headers: { batoken: userInfo.token, server: 'true' },
      body,
    });
    visited = await enter(stage, '/admin/dashboard', { language: 'en', width: 390, height: 844 });
  });
  afterAll(() => visited?.context.close());

  const pageAt = async (path: string, width: number): Promise<Page> => {
    const { page } = visited;
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/admin/${path}`);
    return page;
  };
  return { pageAt, listAt: async (path: string, width: number): Promise<Page> => settled(await pageAt(path, width)) };
}
