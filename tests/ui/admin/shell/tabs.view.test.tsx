import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { MantineProvider } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { DEFAULT_LAYOUT } from '#domain/app/layout';
import { layoutMachine } from '#machines/app/layout.machine';
import { tabsMachine, type TabsRef } from '#machines/shell/tabs.machine';
import { inertOf } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';
import { plainTab, tableTab } from '#tests/support/shell-data.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { CloseTabsDialog } from '#ui/admin/shell/tabs/CloseTabsDialog.tsx';
import { RestoreTabs } from '#ui/admin/shell/tabs/RestoreTabs.tsx';
import { useTabKeys } from '#ui/admin/shell/tabs/use-tab-keys.ts';
import { TabBar } from '#ui/admin/shell/tabs/TabBar.tsx';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';

await startMessages('en');
await loadMessages(['admin', 'menu']);

const goods = { ...tableTab('goods'), title: 'Tea' };
const dashboard = { ...plainTab('dashboard'), title: 'Start' };
const titleAt: Readonly<Record<string, string>> = { [goods.path]: goods.title, [dashboard.path]: dashboard.title };

const sent: unknown[] = [];
const handle = {
  journal: { inspect: () => {} },
  layout: createActor(inertOf(layoutMachine), { input: { config: DEFAULT_LAYOUT, isSystemDark: false } }).start(),
  // At no page of the strip, so that every link leads somewhere else.
  navigation: {
    send: (event: unknown) => void sent.push(event),
    getSnapshot: () => ({ context: { route: null } }),
    subscribe: () => ({ unsubscribe: () => {} }),
  },
} as unknown as AppHandle;
function Keys({ tabs }: { readonly tabs: TabsRef }) {
  useTabKeys(tabs);
  return null;
}
const view = (tabs: TabsRef) => (
  <AppHandleContext value={handle}>
    <>
      <Keys tabs={tabs} />
      <RestoreTabs tabs={tabs} />
      <TabBar tabs={tabs} />
      <CloseTabsDialog tabs={tabs} />
    </>
  </AppHandleContext>
);

const linkOf = (title: string) => screen.getByRole('link', { name: new RegExp(`^${title}`, 'u'), hidden: true });
const item = async (user: UserEvent, path: string, name: string) => {
  fireEvent.contextMenu(linkOf(titleAt[path] ?? ''));
  const found = await screen.findByRole('menuitem', { name });
  // Without a sign of its own an entry stands out of line with the others.
  expect(found.querySelector('svg')).not.toBeNull();
  await user.click(found);
};
const answer = (name: string) => async (user: UserEvent) => user.click(await screen.findByRole('button', { name }));

describeView(
  {
    machine: tabsMachine,
    inputs: [{ owner: nobody, fullScreen: false, restorable: [tableTab('orders')] }],
    events: [
      { type: 'tab.opened', tab: goods },
      { type: 'tab.opened', tab: dashboard },
      { type: 'tab.closeRequested', path: goods.path },
      { type: 'tabs.closeRequested', keep: dashboard.path },
      { type: 'tabs.closeRequested', keep: null },
      { type: 'tabs.closeConfirmed' },
      { type: 'tabs.closeDismissed' },
      { type: 'tab.refreshRequested', path: goods.path },
      { type: 'tab.moved', path: goods.path, step: 1 },
      { type: 'tab.moved', path: goods.path, step: -1 },
      { type: 'tab.pinToggled', path: goods.path },
      { type: 'tab.reopenRequested', path: null },
      { type: 'tabs.restoreDismissed' },
      { type: 'section.unsavedChanged', resource: 'goods', isUnsaved: true },
    ],
    view: ({ context }) => [
      context.tabs.map((tab) => [tab.path, tab.isPinned]),
      context.activePath,
      context.unsaved,
      context.restorable.length,
      context.closed.length > 0 && context.restorable.length === 0,
    ],
    // Pins, unsaved work and the offer have nothing to do with each other: all of them at once are too many ways.
    only: ({ context }, { type }) => type !== 'tab.pinToggled' || (context.restorable.length === 0 && context.unsaved.length === 0),
  },
  view,
  {
    'tab.closeRequested': async (user, event) => {
      const title = titleAt[(event as { path: string }).path] ?? '';
      const button = screen.queryByRole('button', { name: `Close ${title}` });
      if (button) return user.click(button);
      // A pinned one has no button.
      linkOf(title).focus();
      return user.keyboard('{Delete}');
    },
    'tab.pinToggled': (user, event) => {
      const { path } = event as { path: string };
      return item(user, path, within(linkOf(titleAt[path] ?? '')).queryByText('Pinned') ? 'Unpin' : 'Pin');
    },
    'tab.reopenRequested': async (user) => user.keyboard('{Alt>}{Shift>}T{/Shift}{/Alt}'),
    'tab.refreshRequested': (user, event) => item(user, (event as { path: string }).path, 'Refresh'),
    'tabs.closeRequested': (user, event) => {
      const { keep } = event as { keep: string | null };
      return keep === null ? item(user, open()[0] ?? '', 'Close all') : item(user, keep, 'Close others');
    },
    'tab.moved': async (user, event) => {
      const { path, step } = event as { path: string; step: -1 | 1 };
      linkOf(titleAt[path] ?? '').focus();
      await user.keyboard(`{Alt>}{${step < 0 ? 'ArrowLeft' : 'ArrowRight'}}{/Alt}`);
    },
    'tabs.closeConfirmed': answer('Discard and close'),
    'tabs.closeDismissed': answer('Keep editing'),
    'tabs.restoreDismissed': answer('Dismiss'),
  },
  {
    // What is not on the screen cannot be clicked: a tab that is not open, "others" without others, anything on an empty strip.
    only: ({ steps }) => {
      let paths: readonly string[] = [];
      let loose: readonly string[] = [];
      let isOffered = true;
      for (const { event, expected } of steps) {
        if ('path' in event && event.path !== null && !paths.includes(event.path)) return false;
        if ('keep' in event && (closable(event.keep, loose) === 0 || (event.keep !== null && !paths.includes(event.keep)))) return false;
        if (event.type === 'tabs.restoreDismissed' && !isOffered) return false;
        paths = expected.context.tabs.map((tab) => tab.path);
        loose = expected.context.tabs.filter((tab) => !tab.isPinned).map((tab) => tab.path);
        isOffered = expected.context.restorable.length > 0;
      }
      return true;
    },
  },
);

