import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { signIn } from './support/admin-calls.ts';
import { visit, type Visit } from './support/browser.ts';
import { addSignedInMember, type SignedInMember } from './support/signed-in-member.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** What leads on from an answer, and what helps to ask, with the answerer that needs no key. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
const word = wordsOf('zh-cn');

const box = (page: Page) => page.getByRole('textbox', { name: word('chatPage.composer.label') });
const answers = (page: Page) => page.getByRole('article', { name: word('chatThread.message.answer') });
const button = (page: Page, key: string, turn = -1) =>
  answers(page)
    .nth(turn)
    .getByRole('button', { name: word(`chatThread.message.${key}`), exact: true });
const isFocused = (page: Page): Promise<boolean> => box(page).evaluate((element) => element === document.activeElement);

async function ask(page: Page, question: string): Promise<void> {
  const before = await answers(page).count();
  await box(page).fill(question);
  await box(page).press('Enter');
  await answers(page).nth(before).waitFor();
  await page.getByRole('button', { name: word('chatPage.composer.send') }).waitFor();
  await button(page, 'copy').waitFor();
}

/** Selects words of the last answer as a pointer does, from one end to the other. */
const select = (page: Page, words: string) =>
  answers(page)
    .last()
    .evaluate((article, wanted) => {
      const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1;
        if (at === -1) continue;
        node.parentElement?.scrollIntoView({ block: 'center' });
        document.getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
        return;
      }
      throw new Error('no such words');
    }, words);

let member: SignedInMember;
beforeAll(async () => {
  member = await addSignedInMember(stage.server.url, 'reader');
});

it('quotes what is selected of an answer, beside it or by its button, and else how the answer begins', async () => {
  const { context, page, complaints } = await visit(stage.browser, stage.server.url);
  await page.goto('/chat');
  await ask(page, '/sample');
  const selected = '茶壶';
  await select(page, selected);
  const beside = page.getByRole('button', { name: word('chatThread.message.quote'), exact: true }).last();
  await expect.poll(() => beside.evaluate((element) => element.parentElement === document.body)).toBe(true);
  await beside.click();
  await expect.poll(async () => [await box(page).inputValue(), await isFocused(page)]).toEqual([`> ${selected}\n\n`, true]);
  // It is gone with what was selected.
  await page.locator('body > button').waitFor({ state: 'detached' });
  await page.keyboard.type('说明？');

  // Behind what is typed, from the keyboard: nothing is selected now.
  await button(page, 'quote').focus();
  await page.keyboard.press('Enter');
  const typed = await box(page).inputValue();
  expect(typed.startsWith(`> ${selected}\n\n说明？\n\n> `)).toBe(true);
  expect(typed.length).toBeLessThan(600);
  await expect.poll(() => isFocused(page)).toBe(true);

  // A selection that leaves the answer is not quoted: what was offered for one within it goes.
  await select(page, selected);
  await page.locator('body > button').waitFor();
  await page.evaluate(() => {
    const [first, last] = [document.querySelector('article')!, document.querySelector('[data-answer]')!];
    document.getSelection()?.setBaseAndExtent(first, 0, last, 1);
  });
  await page.locator('body > button').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

/** A device with voices, which says what the test lets it. */
async function withVoices(visited: Visit, voices: readonly { readonly lang: string; readonly localService: boolean }[]): Promise<void> {
  await visited.page.addInitScript((given) => {
    const said: { text: string; lang: string }[] = [];
    const queue: SpeechSynthesisUtterance[] = [];
    class Utterance extends EventTarget {
      lang = '';
      voice = null;
      readonly text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    }
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => given.map((voice, index) => ({ ...voice, name: String(index), default: false })),
      speak(utterance: SpeechSynthesisUtterance) {
        queue.push(utterance);
        said.push({ text: utterance.text, lang: utterance.lang });
      },
      cancel() {
        for (const utterance of queue.splice(0)) setTimeout(() => utterance.dispatchEvent(new Event('error')));
      },
    });
    Object.defineProperty(globalThis, 'speechSynthesis', { value: speech });
    Object.defineProperty(globalThis, 'SpeechSynthesisUtterance', { value: Utterance });
    Object.assign(globalThis, {
      speech: { said, queue, end: () => queue.splice(0).forEach((utterance) => utterance.dispatchEvent(new Event('end'))) },
    });
  }, voices);
}
interface Spoken {
  readonly said: readonly { readonly text: string; readonly lang: string }[];
  readonly queue: readonly unknown[];
  readonly end: () => void;
}
const speech = (page: Page) =>
  page.evaluate(() => {
    const { said, queue } = (globalThis as unknown as { speech: Spoken }).speech;
    return { said: [...said], waiting: queue.length };
  });

