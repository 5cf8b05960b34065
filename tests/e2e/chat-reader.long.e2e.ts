import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { visit, type Visit } from './support/browser.ts';
import { answerButton, answers, ask, box } from './support/chat-page.ts';
import { addSignedInMember, type SignedInMember } from './support/signed-in-member.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** What a reader does with answers besides, and by which keys one sends, with the answerer that needs no key. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
const word = wordsOf('zh-cn');

let member: SignedInMember;
beforeAll(async () => {
  member = await addSignedInMember(stage.server.url, 'reader');
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
  await answerButton(page, 'readAloud', 0).focus();
  await page.keyboard.press('Enter');
  await answerButton(page, 'stopReading', 0).waitFor();
  const first = await speech(page);
  expect([first.waiting > 0, new Set(first.said.map(({ lang }) => lang))]).toEqual([true, new Set(['zh_CN'])]);
  expect(first.said.some(({ text }) => /[*#`|]|\]\(/u.test(text))).toBe(false);
  // Another one takes its place.
  await answerButton(page, 'readAloud', 1).click();
  await answerButton(page, 'stopReading', 1).waitFor();
  await answerButton(page, 'readAloud', 0).waitFor();
  const second = await speech(page);
  expect(second.waiting).toBe(second.said.length - first.said.length);
  await answerButton(page, 'stopReading', 1).click();
  await answerButton(page, 'readAloud', 1).waitFor();
  await expect.poll(async () => (await speech(page)).waiting).toBe(0);
  // To its end.
  await answerButton(page, 'readAloud', 1).click();
  await answerButton(page, 'stopReading', 1).waitFor();
  await page.evaluate(() => (globalThis as unknown as { speech: Spoken }).speech.end());
  await answerButton(page, 'readAloud', 1).waitFor();
  // Elsewhere nobody hears it.
  await answerButton(page, 'readAloud', 1).click();
  await answerButton(page, 'stopReading', 1).waitFor();
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
    await expect.poll(() => answerButton(visited.page, 'readAloud').count()).toBe(0);
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

  await answerButton(page, 'share', 0).click();
  const dialog = page.getByRole('dialog', { name: word('chatWindows.share.title') });
  await dialog.getByText(word('chatWindows.share.hintHere')).waitFor();
  await dialog.getByRole('button', { name: word('chatWindows.share.add') }).click();
  const copy = dialog.getByRole('link', { name: word('chatWindows.share.messages', { count: 2 }) });
  await copy.waitFor();
  const shared = (await copy.getAttribute('href'))!;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 320, height: 640 });
  await answerButton(page, 'quote', 0).scrollIntoViewIfNeeded();
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
  await answerButton(page, 'copy').waitFor();
  expect(await swap()).toBe('true');
  await box(page).fill('忘记密码怎么办？');
  await box(page).press('Enter');
  await answers(page).nth(1).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
