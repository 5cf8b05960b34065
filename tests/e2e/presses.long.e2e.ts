import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Visit } from './support/browser.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/**
 * What everyday work costs: presses of the pointer and keys that are commands; a field that is typed into counts apart. Each test has the
 * figure that `docs/testing/pages.md` tells, and fails where the work has become longer.
 */
const stage = openStage({ entry: 'tests/support/start-test.ts' });
const PICTURES = ['table-en-dark.webp', 'table-en-light.webp', 'timeline-en-dark.webp'];
const word = wordsOf('en');

/** The person: everything is done through it, and so is counted. */
function handOn(page: Page) {
  const done = { presses: 0, fields: 0 };
  return {
    done,
    async press(what: Locator) {
      await what.click();
      done.presses += 1;
    },
    async key(keys: string) {
      await page.keyboard.press(keys);
      done.presses += 1;
    },
    async type(what: Locator, text: string) {
      await what.fill(text);
      done.fields += 1;
    },
  };
}

describe('presses', () => {
  let visited: Visit;
  let page: Page;
  beforeAll(async () => {
    visited = await enter(stage, '/admin/goods/goods', { language: 'en' });
    page = visited.page;
  });
  afterAll(() => visited?.context.close());

  const main = (text: string) => page.getByRole('main').getByRole('button', { name: text, exact: true });
  const form = () => page.getByRole('dialog');
  const go = async (path: string) => {
    await page.goto(`/admin/${path}`);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  };

  it('add five goods', async () => {
    const hand = handOn(page);
    await hand.press(main(word('resources.kit.table.add')));
    for (let number = 1; number <= 5; number += 1) {
      const name = form().locator('[name="title"]');
      await expect.poll(() => name.inputValue()).toBe('');
      await hand.type(name, `Cup ${number}`);
      await hand.type(form().locator('[name="price"]'), '12');
      await hand.press(form().getByRole('combobox', { name: word('resources.goods.fields.categoryId') }));
      await hand.press(page.getByRole('listbox').getByRole('option').first());
      await hand.key(number < 5 ? 'Control+Shift+Enter' : 'Control+Enter');
    }
    await form().waitFor({ state: 'detached' });
    expect(hand.done).toEqual({ presses: 16, fields: 10 });
  });

  it('export what costs from 10 to 100', async () => {
    await go('goods/goods');
    const hand = handOn(page);
    await hand.press(main(word('resources.kit.table.filters')));
    const price = page.getByRole('group', { name: word('resources.goods.fields.price') }).getByRole('textbox');
    await hand.type(price.first(), '10');
    await hand.type(price.last(), '100');
    await hand.key('Enter');
    await expect.poll(() => page.url()).toContain('price=');
    await hand.press(main(word('resources.kit.table.export')));
    const download = page.waitForEvent('download');
    await hand.press(form().getByRole('button', { name: word('tables.export.start'), exact: true }));
    await download;
    expect(hand.done).toEqual({ presses: 4, fields: 2 });
  });

  it('rename the site', async () => {
    await go('routine/config');
    const hand = handOn(page);
    await hand.type(page.locator('input[name="site_name"]'), 'Morning Tea');
    await hand.press(page.getByRole('main').getByRole('button', { name: word('settings.page.save'), exact: true }));
    await expect.poll(() => page.title()).toContain('Morning Tea');
    expect(hand.done).toEqual({ presses: 1, fields: 1 });
  });

  it('upload pictures', async () => {
    await go('routine/attachment');
    const hand = handOn(page);
    const chooser = page.waitForEvent('filechooser');
    await hand.press(main(word('upload.chooseFiles')));
    await (await chooser).setFiles(PICTURES.map((name) => join('public/pictures', name)));
    await expect.poll(() => page.locator('main tr[data-id]').count()).toBe(PICTURES.length);
    expect(hand.done).toEqual({ presses: 1, fields: 0 });
  });

  it('find who deleted something, and take it back', async () => {
    await go('goods/goods');
    await page.locator('main [data-action="delete"]').first().click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: word('resources.kit.confirm.accept'), exact: true })
      .click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await go('security/change');
    const hand = handOn(page);
    await hand.press(
      page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(word('common.action.undo'), 'u') })
        .first(),
    );
    await hand.press(form().getByRole('button', { name: word('changes.plan.undo'), exact: true }));
    await page.getByRole('main').getByText(word('changes.undone'), { exact: true }).first().waitFor();
    expect(hand.done).toEqual({ presses: 2, fields: 0 });
  });

  it('open the notifications, though that is the first sign of anybody, and what it opens comes in the middle of it', async () => {
    await page.goto('/admin/dashboard');
    await page.waitForLoadState('networkidle');
    const bell = page.locator('header').getByRole('button', { name: new RegExp(`^${word('admin.shell.notifications')}`, 'u') });
    const box = await bell.boundingBox();
    const code = Promise.withResolvers<void>();
    await page.route('**/assets/**', async (route) => {
      await code.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/assets/**');
    await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    await page.mouse.down();
    await asked;
    // The centre counts as soon as it is there.
    const counted = page.waitForResponse(/notification/iu);
    code.resolve();
    await counted;
    await page.mouse.up();
    await page.unrouteAll();
    const centre = page.getByRole('dialog', { name: word('notifications.title') });
    await centre.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => centre.isVisible()).toBe(false);
  });

  it('run a command', async () => {
    const hand = handOn(page);
    await hand.press(page.locator('header').getByRole('button', { name: word('admin.terminal.open') }));
    await hand.press(page.getByRole('button', { name: word('terminal.add') }));
    const adding = page.getByRole('dialog', { name: word('terminal.adding.title') });
    await adding.locator('select').selectOption('version.node');
    await hand.press(adding.getByRole('button', { name: word('terminal.adding.submit') }));
    await expect
      .poll(() => page.locator('[data-task]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-status'))))
      .toEqual(['success']);
    // Choosing from the list of the browser is two.
    expect(hand.done.presses + 2).toBe(5);
  });
});
