import { beforeAll, expect, it } from 'vitest';
import { visit } from './support/browser.ts';
import { answers, box } from './support/chat-page.ts';
import { addChatMember, type ChatMember } from './support/chat-member.ts';
import { openScene } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** Branches that are not shown, what is typed and not sent, and questions that come from other pages. */
const stage = openScene();
const word = wordsOf('zh-cn');

const message = (id: number, parent: number | null, role: 'user' | 'assistant', text: string) => ({
  id: String(id),
  parent: parent === null ? null : String(parent),
  role,
  text,
});

/** Two versions of an answer, of which the first is not shown; behind it the conversation went on, too. */
const BRANCHED = [
  message(1, null, 'user', '怎样泡茶？'),
  message(2, 1, 'assistant', '用八十度的水。'),
  message(3, 2, 'user', '泡多久？'),
  message(4, 3, 'assistant', '三分钟，茶则另备。'),
  message(5, 1, 'assistant', '用开水。'),
];

let stored: ChatMember['stored'];

beforeAll(async () => {
  ({ stored } = await addChatMember(stage.server.url, 'reader', [{ title: 'branched', leaf: '5', messages: BRANCHED }]));
});

async function asMember() {
  const visited = await visit(stage.browser, stage.server.url, { stored });
  await visited.page.goto('/chat');
  return visited;
}

it('finds words on a branch that is not shown, and shows it with them in view', async () => {
  const { context, page, complaints } = await asMember();
  await page.getByRole('searchbox', { name: word('chatPage.list.search') }).fill('茶则');
  await page.getByRole('link', { name: 'branched' }).getByText('茶则另备').click();
  const hit = answers(page).filter({ hasText: '茶则另备' });
  await hit.waitFor();
  await expect
    .poll(() => hit.evaluate((one) => one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().bottom <= innerHeight))
    .toBe(true);
  await expect.poll(() => answers(page).filter({ hasText: '用开水' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it('sends what the home page was asked, once; the same address from elsewhere sends nothing', async () => {
  const { context, page, complaints } = await visit(stage.browser, stage.server.url);
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/chat/send')) sent.push((request.postDataJSON() as { text: string }).text);
  });
  const ask = '怎样注册账号？';
  await page.goto('/en');
  await page.locator('html[data-script="begun"]').waitFor({ state: 'attached' });
  await page.getByRole('textbox', { name: wordsOf('en')('site.home.question.label') }).fill(ask);
  // Whoever presses twice asks once.
  await page.getByRole('button', { name: wordsOf('en')('site.home.question.send') }).dblclick();
  await page.getByRole('article', { name: wordsOf('en')('chatThread.message.answer') }).waitFor();
  await page.getByRole('button', { name: wordsOf('en')('chatPage.composer.send') }).waitFor();
  expect(sent).toEqual([ask]);

  const there = page.getByRole('textbox', { name: wordsOf('en')('chatPage.composer.label') });
  await page.goto(`/chat?q=${encodeURIComponent(ask)}`);
  await expect.poll(() => there.inputValue()).toBe(ask);
  await page.reload();
  await expect.poll(() => there.inputValue()).toBe(ask);
  expect(sent).toEqual([ask]);
  expect(complaints).toEqual([]);
  await context.close();
});

it('keeps what is typed in each conversation over a reload', async () => {
  const { context, page } = await asMember();
  await box(page).fill('新的问题');
  await page.getByRole('link', { name: 'branched' }).click();
  await answers(page).first().waitFor();
  await box(page).fill('关于泡茶');
  await page.reload();
  await answers(page).first().waitFor();
  await expect.poll(() => box(page).inputValue()).toBe('关于泡茶');
  await page.goto('/chat');
  await expect.poll(() => box(page).inputValue()).toBe('新的问题');
  await context.close();
});
