import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { visit } from './support/browser.ts';
import { addChatMember, type ChatMember } from './support/chat-member.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** What strangers, hostile answers and hidden branches do to the page of the chat. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
const word = wordsOf('zh-cn');

const box = (page: Page) => page.getByRole('textbox', { name: word('chatPage.composer.label') });
const answers = (page: Page) => page.getByRole('article', { name: word('chatThread.message.answer') });

/** What an answer may be made of that is not to become anything: by itself, in a link, a picture, a table, code and a heading. */
const VECTORS = [
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)" autofocus onfocus=alert(1)>x</a>',
  '<math><mtext><style><img src=x onerror=alert(1)>',
  '<form action="https://elsewhere.invalid"><button>x</button></form>',
  '<style>@import "https://elsewhere.invalid/a.css"</style>',
  '<link rel=stylesheet href=https://elsewhere.invalid/b.css>',
  '<meta http-equiv=refresh content="0;url=https://elsewhere.invalid">',
  '<object data="https://elsewhere.invalid/c"></object>',
  '<video src="https://elsewhere.invalid/d" autoplay onloadstart=alert(1)></video>',
  'javascript:alert(1)',
  'JaVaScRiPt&colon;alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:msgbox(1)',
  '//elsewhere.invalid/e',
  'https://elsewhere.invalid/f.png',
  'https://elsewhere.invalid/"onmouseover="alert(1)',
  'file:///etc/passwd',
  'blob:https://elsewhere.invalid/g',
  '$\\href{javascript:alert(1)}{x}$',
  '$$\\includegraphics{https://elsewhere.invalid/h.png}$$',
  '\\[\\htmlClass{x}{y}\\]',
  '${alert(1)}{{constructor.constructor("alert(1)")()}}',
] as const;
const DRESSES: readonly ((vector: string) => string)[] = [
  (vector) => vector,
  (vector) => `[x](${vector})`,
  (vector) => `![x](${vector})`,
  (vector) => `<${vector}>`,
  (vector) => `[x]: ${vector}\n\n[x]`,
  (vector) => `| a |\n|---|\n| ${vector} |`,
  (vector) => `\`\`\`html\n${vector}\n\`\`\``,
  (vector) => `## ${vector}`,
  (vector) => `> - **${vector}**`,
  (vector) => `[${vector}](/help "${vector}")`,
  (vector) => `x[^1]\n\n[^1]: ${vector}`,
];

const message = (id: number, parent: number | null, role: 'user' | 'assistant', text: string) => ({
  id: String(id),
  parent: parent === null ? null : String(parent),
  role,
  text,
});

/** One answer for each dress, with all vectors in it. */
const HOSTILE = DRESSES.flatMap((dress, index) => [
  message(2 * index + 1, index === 0 ? null : 2 * index, 'user', `hostile ${index}`),
  message(2 * index + 2, 2 * index + 1, 'assistant', VECTORS.map(dress).join('\n\n')),
]);
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
  ({ stored } = await addChatMember(stage.server.url, 'reader', [
    { title: 'hostile', leaf: String(HOSTILE.length), messages: HOSTILE },
    { title: 'branched', leaf: '5', messages: BRANCHED },
  ]));
});

/** Chromium says so where a policy refuses something; a dialog, a request elsewhere and an error are kept by the visit. */
async function asMember() {
  const visited = await visit(stage.browser, stage.server.url, { stored });
  const dialogs: string[] = [];
  visited.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await visited.page.goto('/chat');
  return { ...visited, dialogs };
}

it('draws hostile answers as words: no dialog, no refused policy, no request to anybody else', async () => {
  const { context, page, complaints, dialogs } = await asMember();
  await page.getByRole('link', { name: 'hostile' }).click();
  const article = answers(page);
  await expect.poll(() => article.count()).toBe(DRESSES.length);
  // Code is told apart and formulae are drawn in their own time.
  await article.locator('pre span').first().waitFor();
  await article.first().locator('math').first().waitFor();
  for (const one of await article.all()) await one.scrollIntoViewIfNeeded();
  const found = await article.evaluateAll((all) => {
    const elements = all.flatMap((one) => [...one.querySelectorAll('*')]);
    return {
      handlers: elements.flatMap(({ attributes }) => [...attributes].filter(({ name }) => name.startsWith('on')).map(({ name }) => name)),
      foreign: elements
        .filter((one) => one.matches('script, iframe, object, embed, form, style, link, meta, video, img'))
        .map(({ tagName }) => tagName),
      schemes: [...new Set(elements.filter((one) => one instanceof HTMLAnchorElement).map(({ protocol }) => protocol))].toSorted(),
    };
  });
  expect(found).toEqual({ handlers: [], foreign: [], schemes: ['http:', 'https:'] });
  expect(dialogs).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

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
