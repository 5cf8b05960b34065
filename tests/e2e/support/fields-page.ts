import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { FORM_FIELD_KINDS } from '#domain/fields/field';
import { visit, type Visit } from './browser.ts';
import type { Scene } from './stage.ts';

export type Kind = (typeof FORM_FIELD_KINDS)[number];

/** What is still open may give the focus back to where it came from. */
async function focusOn(element: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await element.focus();
      return element.evaluate((one) => new Promise((resolve) => requestAnimationFrame(() => resolve(one === document.activeElement))));
    })
    .toBe(true);
}

/** The page that has every kind of field, each empty, filled in and wrong. */
export function fieldsPage(stage: Scene) {
  let visited: Visit;
  let page: Page;
  beforeAll(async () => {
    visited = await visit(stage.browser, stage.server.url);
    ({ page } = visited);
    await page.goto('/dev/fields');
    // The heaviest of them comes last.
    await page.locator('#field-emptySample-richText').waitFor({ timeout: 60_000 });
  });
  afterAll(() => visited?.context.close());

  /** In the state in which nothing is filled in. */
  const input = (kind: Kind): Locator => page.locator(`#field-emptySample-${kind}`);
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Over what is there, and leaves it. */
  const type = async (kind: Kind, text: string): Promise<void> => {
    await expect
      .poll(async () => {
        await focusOn(input(kind));
        await press('Control+a');
        await page.keyboard.type(text);
        return input(kind).inputValue();
      })
      .toBe(text);
    await press('Escape', 'Tab');
  };
  return {
    focusOn,
    input,
    press,
    type,
    /** The state in which nothing is filled in. */
    empty: (kind: Kind): Locator => page.locator(`#${kind} fieldset`).first(),
    get page() {
      return page;
    },
    get complaints() {
      return visited.complaints;
    },
  };
}
