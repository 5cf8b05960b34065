import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { visit, type Visit } from './support/browser.ts';
import { addChatMember, type ChatMember } from './support/chat-member.ts';
import { articles, LONG, MESSAGES, OLDER, PART, wheelUntil } from './support/long-thread.ts';
import { openScene } from './support/stage.ts';
import { wordsOf } from './support/words.ts';
import { box } from './support/chat-page.ts';

/** A long conversation whose earlier messages do not come, and what does not touch it. */
const stage = openScene();
const word = wordsOf('zh-cn');

let stored: ChatMember['stored'];
let address: string;

beforeAll(async () => {
  const talker = await addChatMember(stage.server.url, 'talker', [LONG]);
  stored = talker.stored;
  address = `/chat?c=${talker.conversations[0]}`;
});

async function opened(): Promise<Visit> {
  const visited = await visit(stage.browser, stage.server.url, { stored });
  await visited.page.goto(address);
  await articles(visited.page)
    .last()
    .getByText(`第 ${MESSAGES - 1} 个回答`)
    .waitFor();
  return visited;
}

it('says beside them why earlier messages did not come, and asks for them again by a press alone', async () => {
  const { context, page } = await opened();
  let asked = 0;
  await page.route(OLDER, async (route) => {
    asked += 1;
    await (asked === 1 ? route.fulfill({ status: 500 }) : route.continue());
  });
  await wheelUntil(page, -1200, async () => asked > 0);
  const alert = page.getByRole('alert').getByText(word('errors.http.500'));
  await alert.waitFor();
  await wheelUntil(page, 3000, () =>
    articles(page)
      .last()
      .evaluate((article) => article.getBoundingClientRect().top < innerHeight),
  );
  await wheelUntil(page, -1200, () => alert.evaluate((text) => text.getBoundingClientRect().top > 0));
  expect(asked).toBe(1);
  await page
    .locator('section')
    .getByRole('button', { name: word('common.action.retry'), exact: true })
    .click();
  await expect.poll(() => articles(page).count()).toBeGreaterThan(PART);
  await expect.poll(() => alert.count()).toBe(0);
  await context.close();
});

/** Notes which articles change from here on, by their place, and how often anything else of the conversation does. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const section = document.querySelector('section[aria-label]:has(article)')!;
    const all = [...section.querySelectorAll('article')];
    const changed = new Set<number>();
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        changed.add(all.indexOf(element?.closest('article') as HTMLElement));
      }
    }).observe(section, { subtree: true, childList: true, characterData: true, attributes: true });
    Object.assign(globalThis, { changed });
  });
const changed = (page: Page): Promise<number[]> => page.evaluate(() => [...(globalThis as unknown as { changed: Set<number> }).changed]);

it('is not touched by keys, nor by an answer that comes in below it', async () => {
  const { context, page, complaints } = await opened();
  // Code is coloured in its own time.
  await expect.poll(() => articles(page).locator('pre').count()).toBe(PART / 2);
  await expect.poll(() => articles(page).locator('pre:not(:has(span))').count()).toBe(0);
  await watch(page);
  await box(page).focus();
  await page.keyboard.type('怎样整理 the categories of goods?');
  expect(await changed(page)).toEqual([]);
  await box(page).fill('/sample');
  await box(page).press('Enter');
  await expect.poll(() => articles(page).count()).toBe(PART + 2);
  await page.getByRole('button', { name: word('chatPage.composer.send') }).waitFor();
  // The section itself, to which two messages are added.
  expect(await changed(page)).toEqual([-1]);
  expect(complaints).toEqual([]);
  await context.close();
});
