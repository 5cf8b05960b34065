import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { type DashboardLayout, MAX_FAVOURITES, SHIPPED_LAYOUT } from '#domain/shell/dashboard-layout';
import type { MenuItem } from '#domain/shell/menu';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { dashboardMachine, type DashboardRef, type Figures } from '#machines/shell/dashboard.machine';
import { done, failed, inertOf } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { FiguresView } from '#ui/admin/dashboard/DashboardFigures.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { inApp, renderInApp, startKitMessages } from '../../kit/support.tsx';

const NOTHING: Figures = {
  goods: null,
  members: null,
  answers: null,
  waiting: [],
  memberSignIns: null,
  adminSignIns: null,
  changes: [],
  changesBefore: 0,
  recent: [],
  actions: [],
  layout: null,
};
const FIGURES: Figures = {
  goods: {
    on: 1234,
    lowLimit: 10,
    trend: { days: [3, 1], before: 9 },
    categories: [
      { id: 2, name: '绿茶', nameEn: 'Green tea', count: 8 },
      { id: 9, name: '杯', nameEn: '', count: 2 },
    ],
  },
  members: { total: 8, trend: { days: [0, 2], before: 0 } },
  answers: { days: [0, 0], before: 0 },
  waiting: [
    { kind: 'goodsLow', count: 3 },
    { kind: 'goodsDraft', count: 4 },
    { kind: 'mailFailed', count: 1 },
    { kind: 'tokensEnding', count: 2, period: '2026-01-15 08:00:00,2026-01-29 08:00:00' },
  ],
  memberSignIns: [],
  adminSignIns: [{ id: 1, name: 'Admin', at: 1_768_435_200 }],
  changes: [
    { day: '2026-01-14', created: 0, changed: 0, deleted: 0 },
    { day: '2026-01-15', created: 7, changed: 2, deleted: 1 },
  ],
  changesBefore: 12,
  recent: [
    { id: 41, at: 1_768_435_200, actorName: 'Lin', resource: 'goods', title: '龙井', subject: '', records: 1, action: 'edit' },
    { id: 40, at: 1_768_435_100, actorName: '', resource: 'goods', title: '龙井', subject: '', records: 3, action: 'del' },
    { id: 39, at: 1_768_435_000, actorName: 'Lin', resource: 'config', title: 'Site name', subject: '', records: 2, action: 'edit' },
    { id: 38, at: 1_768_434_900, actorName: 'Lin', resource: 'memberDeletion', title: '3', subject: '', records: 1, action: 'edit' },
    {
      id: 37,
      at: 1_768_434_800,
      actorName: 'Lin',
      resource: 'memberDeletion',
      title: '4',
      subject: 'Wang Fang',
      records: 1,
      action: 'edit',
    },
  ],
  actions: [{ id: 5, title: '商品-编辑', at: 1_768_435_200 }],
  layout: null,
};

const page = (id: number, name: string, title: string): MenuItem => ({
  id,
  name,
  title,
  icon: 'fa fa-list',
  kind: 'tab',
  path: `/admin/${name}`,
  children: [],
});
const MENU: readonly MenuItem[] = [page(1, 'goods/goods', 'Goods'), page(2, 'user/user', 'Members')];

const shellWith = (pages: readonly string[]): AdminShellRef =>
  createActor(
    fromTransition((state: unknown) => state, {
      start: {
        menu: { items: MENU, nodes: Object.fromEntries(pages.map((page) => [page, []])) },
        site: { urls: [] },
      },
      route: { path: '/admin/dashboard' },
    }),
  ).start() as unknown as AdminShellRef;

const view = (actor: DashboardRef, shell = shellWith(['/admin/auth/adminLog']), children?: ReactNode) =>
  inApp(
    <ShellContext value={shell}>
      <FiguresView actor={actor}>{children}</FiguresView>
    </ShellContext>,
  );

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['dashboard', 'menu']);
});

describeView(
  {
    machine: dashboardMachine,
    inputs: [undefined],
    events: [
      { type: 'dashboard.refreshRequested' },
      done('loadFigures', FIGURES),
      failed('loadFigures', new FailureError({ kind: 'unreachable', online: false })),
    ],
  },
  (actor) => view(actor),
  {
    'dashboard.refreshRequested': (user) =>
      user.click(screen.queryByRole('button', { name: 'Refresh the figures' }) ?? screen.getByRole('button', { name: 'Try again' })),
  },
  {
    seen: (snapshot) => {
      const { figures } = snapshot.context as { readonly figures: Figures | null };
      const failure = snapshot.matches('failed') ? (figures ? 'newer ones could not be loaded' : 'The figures could not be loaded') : null;
      return (
        (screen.queryByText('1,234') !== null) === (figures !== null) &&
        (screen.queryByRole('alert') !== null) === (failure !== null) &&
        (failure === null || screen.queryByText(failure, { exact: false }) !== null)
      );
    },
  },
);

