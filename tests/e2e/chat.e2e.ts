import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { signIn } from './support/admin-calls.ts';
import { visit } from './support/browser.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';
import { answers, box } from './support/chat-page.ts';

/** The chat of a visitor, with the answerer that needs no key. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
const word = wordsOf('zh-cn');

const stopButton = (page: Page) => page.getByRole('button', { name: word('chatPage.composer.stop') });
/**
 * Waits until there are so many answers, each is whole, and one more can be asked for. The button for sending alone says less: it stands there too
 * between what was sent and the beginning of its answer; and it comes back a moment after the last word.
 */
async function areWhole(page: Page, count: number): Promise<void> {
  const whole = Array.from({ length: count }, () => 'false');
  await expect.poll(() => answers(page).evaluateAll((all) => all.map((one) => one.ariaBusy))).toEqual(whole);
  await page.getByRole('button', { name: word('chatPage.composer.send') }).waitFor();
}

it('answers a visitor with a source, and goes on where the page was left, in every tab, until it is stopped', async () => {
  const { context, page, complaints } = await visit(stage.browser, stage.server.url);
  await page.goto(`/chat?q=${encodeURIComponent('忘记密码怎么办？')}`);
  await box(page).waitFor();
  await expect.poll(() => box(page).inputValue()).toBe('忘记密码怎么办？');
  await expect.poll(() => page.title()).toContain(word('common.title.chat'));
  await box(page).press('Enter');
  await page
    .getByRole('list', { name: word('chatThread.message.sources') })
    .getByRole('link')
    .first()
    .waitFor();
  await areWhole(page, 1);
  await expect.poll(() => box(page).inputValue()).toBe('');

  await box(page).fill('/sample');
  await box(page).press('Enter');
  // The server has the question once there is an answer, which is hardly whole by then.
  await answers(page).nth(1).waitFor();
  await page.reload();
  await areWhole(page, 2);

  // The other tab hears of what is asked in this one, and stops it.
  const other = await context.newPage();
  await other.goto(page.url());
  await answers(other).nth(1).waitFor();
  const stopped = answers(page).last().getByText(word('chatThread.message.state.stopped'));
  // On a busy machine an answer may be whole before the press arrives: then there is another to be stopped, as long as no check is due.
  for (let asked = 3; asked <= 5 && (await stopped.count()) === 0; asked += 1) {
    await box(page).fill('/sample');
    await box(page).press('Enter');
    await answers(page)
      .nth(asked - 1)
      .waitFor();
    // The button goes with the end of the answer, also while somebody is about to press it.
    await stopButton(other)
      .click({ timeout: 10_000 })
      .catch(() => undefined);
    await areWhole(page, asked);
  }
  for (const tab of [page, other]) await answers(tab).last().getByText(word('chatThread.message.state.stopped')).waitFor();
  const texts = await Promise.all([page, other].map((tab) => answers(tab).last().innerText()));
  expect(texts[0]).toBe(texts[1]);
  await other.setViewportSize({ width: 390, height: 844 });
  await other.getByRole('button', { name: word('chatPage.page.openList') }).click();
  const drawer = other.getByRole('dialog', { name: word('chatPage.page.conversations') });
  await drawer.getByRole('link', { name: '忘记密码怎么办？' }).waitFor();
  await other.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  // A server with much to do puts a call off, and the page asks again: the browser makes a note of each.
  expect(complaints.filter((complaint) => !complaint.includes('status of 503'))).toEqual([]);
  await context.close();
});

it('asks a visitor who has asked enough for the security check, and sends what was typed after it', async () => {
  const calls = await signIn(stage.server.url);
  await calls.post('routine.Config/edit', { chat_captcha: 1 });
  const { context, page, complaints } = await visit(stage.browser, stage.server.url);
  await page.goto('/chat');
  const send = async (question: string): Promise<void> => {
    await box(page).fill(question);
    await box(page).press('Enter');
  };
  await send('忘记密码怎么办？');
  await areWhole(page, 1);
  const drawn = page.waitForResponse((response) => response.url().includes('/clickCaptcha'));
  await send('怎样注册？');
  const dialog = page.getByRole('dialog', { name: word('captcha.title') });
  await dialog.waitFor();
  const id = new URL((await drawn).url()).searchParams.get('id');
  // Whoever closes it keeps what they typed, and is told why it was not sent.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => box(page).inputValue()).toBe('怎样注册？');
  await page.getByRole('alert').getByText(word('refusals.chat.captcha')).waitFor();
  expect(id).not.toBeNull();

  const again = page.waitForResponse((response) => response.url().includes('/clickCaptcha'));
  await box(page).press('Enter');
  const picture = new URL((await again).url()).searchParams.get('id');
  const board = page.getByRole('application');
  await board.waitFor();
  const reply = await fetch(`${stage.server.url}/test-controls/captcha-answer`, { method: 'POST', body: JSON.stringify({ id: picture }) });
  const { width, height, points } = (await reply.json()) as { width: number; height: number; points: { x: number; y: number }[] };
  const shown = (await board.boundingBox())!;
  for (const { x, y } of points) await board.click({ position: { x: (x / width) * shown.width, y: (y / height) * shown.height } });
  await answers(page).nth(1).waitFor();
  await expect.poll(() => box(page).inputValue()).toBe('');
  expect(complaints.filter((one) => !one.includes('clickCaptcha'))).toEqual([]);
  await context.close();
  await calls.post('routine.Config/edit', { chat_captcha: 5 });
});
