import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { barriers } from './support/barriers.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** The life of a new section: drawn by pointer and by keys, published, and walked by a record. */
const stage = openStage();
const word = wordsOf('en');
let page: Page;
let complaints: readonly string[];

const button = (name: string) => page.getByRole('button', { name, exact: true });
const chart = () => page.locator('[data-life-chart]');
const state = (name: string): Locator => chart().locator(`[data-state="${name}"]`);
const pane = () => page.locator('[data-life-pane]');
const badge = () => page.locator('tbody [data-field="@offers"]').first();
const middle = async (place: Locator): Promise<readonly [number, number]> => {
  const { x, y, width, height } = (await place.boundingBox())!;
  return [x + width / 2, y + height / 2];
};

beforeAll(async () => {
  const visited = await enter(stage, '/admin/crud/crud', { language: 'en', width: 1440, height: 900 });
  ({ page, complaints } = visited);
  await button(word('designer.start.new')).click();
  await page.getByLabel(word('designer.ask.new.english')).fill('Mugs');
  await button(word('designer.ask.new.confirm')).click();
  await page.getByRole('tab', { name: word('designer.view.life') }).click();
});

describe('the canvas of a life', () => {
  it('begins with two states, and has a third one with an arrow that is drawn by pointer', async () => {
    await button(word('designer.life.begin.begin')).click();
    await state('draft').waitFor();
    await button(word('designer.life.addState')).click();
    await pane().getByLabel(word('designer.field.label')).first().fill('Retired');
    await page.keyboard.press('Tab');
    await state('retired').waitFor();
    await page.locator('[data-life-chart][aria-busy="false"]').waitFor();
    const [from, to] = [await middle(state('published')), await middle(state('retired'))];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 5 });
    await page.mouse.up();
    await pane().getByLabel(word('designer.field.label')).first().fill('Retire');
    await page.keyboard.press('Tab');
    await chart().locator('[data-edge="published | on.retire | 0"]').waitFor();
    expect(await barriers(page, '[role="tabpanel"]')).toEqual([]);
  });

  it('takes back what was drawn, and draws on by keys alone', async () => {
    await button(word('designer.desk.undo')).click();
    await chart().locator('[data-edge="published | on.retire | 0"]').waitFor({ state: 'detached' });
    await button(word('designer.desk.redo')).click();
    const connect = button(word('designer.life.connectFrom', { state: 'Retired' }));
    await connect.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await pane().getByLabel(word('designer.field.label')).first().fill('Bring back');
    await page.keyboard.press('Tab');
    await chart().locator('[data-edge="retired | on.bringBack | 0"]').waitFor();
    await expect.poll(() => page.locator('[data-level="error"]').count()).toBe(0);
    await page.getByText(word('designer.draft.kept')).waitFor();
  });

  it('is tried with a record that is imagined, by buttons and on the drawing', async () => {
    await button(word('designer.life.trial.start')).click();
    const trial = page.getByRole('complementary', { name: word('designer.life.trial.title') });
    const place = trial.getByRole('status');
    const go = (way: string, to: string) => button(word('designer.life.trial.go', { way, state: to }));
    await expect.poll(() => place.textContent()).toContain('Draft');
    await go('Publish', 'Published').click();
    await expect.poll(() => place.textContent()).toContain('Published');
    await chart().locator('[data-edge="published | on.retire | 0"]').click();
    await expect.poll(() => place.textContent()).toContain('Retired');
    await go('Bring back', 'Draft').waitFor();
    expect(await barriers(page, '[role="tabpanel"]')).toEqual([]);
    await trial.getByRole('button', { name: word('designer.life.trial.back') }).click();
    await expect.poll(() => place.textContent()).toContain('Published');
    await button(word('designer.life.trial.end')).click();
    await pane().getByLabel(word('designer.field.label')).first().waitFor();
  });

  it('is published, and a record walks through it', async () => {
    await button(word('designer.desk.review')).click();
    await button(word('designer.review.publish')).click();
    await button(word('designer.published.open', { name: 'Mugs' })).click();
    await button(word('resources.kit.table.add')).first().click();
    await page.getByRole('dialog').getByLabel('Name').first().fill('Blue mug');
    await button(word('resources.kit.form.save')).click();
    for (const [event, title] of [
      ['Publish', 'Published'],
      ['Retire', 'Retired'],
      ['Bring back', 'Draft'],
    ] as const) {
      await badge().click();
      await page.getByRole('menuitem', { name: event, exact: true }).click();
      await expect.poll(() => badge().textContent()).toContain(title);
    }
  });

  it('is asked what would have become of what was done, as it stands and without one of its arrows', async () => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: word('menu.crud.crud') })
      .first()
      .click();
    await button(word('designer.published.resume')).click();
    await page.getByRole('tab', { name: word('designer.view.life') }).click();
    await button(word('designer.life.rehearsal.start')).click();
    const drawer = page.getByRole('dialog', { name: word('designer.life.rehearsal.title') });
    await drawer.getByText(word('designer.life.rehearsal.same', { count: 3 })).waitFor();
    await expect.poll(() => barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await chart().locator('[data-edge="retired | on.bringBack | 0"]').click();
    await button(word('designer.life.removeArrow')).click();
    await chart().locator('[data-edge="retired | on.bringBack | 0"]').waitFor({ state: 'detached' });
    // What is never left has to be an end before anything can be asked.
    await expect.poll(() => button(word('designer.life.rehearsal.start')).isDisabled()).toBe(true);
    await state('retired').click();
    await pane().getByLabel(word('designer.life.final')).click();
    await button(word('designer.life.rehearsal.start')).click();
    await drawer.getByText(word('designer.life.rehearsal.changed', { count: 3, other: 1 })).waitFor();
    await drawer.getByRole('row', { name: /^Bring back 1 1/u }).waitFor();
    expect(complaints).toEqual([]);
  });
});
