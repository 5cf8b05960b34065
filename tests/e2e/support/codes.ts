import type { Page, Response } from 'playwright-core';
import { expect } from 'vitest';
import type { Scene } from './stage.ts';

/** Where a picture wants to be clicked, in its own pixels. */
export interface CaptchaAnswer {
  readonly width: number;
  readonly height: number;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Pixels that the crosshair moves by an arrow key, and with Shift. */
const STEP = 6;
const FAR_STEP = 24;

const CODE = /\b\d{6}\b/u;

/** Codes and captchas of a server with test controls. */
export function codesOf(stage: Scene) {
  /** The message whose code was read last. */
  let read = '';
  const control = async (name: string, body: object): Promise<unknown> =>
    (await (await fetch(`${stage.server.url}/test-controls/${name}`, { method: 'POST', body: JSON.stringify(body) })).json()) as unknown;

  const newest = async (): Promise<string> => {
    const [message] = (await control('outbox', {})) as readonly Readonly<Record<string, unknown>>[];
    return JSON.stringify(message ?? null);
  };

  const answerTo = async (reply: Promise<Response>): Promise<CaptchaAnswer> =>
    (await control('captcha-answer', { id: new URL((await reply).url()).searchParams.get('id') })) as CaptchaAnswer;

  return {
    control,
    /** The next picture that is drawn. */
    drawing: (page: Page): Promise<Response> => page.waitForResponse((response) => response.url().includes('/clickCaptcha')),

    /** Clicks where the picture of this reply wants it. */
    solve: async (page: Page, reply: Promise<Response>): Promise<void> => {
      const answer = await answerTo(reply);
      const board = page.getByRole('application');
      await board.waitFor();
      const box = await board.boundingBox();
      if (!box) throw new Error('the picture is not shown');
      for (const { x, y } of answer.points)
        await page.mouse.click(box.x + (x / answer.width) * box.width, box.y + (y / answer.height) * box.height);
    },

    /** Leads the crosshair there by arrow keys. */
    solveByKeys: async (page: Page, reply: Promise<Response>): Promise<void> => {
      const { width, height, points } = await answerTo(reply);
      const board = page.getByRole('application');
      await expect.poll(() => board.evaluate((element) => element === document.activeElement)).toBe(true);
      let at = { x: width / 2, y: height / 2 };
      const move = async (keys: readonly [back: string, on: string], distance: number): Promise<number> => {
        const key = keys[distance > 0 ? 1 : 0];
        const steps = Math.round(Math.abs(distance) / STEP);
        const far = Math.floor((steps * STEP) / FAR_STEP);
        for (let step = 0; step < far; step += 1) await page.keyboard.press(`Shift+${key}`);
        for (let step = far * (FAR_STEP / STEP); step < steps; step += 1) await page.keyboard.press(key);
        return Math.sign(distance) * steps * STEP;
      };
      for (const { x, y } of points) {
        at = {
          x: at.x + (await move(['ArrowLeft', 'ArrowRight'], x - at.x)),
          y: at.y + (await move(['ArrowUp', 'ArrowDown'], y - at.y)),
        };
        await page.keyboard.press('Enter');
      }
      await board.waitFor({ state: 'detached' });
    },

    /** The code of the newest message in the outbox, once one is there that was not read before: a job brings it. */
    codeSent: async (): Promise<string> => {
      await expect.poll(async () => [await newest()].filter((message) => message !== read && CODE.test(message)).length).toBe(1);
      read = await newest();
      return CODE.exec(read)?.[0] ?? '';
    },
  };
}
