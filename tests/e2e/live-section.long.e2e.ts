import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { signIn, type AdminCalls } from './support/admin-calls.ts';
import { barriers } from './support/barriers.ts';
import type { Visit } from './support/browser.ts';
import { enter } from './support/sign-in.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** A section that is published while a back office is open: it works there at once, by its own words, as any other. */
const stage = openStage();
const word = wordsOf('en');
const label = (en: string, zh: string) => ({ en, 'zh-cn': zh });
const TITLE = { kind: 'string', maxLength: 40, required: true, quickSearch: true, search: 'text', label: label('Title', '标题') };
const COLOUR = { kind: 'string', maxLength: 20, label: label('Colour', '颜色') };
let calls: AdminCalls;
let visited: Visit;
let page: Page;

async function publish(fields: Readonly<Record<string, object>>, version: number): Promise<void> {
  const declaration = {
    name: 'ticket',
    controller: 'x.Ticket',
    table: 'x_ticket',
    titleField: 'title',
    rowActions: ['edit', 'delete'],
    defaultOrder: { field: 'id', direction: 'asc' },
    label: label('Tickets', '工单'),
    menu: { under: 'routine', icon: 'el-icon-Tickets', sortOrder: 10 },
    fields: { id: { kind: 'id' }, ...fields },
  };
  const design = { declaration, shape: { unique: [], indexes: [], foreignKeys: 'none' } };
  const draft = await calls.post('crud.Crud/draft', { design, version });
  expect(draft).toMatchObject({ code: 1, data: { issues: [] } });
  const plan = await calls.post('crud.Crud/plan', { name: 'ticket', choices: {} });
  const wish = { name: 'ticket', version: draft.data?.['version'], hash: plan.data?.['hash'], choices: {} };
  expect(await calls.post('crud.Crud/publish', wish)).toMatchObject({ code: 1 });
}
const versionOf = async (): Promise<number> => {
  const { data } = await calls.get('crud.Crud/sections');
  const list = data?.['list'] as { version: number }[] | undefined;
  return list?.[0]?.version ?? 0;
};
const rows = () => page.locator('tbody [data-id]');
const field = (name: string) => page.getByRole('dialog').getByLabel(name).first();
const save = () => page.getByRole('button', { name: word('resources.kit.form.save'), exact: true });

beforeAll(async () => {
  calls = await signIn(stage.server.url);
  visited = await enter(stage, '/admin/goods/goods', { language: 'en' });
  ({ page } = visited);
  await rows().first().waitFor();
});

describe('a section published at run time', () => {
  it('is in the menu of an open back office, and opens as a list', async () => {
    await publish({ title: TITLE }, 0);
    // The next call tells; this one reads the rows again.
    await page.getByRole('button', { name: word('resources.kit.table.refresh') }).click();
    const item = page.getByRole('navigation').getByRole('link', { name: 'Tickets' });
    await item.waitFor({ state: 'attached' });
    // A group that is closed keeps its items out of reach.
    if (await item.evaluate((link) => link.closest('[inert]') !== null))
      await page
        .getByRole('navigation')
        .getByRole('button', { name: word('menu.routine') })
        .click();
    await item.click();
    await page.getByRole('heading', { name: 'Tickets' }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('takes a record by its form', async () => {
    await page
      .getByRole('button', { name: word('resources.kit.table.add') })
      .first()
      .click();
    await field('Title').fill('The cup is broken');
    await save().click();
    await rows().first().waitFor();
    await page.getByRole('columnheader', { name: 'Title' }).waitFor();
    await expect.poll(() => rows().first().textContent()).toContain('The cup is broken');
  });

  it('has the new field of its second design in a form that was open, with what was typed', async () => {
    await page
      .getByRole('button', { name: word('resources.kit.table.add') })
      .first()
      .click();
    await field('Title').fill('The tea is cold');
    await publish({ title: TITLE, colour: COLOUR }, await versionOf());
    // Whatever is asked next tells of it.
    await save().click();
    await expect.poll(() => rows().count()).toBe(2);
    await page.getByRole('columnheader', { name: 'Colour' }).waitFor();
    await page
      .getByRole('button', { name: word('resources.kit.table.add') })
      .first()
      .click();
    await field('Colour').fill('green');
    await field('Title').fill('The pot leaks');
    await save().click();
    await expect.poll(() => rows().count()).toBe(3);
    await expect.poll(() => rows().last().textContent()).toContain('green');
    expect(visited.complaints).toEqual([]);
  });
});
