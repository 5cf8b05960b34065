import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { FORM_FIELD_KINDS } from '#domain/fields/field';
import { fieldsPage, type Kind } from './support/fields-page.ts';
import { hasFocus } from './support/keys.ts';
import { openScene } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** Every kind of field in a real browser, filled in by keyboard alone and read back. */
const stage = openScene();
const word = wordsOf('zh-cn');
const all = fieldsPage(stage);
const { empty, focusOn, input, press, type } = all;
let page: Page;
beforeAll(() => {
  ({ page } = all);
});

/** What is typed, as it is read back. */
const TYPED = {
  mobile: '13900139000',
  idNumber: '11010519491231002X',
  account: 'tea_lover',
  password: 'Green-tea-7',
  variableName: 'teaName',
  email: 'tea@example.com',
  number: '12.5',
  float: '0.125',
  integer: '42',
  year: '2026',
  string: '龙井 Longjing',
  textarea: '一行 and more',
  date: '2026-04-05',
  color: '#0b755e',
  image: '/samples/tea-green.svg',
} as const satisfies Partial<Record<Kind, string>>;

/** Each is tried in a test of its own. */
const CHOSEN = [
  'time', 'dateTime', 'switch', 'select', 'radio', 'checkbox', 'array', 'richText', 'images', 'file', 'remoteSelect', 'citySelect', 'iconSelect',
] as const; // prettier-ignore

it('leaves no kind out', () => {
  expect([...Object.keys(TYPED), ...CHOSEN].toSorted()).toEqual([...FORM_FIELD_KINDS].toSorted());
});

describe('what is typed', () => {
  it.each(Object.entries(TYPED) as [Kind, string][])('%s is taken', async (kind, text) => {
    await type(kind, text);
    await expect.poll(() => input(kind).inputValue()).toBe(text);
    await expect.poll(() => input(kind).getAttribute('aria-invalid')).not.toBe('true');
  });
});

it('says of each input that is wrong that it is', async () => {
  for (const kind of Object.keys(TYPED) as Kind[])
    await expect
      .poll(async () => [kind, await page.locator(`#field-wrongSample-${kind}`).getAttribute('aria-invalid')])
      .toEqual([kind, 'true']);
});