it('reads answers aloud with a voice of the device, one at a time, until it is told to stop, is through, or another conversation is shown', async () => {
  const visited = await visit(stage.browser, stage.server.url);
  const { context, page, complaints } = visited;
  await withVoices(visited, [
    { lang: 'zh-CN', localService: false },
    { lang: 'zh_CN', localService: true },
  ]);
  await page.goto('/chat');
  await ask(page, '怎样注册？');
  await ask(page, '忘记密码怎么办？');
  await button(page, 'readAloud', 0).focus();
  await page.keyboard.press('Enter');
  await button(page, 'stopReading', 0).waitFor();
  const first = await speech(page);
  expect([first.waiting > 0, new Set(first.said.map(({ lang }) => lang))]).toEqual([true, new Set(['zh_CN'])]);
  expect(first.said.some(({ text }) => /[*#`|]|\]\(/u.test(text))).toBe(false);
  // Another one takes its place.
  await button(page, 'readAloud', 1).click();
  await button(page, 'stopReading', 1).waitFor();
  await button(page, 'readAloud', 0).waitFor();
  const second = await speech(page);
  expect(second.waiting).toBe(second.said.length - first.said.length);
  await button(page, 'stopReading', 1).click();
  await button(page, 'readAloud', 1).waitFor();
  await expect.poll(async () => (await speech(page)).waiting).toBe(0);
  // To its end.
  await button(page, 'readAloud', 1).click();
  await button(page, 'stopReading', 1).waitFor();
  await page.evaluate(() => (globalThis as unknown as { speech: Spoken }).speech.end());
  await button(page, 'readAloud', 1).waitFor();
  // Elsewhere nobody hears it.
  await button(page, 'readAloud', 1).click();
  await button(page, 'stopReading', 1).waitFor();
  await page.getByRole('link', { name: word('chatPage.list.new') }).click();
  await page.getByRole('heading', { name: word('chatPage.thread.welcome') }).waitFor();
  await expect.poll(async () => (await speech(page)).waiting).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it('offers no reading where the device has no voice of its own, nor for what it has none', async () => {
  for (const lang of [null, 'en-US']) {
    const visited = await visit(stage.browser, stage.server.url);
    await withVoices(visited, [{ lang: 'zh-CN', localService: false }, ...(lang === null ? [] : [{ lang, localService: true }])]);
    await visited.page.goto('/chat');
    await ask(visited.page, '怎样注册？');
    await expect.poll(() => button(visited.page, 'readAloud').count()).toBe(0);
    await visited.context.close();
  }
});

it('says which model has answered and how fast, and shares a conversation up to an answer', async () => {
  const { context, page, complaints } = await visit(stage.browser, stage.server.url, { stored: member.stored });
  await page.goto('/chat');
  await ask(page, '/sample');
  await ask(page, '忘记密码怎么办？');
  const facts = answers(page)
    .first()
    .locator('details', { has: page.locator('summary[title]') });
  await facts.locator('summary').focus();
  await page.keyboard.press('Enter');
  await facts.getByText(/首字.*每秒 \d+ 字/u).waitFor();

  await button(page, 'share', 0).click();
  const dialog = page.getByRole('dialog', { name: word('chatWindows.share.title') });
  await dialog.getByText(word('chatWindows.share.hintHere')).waitFor();
  await dialog.getByRole('button', { name: word('chatWindows.share.add') }).click();
  const copy = dialog.getByRole('link', { name: word('chatWindows.share.messages', { count: 2 }) });
  await copy.waitFor();
  const shared = (await copy.getAttribute('href'))!;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 320, height: 640 });
  await button(page, 'quote', 0).scrollIntoViewIfNeeded();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const stranger = await visit(stage.browser, stage.server.url);
  await stranger.page.goto(shared);
  await stranger.page.getByRole('article', { name: word('chatWindows.shared.question') }).waitFor();
  expect(await stranger.page.getByRole('article').count()).toBe(2);
  expect(await stranger.page.getByText('忘记密码怎么办？').count()).toBe(0);
  expect([...complaints, ...stranger.complaints]).toEqual([]);
  await Promise.all([context.close(), stranger.context.close()]);
});

it('sends with Ctrl and Enter where that was chosen, now and the next time, and says so', async () => {
  const { context, page, complaints } = await visit(stage.browser, stage.server.url);
  await page.goto('/chat');
  await page.getByText(word('chatPage.composer.keys.enter')).waitFor();
  const swap = async () => {
    await page.getByRole('button', { name: word('chatPage.list.allActions') }).click();
    const item = page.getByRole('menuitemcheckbox', { name: word('chatWindows.menu.withCtrl') });
    await item.waitFor();
    const was = await item.getAttribute('aria-checked');
    await item.click();
    return was;
  };
  expect(await swap()).toBe('false');
  await page.getByText(word('chatPage.composer.keys.ctrlEnter')).waitFor();
  await page.reload();
  await page.getByText(word('chatPage.composer.keys.ctrlEnter')).waitFor();
  await box(page).fill('怎样注册？');
  await box(page).press('Enter');
  await expect.poll(() => box(page).inputValue()).toBe('怎样注册？\n');
  await box(page).press('Control+Enter');
  await answers(page).first().waitFor();
  await button(page, 'copy').waitFor();
  expect(await swap()).toBe('true');
  await box(page).fill('忘记密码怎么办？');
  await box(page).press('Enter');
  await answers(page).nth(1).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('offers prompts behind a slash, takes one by keys or a press, and leaves the box alone otherwise', async () => {
  const calls = await signIn(stage.server.url);
  const add = (name: string, body: string, audience: string, weigh: number) =>
    calls.post('chat.Prompt/add', { kind: 'command', name, body, audience, status: '1', weigh });
  for (const [name, body, audience] of [
    ['三句话', '请用三句话概括：', 'all'],
    ['给同事', '写给同事的说明：', 'admin'],
  ] as const)
    expect((await add(name, body, audience, 1)).code).toBe(1);
  const { context, page, complaints } = await visit(stage.browser, stage.server.url);
  await page.goto('/chat');
  await page.getByPlaceholder(word('chatPage.composer.placeholderWithPrompts')).waitFor();
  const list = page.getByRole('listbox', { name: word('chatWindows.prompts.label') });
  const names = async () => (await list.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0]);
  await box(page).focus();
  await page.keyboard.type('/');
  await list.waitFor();
  await expect.poll(names).toEqual(['/sample', '/who', '三句话']);
  const pointed = () =>
    box(page).evaluate((element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '');
  await expect.poll(pointed).toContain('/sample');
  await page.keyboard.press('ArrowUp');
  await expect.poll(pointed).toContain('三句话');
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'detached' });
  await expect
    .poll(async () => [await box(page).inputValue(), await isFocused(page), await answers(page).count()])
    .toEqual(['请用三句话概括：', true, 0]);
  await expect.poll(() => box(page).getAttribute('aria-activedescendant')).toBeNull();

  await box(page).fill('/s');
  await list.waitFor();
  await expect.poll(names).toEqual(['/sample']);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await expect.poll(() => box(page).inputValue()).toBe('/s');
  // Nothing is offered: the key is the box's again.
  await box(page).fill('');
  await box(page).fill('/w');
  await list.getByRole('option').first().click();
  await expect.poll(() => box(page).inputValue()).toBe('/who');
  await page.keyboard.press('Enter');
  await answers(page).first().waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await box(page).fill('/');
  await list.waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  // A finger presses without having pointed.
  await list.getByRole('option').nth(2).dispatchEvent('click');
  await expect.poll(() => box(page).inputValue()).toBe('请用三句话概括：');
  expect(complaints).toEqual([]);
  await context.close();
});
