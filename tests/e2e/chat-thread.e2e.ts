import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { visit, type Visit } from './support/browser.ts';
import { addChatMember, type ChatMember, type ImportedConversation } from './support/chat-member.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** A conversation that is longer than what is read of it at once. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
const word = wordsOf('zh-cn');

/** Messages of the conversation, and of what is read at once. */
const [MESSAGES, PART] = [effort(150, 2000), 60];
const LIMIT_MS = effort(120_000, 600_000);

const box = (page: Page) => page.getByRole('textbox', { name: word('chatPage.composer.label') });
const articles = (page: Page) => page.locator('section article');
/** The call that reads what comes before a message. */
const OLDER = /chat\/conversation\?.*before=/u;
const older = (page: Page) => page.getByRole('button', { name: word('chatThread.message.older') });

/** A question, or an answer with what Markdown has. */
const textOf = (index: number): string =>
  index % 2 === 0
    ? `第 ${index} 个问题：怎样整理商品的分类？`
    : `**第 ${index} 个回答**\n\n- 打开商品页面，选择分类\n- 保存之后列表会更新\n\n\`\`\`ts\nconst n = ${index};\n\`\`\`\n\n更多内容见[帮助](/help)。`;

const LONG: ImportedConversation = {
  title: 'long',
  leaf: String(MESSAGES),
  messages: Array.from({ length: MESSAGES }, (_, index) => ({
    id: String(index + 1),
    parent: index === 0 ? null : String(index),
    role: index % 2 === 0 ? 'user' : 'assistant',
    text: textOf(index),
  })),
};

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

/** Scrolls as a wheel does, a screen and a half at a time, until something holds. */
async function wheelUntil(page: Page, by: number, holds: () => Promise<boolean>): Promise<void> {
  await articles(page).last().hover();
  for (let turn = 0; !(await holds()); turn += 1) {
    if (turn > MESSAGES) throw new Error('scrolled in vain');
    await page.mouse.wheel(0, by);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
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