const closable = (keep: string | null, loose: readonly string[]) => loose.filter((path) => path !== keep).length;

const open = (): string[] =>
  screen
    .queryAllByRole('link', { hidden: true })
    .map((link) => Object.keys(titleAt).find((path) => link.getAttribute('href') === path) ?? '');

const shown = () => {
  const tabs = createActor(inertOf(tabsMachine), { input: { owner: nobody, fullScreen: false, restorable: [] } }).start();
  tabs.send({ type: 'tab.opened', tab: goods });
  tabs.send({ type: 'tab.opened', tab: { ...dashboard, search: '?day=1' } });
  sent.length = 0;
  render(<MantineProvider env="test">{view(tabs as never)}</MantineProvider>);
  return { user: userEvent.setup({ delay: null }), tabs };
};

describe('the tab bar', () => {
  it('leads to a tab with its query, and marks the current one', async () => {
    const { user } = shown();
    expect(linkOf('Start').getAttribute('aria-current')).toBe('page');
    expect(linkOf('Start').getAttribute('href')).toBe('/admin/dashboard?day=1');
    await user.click(linkOf('Tea'));
    expect(sent).toEqual([{ type: 'navigation.requested', to: '/admin/goods', mode: 'push' }]);
  });

  it('stays where it is at a press on the current tab, without a word', async () => {
    const { user } = shown();
    await user.click(linkOf('Start'));
    expect(sent).toEqual([{ type: 'navigation.requested', to: '/admin/dashboard?day=1', mode: 'replace' }]);
  });

  it('is walked with the arrow keys, and Delete closes', async () => {
    const { user, tabs } = shown();
    linkOf('Tea').focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(linkOf('Start'));
    await user.keyboard('{Home}{Delete}');
    expect(tabs.getSnapshot().context.tabs.map((tab) => tab.path)).toEqual(['/admin/dashboard']);
  });

  it('closes a tab by the middle button, and leaves other buttons to the browser', () => {
    const { tabs } = shown();
    fireEvent(linkOf('Tea'), new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 2 }));
    expect(tabs.getSnapshot().context.tabs).toHaveLength(2);
    fireEvent(linkOf('Tea'), new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }));
    expect(tabs.getSnapshot().context.tabs).toHaveLength(1);
  });

  it.each([
    [true, dashboard],
    [false, goods],
  ])('offers no refresh of a page that would begin anew without what was typed: %s', async (isDisabled, { path, title }) => {
    const { tabs } = shown();
    fireEvent.contextMenu(linkOf(title));
    expect((await screen.findByRole('menuitem', { name: 'Refresh' })).hasAttribute('data-disabled')).toBe(false);
    act(() => tabs.send({ type: 'page.unsavedChanged', path, isUnsaved: true }));
    expect(screen.getByRole('menuitem', { name: 'Refresh' }).hasAttribute('data-disabled')).toBe(isDisabled);
  });

  it('maximises the tab whose menu was opened', async () => {
    const { user, tabs } = shown();
    await item(user, dashboard.path, 'Maximise');
    expect(tabs.getSnapshot().context.fullScreen).toBe(true);
  });
});
