import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { barriers } from './support/barriers.ts';
import { hasFocus } from './support/keys.ts';
import type { Visit } from './support/browser.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';
import { button } from './support/locators.ts';

/** A section is drawn, published and used in one back office, by pointer and by keys; another one has it without being loaded again. */
const stage = openStage();
const word = wordsOf('en');
let drawing: Visit;
let watching: Visit;
/** What a person does, whatever the machine's speed. */
let acts = 0;

const rows = (page: Page) => page.locator('tbody [data-id]');

async function press(place: Locator): Promise<void> {
  acts += 1;
  await place.click();
}
async function type(place: Locator, text: string): Promise<void> {
  acts += 1;
  await place.fill(text);
}
async function key(page: Page, name: string): Promise<void> {
  acts += 1;
  await page.keyboard.press(name);
}
/** Leads the keyboard there as soon as it can be: a button that still waits for its list takes no focus. */
async function reach(place: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await place.focus();
      return place.evaluate((element) => element === document.activeElement);
    })
    .toBe(true);
}
const menuItem = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).first();

beforeAll(async () => {
  drawing = await enter(stage, '/admin/crud/crud', { language: 'en' });
  watching = await enter(stage, '/admin/goods/goods', { language: 'en' });
  await button(drawing.page, word('designer.start.new')).waitFor();
  await rows(watching.page).first().waitFor();
});

describe('the section designer', () => {
  it('leads from nothing to the first saved record by pointer, and other back offices have the section', async () => {
    const { page, complaints } = drawing;
    await press(button(page, word('designer.start.new')));
    await type(page.getByLabel(word('designer.ask.new.english')), 'Cups');
    await press(button(page, word('designer.ask.new.confirm')));
    await press(button(page, word('designer.pieces.integer')));
    await type(page.getByLabel(word('designer.field.label')).first(), 'Size');
    expect(await barriers(page)).toEqual([]);
    await press(button(page, word('designer.desk.review')));
    await press(button(page, word('designer.review.publish')));
    await press(button(page, word('designer.published.open', { name: 'Cups' })));
    await press(button(page, word('resources.kit.table.add')).first());
    await type(page.getByRole('dialog').getByLabel('Name').first(), 'Blue cup');
    await type(page.getByRole('dialog').getByLabel('Size').first(), '12');
    await press(button(page, word('resources.kit.form.save')));
    await expect.poll(() => rows(page).count()).toBe(1);
    await expect.poll(() => rows(page).first().textContent()).toContain('Blue cup');
    // Far below what a minute holds.
    expect(acts).toBeLessThan(20);
    await button(watching.page, word('resources.kit.table.refresh')).click();
    await menuItem(watching.page, 'Cups').waitFor({ state: 'attached' });
    expect([...complaints, ...watching.complaints]).toEqual([]);
  });

  it('counts what goes with a field, and asks for the name of its table', async () => {
    const { page } = drawing;
    await menuItem(page, word('menu.crud.crud')).click();
    await button(page, word('designer.published.resume')).click();
    await button(page, word('designer.desk.remove', { name: 'Size' })).click();
    await button(page, word('designer.desk.review')).click();
    await page.getByText(word('designer.review.rows', { count: 1 })).waitFor();
    const publish = button(page, word('designer.review.publish'));
    await expect.poll(() => publish.isDisabled()).toBe(true);
    await page.getByLabel(word('designer.review.type', { table: 'x_cups' })).fill('x_cups');
    await publish.click();
    await button(page, word('designer.published.leave')).click();
    await expect.poll(() => page.getByRole('list', { name: word('designer.start.list') }).textContent()).toContain('Cups');
  });

  it('leads back to what was published before by its plan, with all values', async () => {
    const { page, complaints } = drawing;
    await button(page, 'Cups').click();
    await button(page, word('designer.revisions.title')).click();
    const revisions = page.getByRole('list', { name: word('designer.revisions.list') });
    await expect.poll(() => revisions.getByRole('listitem').first().textContent()).toContain('Size');
    // The drawer fades in.
    await expect.poll(() => barriers(page)).toEqual([]);
    await button(page, word('designer.revisions.revert', { number: 1 })).click();
    await button(page, word('designer.revisions.revertConfirm')).click();
    await page.getByText(word('designer.step.bringBack', { subject: 'Size (size)' })).waitFor();
    await button(page, word('designer.review.publish')).click();
    await button(page, word('designer.published.open', { name: 'Cups' })).click();
    await expect.poll(() => rows(page).first().textContent()).toContain('12');
    await menuItem(page, word('menu.crud.crud')).click();
    await button(page, word('designer.published.leave')).click();
    expect(complaints).toEqual([]);
  });

  it('is worked by keys alone', async () => {
    const { page, complaints } = drawing;
    acts = 0;
    await reach(button(page, word('designer.start.new')));
    await key(page, 'Enter');
    // The page itself leads the keyboard there.
    await hasFocus(page.getByLabel(word('designer.ask.new.english')));
    await page.keyboard.type('Plates');
    await key(page, 'Enter');
    await page.getByRole('heading', { name: 'Plates' }).waitFor();
    await reach(button(page, word('designer.pieces.color')));
    // Lifted behind what people type, carried a place down and put there.
    for (const name of ['Space', 'ArrowDown', 'Space']) await key(page, name);
    const fields = page.getByRole('list', { name: word('designer.desk.fields') }).getByRole('listitem');
    await expect.poll(() => fields.count()).toBe(6);
    await expect.poll(() => fields.nth(3).textContent()).toContain(word('designer.pieces.color'));
    await key(page, 'Control+z');
    await expect.poll(() => fields.count()).toBe(5);
    await key(page, 'Control+Shift+Z');
    await expect.poll(() => fields.count()).toBe(6);
    await reach(button(page, word('designer.desk.review')));
    await key(page, 'Enter');
    await reach(button(page, word('designer.review.publish')));
    await key(page, 'Enter');
    await reach(button(page, word('designer.published.open', { name: 'Plates' })));
    await key(page, 'Enter');
    await page.getByRole('heading', { name: 'Plates', exact: true }).waitFor();
    expect(acts).toBeLessThan(20);
    expect(complaints).toEqual([]);
  });
});