describe('what is chosen', () => {
  it('date, in its calendar', async () => {
    await focusOn(input('date'));
    await input('date').click();
    await page.locator('[data-dates-dropdown]').waitFor();
    await press('Escape');
    await expect.poll(() => page.locator('[data-dates-dropdown]').isVisible()).toBe(false);
  });

  it('time, hour by hour', async () => {
    await focusOn(input('time'));
    await page.keyboard.type('093015');
    const parts = empty('time').getByRole('spinbutton');
    await expect.poll(() => parts.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))).toEqual(['09', '30', '15']);
  });

  it('dateTime, in its calendar by the arrows', async () => {
    await focusOn(input('dateTime'));
    await press('Enter');
    const calendar = page.getByRole('dialog');
    await calendar.locator('[role="gridcell"] button, td button').first().waitFor();
    const day = calendar.locator('td button[tabindex="0"]').first();
    await day.focus();
    await press('ArrowRight', 'Enter', 'Escape');
    await calendar.waitFor({ state: 'hidden' });
    await expect.poll(() => input('dateTime').textContent()).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u);
    await hasFocus(input('dateTime'));
  });

  it('switch', async () => {
    await focusOn(input('switch'));
    const before = await input('switch').isChecked();
    await press('Space');
    await expect.poll(() => input('switch').isChecked()).toBe(!before);
  });

  it('select', async () => {
    await focusOn(input('select'));
    await press('ArrowDown');
    const medium = page.getByRole('option', { name: word('fields.dev.options.medium') });
    await medium.waitFor();
    await expect
      .poll(async () => {
        const isReached = (await medium.getAttribute('data-combobox-selected')) !== null;
        if (!isReached) await press('ArrowDown');
        return isReached;
      })
      .toBe(true);
    await press('Enter');
    await expect.poll(() => input('select').inputValue()).toBe(word('fields.dev.options.medium'));
  });

  it('radio', async () => {
    await focusOn(input('radio'));
    await press('Space', 'ArrowRight');
    const chosen = empty('radio').getByRole('radio', { checked: true });
    await expect.poll(() => chosen.evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value))).toEqual(['medium']);
  });

  it('checkbox', async () => {
    await focusOn(input('checkbox'));
    await press('Space', 'Tab', 'Tab', 'Space');
    const chosen = empty('checkbox').getByRole('checkbox', { checked: true });
    await expect.poll(() => chosen.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))).toEqual(['small', 'large']);
  });

  it('array, whose entries are moved and removed', async () => {
    const keyBoxes = () => empty('array').getByRole('textbox', { name: word('resources.kit.fields.key'), exact: true });
    const keys = () => keyBoxes().evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
    for (const [key, value] of [
      ['origin', '杭州'],
      ['grade', 'one'],
    ] as const) {
      await focusOn(input('array'));
      await press('Enter');
      await hasFocus(keyBoxes().last());
      await page.keyboard.type(key);
      await press('Tab');
      await page.keyboard.type(value);
    }
    await expect.poll(keys).toEqual(['origin', 'grade']);
    await empty('array')
      .getByRole('button', { name: word('fields.array.move', { position: 2, count: 2 }) })
      .focus();
    await press('ArrowUp');
    await expect.poll(keys).toEqual(['grade', 'origin']);
    await hasFocus(empty('array').getByRole('button', { name: word('fields.array.move', { position: 1, count: 2 }) }));
    await empty('array')
      .getByRole('button', { name: word('fields.array.remove', { position: 2 }) })
      .focus();
    await press('Enter');
    await expect.poll(keys).toEqual(['grade']);
    await hasFocus(input('array'));
  });

  it('richText', async () => {
    await focusOn(input('richText'));
    await page.keyboard.type('plain ');
    await press('Control+b');
    await page.keyboard.type('bold');
    await expect.poll(() => input('richText').innerHTML()).toBe('<p>plain <strong>bold</strong></p>');
  });

  it('images, in an order', async () => {
    const shown = () =>
      empty('images')
        .locator('figure img')
        .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
    await focusOn(input('images'));
    for (const address of ['/samples/tea-green.svg', '/samples/cup.svg']) {
      await page.keyboard.type(address);
      await press('Enter');
    }
    await expect.poll(shown).toEqual(['/samples/tea-green.svg', '/samples/cup.svg']);
    await empty('images')
      .getByRole('button', { name: word('resources.kit.fields.moveEarlier') })
      .last()
      .focus();
    await press('Enter');
    await expect.poll(shown).toEqual(['/samples/cup.svg', '/samples/tea-green.svg']);
  });

  it('file, from the computer', async () => {
    await focusOn(input('file'));
    const multiple: boolean[] = [];
    page.on('filechooser', (chooser) => multiple.push(chooser.isMultiple()));
    // The browser may still be on its way to hand choosers over instead of opening them.
    await expect
      .poll(async () => {
        if (multiple.length === 0) await press('Enter');
        return multiple[0];
      })
      .toBe(false);
    page.removeAllListeners('filechooser');
  });

  it('remoteSelect', async () => {
    await focusOn(input('remoteSelect'));
    await press('ArrowDown');
    await page.getByRole('listbox').getByRole('option').nth(2).waitFor();
    await press('ArrowDown', 'Enter');
    await expect.poll(() => input('remoteSelect').inputValue()).not.toBe('');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
  });

  it('citySelect, level by level', async () => {
    await focusOn(input('citySelect'));
    await press('ArrowDown');
    await expect.poll(() => input('citySelect').getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('treeitem').first().waitFor();
    await press('ArrowRight');
    await page.getByRole('treeitem').nth(3).waitFor();
    await press('ArrowRight');
    await page.getByRole('treeitem').nth(6).waitFor();
    await press('Enter');
    await page.getByRole('tree').waitFor({ state: 'detached' });
    const first = word('fields.dev.options.small');
    await expect.poll(() => input('citySelect').textContent()).toBe(`${first} / ${first} / ${first}`);
  });

  it('iconSelect, in its window', async () => {
    const button = empty('iconSelect').getByRole('button', { name: word('resources.kit.fields.chooseIcon') });
    await button.focus();
    await press('Enter');
    await hasFocus(page.getByRole('dialog').getByRole('searchbox'));
    await page.keyboard.type('coffee');
    await page.getByRole('dialog').getByRole('option', { name: 'coffee cup', exact: true }).waitFor();
    await press('ArrowDown');
    await hasFocus(page.getByRole('dialog').getByRole('listbox'));
    await press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => input('iconSelect').inputValue()).toMatch(/^el-icon-Coffee/u);
    await hasFocus(button);
  });

  it('complains of nothing', () => {
    // An address is looked up while it is typed.
    expect(all.complaints.filter((complaint) => !complaint.includes('status of 404'))).toEqual([]);
  });
});
