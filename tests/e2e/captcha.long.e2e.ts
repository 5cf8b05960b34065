import type { Page, Response } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { visit, type Visit } from './support/browser.ts';
import { spoken } from './support/languages.ts';
import { ADMIN_PASSWORD } from './support/server-process.ts';
import { openStage } from './support/stage.ts';
import { wordsOf, type Language } from './support/words.ts';

/** The click captcha at the sign-in, in a real browser: by mouse, by keyboard, clicked wrong, and not loading. */
const stage = openStage({ entry: 'tests/support/start-test.ts' });

const control = async (name: string, body: object): Promise<Readonly<Record<string, unknown>>> =>
  (await (await fetch(`${stage.server.url}/test-controls/${name}`, { method: 'POST', body: JSON.stringify(body) })).json()) as never;

beforeAll(async () => {
  await control('set-config', { name: 'admin_login_captcha', value: '1' });
});

interface Answer {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly width: number;
  readonly height: number;
}

const drawing = (page: Page): Promise<Response> => page.waitForResponse((response) => response.url().includes('/clickCaptcha'));

/** Where to click on the picture of this reply, which is shown when this ends. */
async function answerTo(page: Page, reply: Promise<Response>): Promise<Answer> {
  const id = new URL((await reply).url()).searchParams.get('id');
  await page.getByRole('application').waitFor();
  return (await control('captcha-answer', { id })) as unknown as Answer;
}

async function submit(page: Page): Promise<void> {
  await page.locator('input[name="username"]').fill('admin');
  await page.locator('input[name="password"]').fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
}

async function click(page: Page, { width, height }: Answer, { x, y }: Answer['points'][number]): Promise<void> {
  const board = page.getByRole('application');
  const box = await board.boundingBox();
  if (!box) throw new Error('the picture is not shown');
  await page.mouse.click(box.x + (x / width) * box.width, box.y + (y / height) * box.height);
}

describe.each<Language>(spoken('en'))('the captcha in %s', (language) => {
  const word = wordsOf(language);

  async function reachLogin(size: { width: number; height: number }): Promise<Visit> {
    const visited = await visit(stage.browser, stage.server.url, size);
    await visited.page.goto('/admin/login');
    await visited.page.locator('input[name="username"]').waitFor();
    if (language === 'en') {
      await visited.page.getByRole('button', { name: 'English' }).click();
      await visited.page.getByRole('heading', { name: word('admin.login.title') }).waitFor();
    }
    return visited;
  }

  it('is solved by mouse after a wrong try, and a point placed by mistake is taken back', async () => {
    const { context, page, complaints } = await reachLogin({ width: 1280, height: 800 });
    const first = drawing(page);
    await submit(page);
    const wrong = await answerTo(page, first);
    const [one, two, three] = wrong.points;
    if (!one || !two || !three) throw new Error('three points are asked for');
    const next = drawing(page);
    await click(page, wrong, two);
    await page.getByRole('button', { name: word('captcha.point', { number: 1 }) }).click();
    await expect.poll(() => page.getByRole('button', { name: word('captcha.point', { number: 1 }) }).count()).toBe(0);
    for (const point of [two, one, three]) await click(page, wrong, point);
    await page.getByText(word('captcha.wrong')).waitFor();
    const right = await answerTo(page, next);
    for (const point of right.points) await click(page, right, point);
    await page.getByText(word('captcha.passed')).waitFor();
    await page.waitForURL(/\/admin\/(?!login)/u);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is solved by keyboard on a phone-sized screen', async () => {
    const { context, page, complaints } = await reachLogin({ width: 360, height: 700 });
    const reply = drawing(page);
    await submit(page);
    const answer = await answerTo(page, reply);
    const board = page.getByRole('application');
    await expect.poll(() => board.evaluate((element) => element === document.activeElement)).toBe(true);
    let at = { x: answer.width / 2, y: answer.height / 2 };
    for (const point of answer.points) {
      const [right, down] = [Math.round((point.x - at.x) / 6), Math.round((point.y - at.y) / 6)];
      for (let step = 0; step < Math.abs(right); step += 1) await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
      for (let step = 0; step < Math.abs(down); step += 1) await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
      at = { x: at.x + right * 6, y: at.y + down * 6 };
      await page.keyboard.press('Enter');
    }
    await page.waitForURL(/\/admin\/(?!login)/u);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is passed without its picture, by keyboard and by ear, and led back from', async () => {
    const { context, page, complaints } = await reachLogin({ width: 360, height: 700 });
    const reply = drawing(page);
    await submit(page);
    await answerTo(page, reply);
    const dialog = page.getByRole('dialog', { name: word('captcha.title') });
    const other = dialog.getByRole('button', { name: word('captcha.work.other') });
    // Whoever hears the picture's name hears that there is another way, and where.
    const described = await page
      .getByRole('application')
      .evaluate((board) => (board.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent));
    expect(described).toEqual([word('captcha.keyboard'), word('captcha.work.other')]);
    const tabTo = async (name: string): Promise<void> => {
      for (let press = 0; press < 8; press += 1) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return;
      }
      throw new Error(`no way by Tab to ${name}`);
    };
    // Work that never ends: there and back again.
    await context.route(/captcha-task\.worker/u, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await tabTo(word('captcha.work.other'));
    await page.keyboard.press('Enter');
    const panel = dialog.getByRole('region', { name: word('captcha.work.title') });
    await dialog.getByRole('progressbar', { name: word('captcha.work.progress') }).waitFor();
    await expect.poll(() => panel.evaluate((element) => element === document.activeElement)).toBe(true);
    await dialog
      .getByRole('status')
      .getByText(word('captcha.work.working', { percent: 0 }))
      .waitFor();
    const again = drawing(page);
    await tabTo(word('captcha.work.picture'));
    await page.keyboard.press('Enter');
    await answerTo(page, again);
    await expect.poll(() => page.getByRole('application').evaluate((element) => element === document.activeElement)).toBe(true);
    await context.unroute(/captcha-task\.worker/u);
    await tabTo(word('captcha.work.other'));
    await expect.poll(() => other.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    // Some hundred hashes with four megabytes each.
    await page.waitForURL(/\/admin\/(?!login)/u, { timeout: 60_000 });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says when it cannot be loaded, and loads when asked again; closing it keeps what was typed', async () => {
    const { context, page, complaints } = await reachLogin({ width: 1280, height: 800 });
    await page.route(/\/clickCaptcha/u, (route) => route.fulfill({ status: 500 }));
    await submit(page);
    await page.getByText(word('captcha.loadFailed')).waitFor();
    await page.unroute(/\/clickCaptcha/u);
    const reply = drawing(page);
    await page.getByRole('button', { name: word('captcha.loadFailed') }).click();
    await answerTo(page, reply);
    const again = drawing(page);
    await page.getByRole('button', { name: word('captcha.refresh') }).click();
    await answerTo(page, again);
    await page.getByRole('button', { name: word('captcha.close') }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => page.locator('input[name="password"]').inputValue()).toBe(ADMIN_PASSWORD);
    // The reply that failed is what the browser itself complains about.
    expect(complaints.filter((complaint) => !complaint.includes('status of 500'))).toEqual([]);
    await context.close();
  });
});