function show(figures: Figures, shell?: AdminShellRef, children?: ReactNode) {
  const actor = createActor(inertOf(dashboardMachine), {
    snapshot: dashboardMachine.resolveState({ value: 'ready', context: { figures, failure: null } }),
  }).start();
  return renderInApp(view(actor, shell, children));
}
const addressOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');

const textOf = (name: RegExp) => screen.getByRole('link', { name }).textContent;
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

/** Whether the figure of the goods leads nowhere. */
const isInert = () => document.querySelector('a[href^="/admin/goods/goods?"]')?.closest('[inert]') !== null;

describe('the figures', () => {
  it('lead to the lists they count, with the same conditions', () => {
    show(FIGURES, shellWith(['/admin/auth/adminLog', '/admin/security/change']));
    expect(addressOf(/Goods on sale/u)).toBe('/admin/goods/goods?status=on');
    expect(addressOf(/3 items on sale with 10 or fewer left/u)).toBe('/admin/goods/goods?status=on&stock=1%2C10');
    expect(addressOf(/4 drafts of goods/u)).toBe('/admin/goods/goods?status=draft');
    expect(addressOf(/1 message that could not be sent/u)).toBe('/admin/routine/outbox?status=failed');
    expect(addressOf(/2 API tokens ending within two weeks/u)).toBe(
      '/admin/auth/apiToken?status=1&end_time=2026-01-15+08%3A00%3A00%2C2026-01-29+08%3A00%3A00',
    );
    expect(addressOf(/Members 8/u)).toBe('/admin/user/user');
    expect(addressOf(/Changes 10/u)).toBe('/admin/security/change');
    expect(addressOf(/Green tea/u)).toBe('/admin/goods/goods?category_id=2');
    expect(screen.getByRole('link', { name: /杯/u }).textContent).toContain('2 items');
    expect(addressOf(/Open the log/u)).toBe('/admin/auth/adminLog');
    expect(addressOf(/Lin edited Goods: 龙井/u)).toBe('/admin/security/change?id=41');
    expect(addressOf(/The server deleted 3 records of Goods/u)).toBe('/admin/security/change?id=40');
    expect(addressOf(/Lin edited 2 records of Settings/u)).toBe('/admin/security/change?id=39');
    // A number by itself names nothing.
    expect(addressOf(/Lin edited Deletion request #3/u)).toBe('/admin/security/change?id=38');
    expect(addressOf(/Lin edited Deletion request: Wang Fang/u)).toBe('/admin/security/change?id=37');
  });

  it('say what the last days brought, and how that compares', () => {
    show(FIGURES);
    expect(textOf(/Goods on sale/u)).toBe('Goods on sale 1,234 4 added in 14 days was 9');
    // As many as before is no comparison.
    expect(textOf(/Chat answers/u)).toBe('Chat answers 0 Last 14 days ');
    expect(screen.queryByRole('link', { name: /Changes 10/u })).toBeNull();
  });

  it('can be read as a table where a chart is drawn', () => {
    show(FIGURES);
    const rows = within(screen.getByRole('table', { name: 'Changes' })).getAllByRole('row');
    expect(rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))).toEqual([
      [],
      ['0', '0', '0'],
      ['7', '2', '1'],
    ]);
  });

  it('say in words where there is nothing, and leave out what may not be seen', () => {
    show({ ...NOTHING, memberSignIns: [] }, shellWith([]));
    for (const words of [
      'No changes in the last 14 days.',
      'When records change, you can see here who changed what, and undo it.',
      'No activity yet.',
      'No member has signed in yet.',
    ])
      expect(screen.getByText(words).tagName).toBe('P');
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(screen.queryByText('Goods by category')).toBeNull();
  });

  it('stand behind what there is to see where they are one sentence, lead on, and stand where they are put while they are arranged', async () => {
    const user = userEvent.setup({ delay: null });
    show({ ...FIGURES, goods: { ...FIGURES.goods!, categories: [] }, changes: [], recent: [] });
    expect(titles()).toEqual([
      'Needs attention',
      'My recent activity',
      'Recent sign-ins',
      'Changes, last 14 days',
      'Recent changes',
      'Goods by category',
    ]);
    expect(addressOf(/^Go to goods$/u)).toBe('/admin/goods/goods');
    await user.click(screen.getByRole('button', { name: 'Arrange this page' }));
    expect(titles().slice(0, 3)).toEqual(['Needs attention', 'Changes, last 14 days', 'Recent changes']);
  });

  it('leave their place to the ways on where the server tells none', () => {
    const untold: Figures = { ...NOTHING, waiting: null, changes: null, recent: null, actions: null };
    show(untold, shellWith([]), <p>ways on</p>);
    expect(screen.getByText('ways on').tagName).toBe('P');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the arranged page', () => {
  it('stands as it was kept, with what is hidden left out and pinned pages at the top', () => {
    show({
      ...FIGURES,
      layout: {
        order: ['signIns', 'recent', 'waiting', 'changes', 'categories', 'actions'],
        hidden: ['changes'],
        favourites: ['user/user', 'gone'],
      },
    });
    expect(titles()).toEqual(['Recent sign-ins', 'Recent changes', 'Needs attention', 'Goods by category', 'My recent activity']);
    const pinned = within(screen.getByRole('navigation', { name: 'Favourites' })).getAllByRole('link');
    expect(pinned.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['Members', '/admin/user/user']]);
  });

  it('takes another page where the room is full of pages that are gone', async () => {
    const user = userEvent.setup();
    const { order } = SHIPPED_LAYOUT;
    show({ ...FIGURES, layout: { order, hidden: [], favourites: Array.from({ length: MAX_FAVOURITES }, (_, index) => `gone${index}`) } });
    await user.click(screen.getByRole('button', { name: 'Arrange this page' }));
    const button = screen.getByRole('button', { name: 'Goods' });
    expect([screen.getByText(/of 12/u).textContent?.includes('0 of 12'), (button as HTMLButtonElement).disabled]).toEqual([true, false]);
    await user.click(button);
    expect(screen.getByRole('button', { name: 'Goods' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('is arranged by keyboard alone, and as it was again when that is given up', async () => {
    const user = userEvent.setup();
    show(FIGURES);
    expect(isInert()).toBe(false);
    screen.getByRole('button', { name: 'Arrange this page' }).focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement?.contains(screen.getByRole('button', { name: 'Cancel' }))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    // A figure would lead away from what is being arranged.
    expect(isInert()).toBe(true);
    const press = async (name: string) => {
      screen.getByRole('button', { name }).focus();
      await user.keyboard('{Enter}');
    };
    await press('Move later: Needs attention');
    await press('Hide: Goods by category');
    await press('Goods');
    expect(titles()).toEqual([
      'Changes, last 14 days',
      'Needs attention',
      'Recent changes',
      'Goods by category',
      'My recent activity',
      'Recent sign-ins',
    ]);
    expect(screen.getByRole('button', { name: 'Show: Goods by category' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Goods' }).getAttribute('aria-pressed')).toBe('true');
    await press('Cancel');
    // The pressed button is gone with its bar; the keyboard goes on in the figures.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'At a glance' })));
    expect(titles()[0]).toBe('Needs attention');
    expect(titles()).toContain('Goods by category');
    expect(screen.getByRole('button', { name: 'Pin pages you use often' })).toBeDefined();
  });

  it('waits as it is being arranged while another page is looked at, and shows what another tab has kept once that is over', async () => {
    const user = userEvent.setup();
    const shell = shellWith([]);
    const first = show(FIGURES, shell);
    await user.click(screen.getByRole('button', { name: 'Arrange this page' }));
    await user.click(screen.getByRole('button', { name: 'Move later: Needs attention' }));
    first.unmount();
    const newer: DashboardLayout = { ...SHIPPED_LAYOUT, order: [...SHIPPED_LAYOUT.order].toReversed() };
    show({ ...FIGURES, layout: newer }, shell).unmount();
    const later = show(FIGURES, shell);
    expect(titles().slice(0, 2)).toEqual(['Changes, last 14 days', 'Needs attention']);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(titles()[0]).toBe('Needs attention');
    later.unmount();
    show({ ...FIGURES, layout: newer }, shell);
    expect(titles()[0]).toBe('Recent sign-ins');
  });
});
