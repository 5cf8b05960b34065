import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const TABS_AT_MOST = 90;

/** What has the keyboard, and whether it shows that. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return { name: '', isSeen: false };
    const label = element.getAttribute('aria-label') ?? (element instanceof HTMLInputElement ? element.name : element.textContent);
    // A field shows it on the edge of its box, what is pressed anywhere on a card around all of the card.
    const boxes = [element, element.parentElement, element.closest('.tp-input')];
    const hasRing =
      boxes.some((box) => box && getComputedStyle(box).outlineStyle !== 'none') ||
      getComputedStyle(element, '::after').outlineStyle !== 'none';
    const { width, height } = element.getBoundingClientRect();
    return { name: (label ?? '').trim(), isSeen: element.matches(':focus-visible') && hasRing && width > 0 && height > 0 };
  });

/** Says where the keyboard is, once it is there. */
export async function lands(page: Page, name: string): Promise<void> {
  await expect.poll(() => focused(page)).toEqual({ name, isSeen: true });
}

const holds = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement);

/** Waits until this has the keyboard. */
export async function hasFocus(target: Locator): Promise<void> {
  await expect.poll(() => holds(target)).toBe(true);
}

/** Goes on by Tab until this has the keyboard, and shows it. @param target what it is called, or itself */
export async function tabTo(page: Page, target: string | Locator): Promise<void> {
  const isThere = async () => (typeof target === 'string' ? (await focused(page)).name === target : await holds(target));
  for (let step = 0; step < TABS_AT_MOST && !(await isThere()); step += 1) await page.keyboard.press('Tab');
  if (typeof target === 'string') return lands(page, target);
  await expect
    .poll(async () => ({ isThere: await holds(target), isSeen: (await focused(page)).isSeen }))
    .toEqual({ isThere: true, isSeen: true });
}

/** Whether the keyboard is in there, or comes to be. */
export async function keepsKeyboard(within: Locator): Promise<void> {
  await expect.poll(() => within.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}
