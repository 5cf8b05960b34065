import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { visit, type Visit } from './support/browser.ts';
import { addChatMember, type ChatMember } from './support/chat-member.ts';
import { articles, LONG, MESSAGES, OLDER, PART, wheelUntil } from './support/long-thread.ts';
import { openScene } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** A conversation that is longer than what is read of it at once. */
const stage = openScene();
const word = wordsOf('zh-cn');

const LIMIT_MS = effort(120_000, 600_000);

const older = (page: Page) => page.getByRole('button', { name: word('chatThread.message.older') });

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

/** How far below the top of the page the question stands that was the first of what is read at once. */
const topOfFirst = (page: Page): Promise<number> =>
  articles(page)
    .filter({ hasText: `第 ${MESSAGES - PART} 个问题` })
    .evaluate((article) => article.getBoundingClientRect().top);

it(
  'is read back to its first message by scrolling, and what is read stays where it is when more comes',
  async () => {
    const { context, page, complaints } = await opened();
    await expect.poll(() => articles(page).count()).toBe(PART);
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route(
      OLDER,
      async (route) => {
        asked.resolve();
        await held.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await wheelUntil(page, -1200, () => older(page).evaluate((button) => button.getBoundingClientRect().top >= 0));
    await asked.promise;
    const before = await topOfFirst(page);
    held.resolve();
    await expect.poll(() => articles(page).count()).toBeGreaterThan(PART);
    expect(Math.abs((await topOfFirst(page)) - before)).toBeLessThanOrEqual(1);

    while ((await older(page).count()) > 0) {
      await page.locator('[data-view="open"]').evaluate((place) => place.scrollTo({ top: -place.scrollHeight, behavior: 'instant' }));
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await expect.poll(() => articles(page).count()).toBe(MESSAGES);
    await articles(page).first().getByText('第 0 个问题').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
  LIMIT_MS,
);
