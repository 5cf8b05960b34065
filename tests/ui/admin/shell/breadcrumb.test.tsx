import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { DEFAULT_LAYOUT } from '#domain/app/layout';
import type { MenuItem } from '#domain/shell/menu';
import { layoutMachine } from '#machines/app/layout.machine';
import { inertOf } from '#tests/machines/support/model.ts';
import { Breadcrumb } from '#ui/admin/shell/Breadcrumb.tsx';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';

await startMessages('en');
await loadMessages(['admin', 'menu']);

let ids = 0;
const item = (title: string, kind: MenuItem['kind'], path: string, children: readonly MenuItem[] = []): MenuItem => ({
  id: (ids += 1),
  name: title.toLowerCase(),
  title,
  icon: '',
  kind,
  path,
  children,
});
const ITEMS = [
  item('Shop', 'directory', '', [
    item('Goods', 'tab', '/admin/goods', [item('Stock', 'tab', '/admin/goods/stock')]),
    item('Help', 'link', 'https://help.example/', [item('Topics', 'tab', '/admin/topics')]),
  ]),
];

function shown(currentPath: string) {
  const sent: unknown[] = [];
  const handle = {
    journal: { inspect: () => {} },
    layout: createActor(inertOf(layoutMachine), { input: { config: DEFAULT_LAYOUT, isSystemDark: false } }).start(),
    navigation: {
      send: (event: unknown) => void sent.push(event),
      getSnapshot: () => ({ context: { route: null } }),
      subscribe: () => ({ unsubscribe: () => {} }),
    },
  } as unknown as AppHandle;
  render(
    <MantineProvider env="test">
      <AppHandleContext value={handle}>
        <Breadcrumb items={ITEMS} currentPath={currentPath} fallback="Not found" />
      </AppHandleContext>
    </MantineProvider>,
  );
  return { user: userEvent.setup({ delay: null }), sent };
}
const parts = () => screen.getAllByRole('listitem').map((part) => part.textContent);
const lead = (to: string) => ({ type: 'navigation.requested', to, mode: 'push' });

describe('the breadcrumb', () => {
  it('leads to the pages that it names, but to the current one', async () => {
    const { user, sent } = shown('/admin/goods/stock');
    expect(parts()).toEqual(['Shop', 'Goods', 'Stock']);
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Goods']);
    expect(screen.getByText('Stock').getAttribute('aria-current')).toBe('page');
    await user.click(screen.getByRole('link', { name: 'Goods' }));
    expect(sent).toEqual([lead('/admin/goods')]);
  });

  it('opens what stands below a directory', async () => {
    const { user, sent } = shown('/admin/goods/stock');
    await user.click(screen.getByRole('button', { name: 'Shop' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Goods' }));
    expect(sent).toEqual([lead('/admin/goods')]);
  });

  it('names what leads nowhere inside, and what stands in no menu', () => {
    shown('/admin/topics');
    expect(parts()).toEqual(['Shop', 'Help', 'Topics']);
    expect(screen.queryAllByRole('link')).toEqual([]);
  });

  it('names a page that stands in no menu', () => {
    shown('/admin/none');
    expect(parts()).toEqual(['Not found']);
  });
});
