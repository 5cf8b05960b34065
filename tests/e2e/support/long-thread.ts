import type { Locator, Page } from 'playwright-core';
import { effort } from '#tests/support/effort.ts';
import type { ImportedConversation } from './chat-member.ts';

/** A conversation that is longer than what is read of it at once. */

/** Messages of the conversation, and of what is read at once. */
export const [MESSAGES, PART] = [effort(150, 2000), 60];

export const articles = (page: Page): Locator => page.locator('section article');
/** The call that reads what comes before a message. */
export const OLDER = /chat\/conversation\?.*before=/u;

/** A question, or an answer with what Markdown has. */
const textOf = (index: number): string =>
  index % 2 === 0
    ? `第 ${index} 个问题：怎样整理商品的分类？`
    : `**第 ${index} 个回答**\n\n- 打开商品页面，选择分类\n- 保存之后列表会更新\n\n\`\`\`ts\nconst n = ${index};\n\`\`\`\n\n更多内容见[帮助](/help)。`;

export const LONG: ImportedConversation = {
  title: 'long',
  leaf: String(MESSAGES),
  messages: Array.from({ length: MESSAGES }, (_, index) => ({
    id: String(index + 1),
    parent: index === 0 ? null : String(index),
    role: index % 2 === 0 ? 'user' : 'assistant',
    text: textOf(index),
  })),
};

/** Scrolls as a wheel does, a screen and a half at a time, until something holds. */
export async function wheelUntil(page: Page, by: number, holds: () => Promise<boolean>): Promise<void> {
  await articles(page).last().hover();
  for (let turn = 0; !(await holds()); turn += 1) {
    if (turn > MESSAGES) throw new Error('scrolled in vain');
    await page.mouse.wheel(0, by);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}
