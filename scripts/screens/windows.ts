import type { Page } from 'playwright-core';
import { SHIPPED_RULES } from '#server/db/seed/shipped-rules';
import { control, press, pressing } from './press.ts';
import type { Screen, Word } from './screen.ts';

const pressingAction =
  (action: string) =>
  async (page: Page): Promise<boolean> => {
    // On a phone a record shows its buttons once it is touched.
    const card = page.locator('main li[data-id]');
    if ((await card.count()) > 0) await card.first().focus();
    return press(page, page.locator(`main [data-action="${action}"]`));
  };

const SECTION = '/admin/goods/goods';
const over = (name: string, open: Required<Screen>['open'], path = SECTION): Screen => ({
  name: `window/${name}`,
  area: 'admin',
  path: () => path,
  open,
});

const may = (name: string, deed: 'add' | 'edit'): boolean => SHIPPED_RULES.some((node) => node.name === `${name}/${deed}`);
const pagesWith = (deed: 'add' | 'edit') => SHIPPED_RULES.filter(({ type, name }) => type === 'menu' && may(name, deed));

/** The form of each section to which records can be added. */
const forms: readonly Screen[] = pagesWith('add').map(({ path }) =>
  over(`add ${path}`, pressing('main', 'resources.kit.table.add'), `/admin/${path}`),
);

/** The first record of each section in its form, where there is one. */
const edits: readonly Screen[] = pagesWith('edit').map(({ path }) => over(`edit ${path}`, pressingAction('edit'), `/admin/${path}`));

/** Chooses the first two records, and then goes on. */
const withChosen =
  (key: string) =>
  async (page: Page, word: Word): Promise<boolean> => {
    const boxes = page.locator('main [data-action="select"]').filter({ visible: true });
    await boxes.first().click();
    await boxes.nth(1).click();
    return pressing('main', key)(page, word);
  };

async function filters(page: Page, word: Word): Promise<boolean> {
  const opener = control(page, 'main', word('resources.kit.table.filters')).filter({ visible: true });
  if ((await opener.count()) === 0) return false;
  await opener.first().click();
  await page
    .getByRole('main')
    .getByRole('button', { name: word('resources.kit.search.apply'), exact: true })
    .last()
    .waitFor();
  return true;
}

/** In the header, or where that has no room for it in the menu of the account. */
async function terminal(page: Page, word: Word): Promise<boolean> {
  if (await pressing('header', 'admin.terminal.open')(page, word)) return true;
  if (!(await pressing('header', 'admin.shell.account')(page, word))) return false;
  await page.getByRole('menuitem', { name: word('admin.terminal.open') }).click();
  await page.getByRole('dialog').waitFor();
  return true;
}

/** Windows over the first list, and those of the frame. */
const others: readonly Screen[] = [
  over('edit', pressingAction('edit')),
  over('view', pressingAction('view'), '/admin/auth/adminLog'),
  over('row', pressingAction('window')),
  over('delete', pressingAction('delete')),
  over('filters', filters),
  over('columns', pressing('main', 'resources.kit.table.columns')),
  over('views', pressing('main', 'savedViews.title')),
  over('import', pressing('main', 'resources.kit.table.import')),
  over('export', pressing('main', 'resources.kit.table.export')),
  over('bulk edit', withChosen('resources.kit.table.bulkEdit')),
  over('delete many', withChosen('resources.kit.table.delete')),
  over('account', pressing('header', 'admin.shell.account')),
  over('palette', pressing('header', 'admin.shell.palette')),
  over('terminal', terminal),
  over('layout', pressing('header', 'admin.shell.layout')),
  over('caches', pressing('header', 'admin.cache.label')),
  over('help', pressing('header', 'common.action.help')),
  over('menu', pressing('header', 'admin.shell.openMenu')),
];

export const WINDOWS: readonly Screen[] = [...forms, ...edits, ...others];
