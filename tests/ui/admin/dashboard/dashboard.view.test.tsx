import { screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { dashboardMachine, type DashboardRef, type Figures } from '#machines/shell/dashboard.machine';
import { done, failed, inertOf } from '#tests/support/model.ts';
import { describeView } from '#tests/support/view.tsx';
import { FiguresView } from '#ui/admin/dashboard/DashboardFigures.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { inApp, renderInApp, startKitMessages } from '../../kit/support.tsx';

const NOTHING: Figures = { goods: null, members: null, memberSignIns: null, adminSignIns: null, changes: [], actions: [] };
const FIGURES: Figures = {
  goods: {
    draft: 4,
    on: 1234,
    off: 5,
    low: 3,
    lowLimit: 10,
    soldOut: 0,
    categories: [
      { id: 2, name: '绿茶', nameEn: 'Green tea', count: 8 },
      { id: 9, name: '杯', nameEn: '', count: 2 },
    ],
  },
  members: { total: 8, joined: 2, since: '2026-01-09 00:00:00' },
  memberSignIns: [],
  adminSignIns: [{ id: 1, name: 'Admin', at: 1_768_435_200 }],
  changes: [
    { day: '2026-01-14', created: 0, changed: 0, deleted: 0 },
    { day: '2026-01-15', created: 7, changed: 2, deleted: 1 },
  ],
  actions: [{ id: 5, title: '商品-编辑', at: 1_768_435_200 }],
};

const shellWith = (pages: readonly string[]): AdminShellRef =>
  createActor(
    fromTransition((state: unknown) => state, {
      start: { menu: { nodes: Object.fromEntries(pages.map((page) => [page, []])) }, site: { urls: [] } },
      route: { path: '/admin/dashboard' },
    }),
  ).start() as unknown as AdminShellRef;

const view = (actor: DashboardRef, shell = shellWith(['/admin/auth/adminLog'])) =>
  inApp(
    <MemoryRouter>
      <ShellContext value={shell}>
        <FiguresView actor={actor} />
      </ShellContext>
    </MemoryRouter>,
  );

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['dashboard']);
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
  { 'dashboard.refreshRequested': (user) => user.click(screen.getByRole('button', { name: 'Refresh the figures' })) },
  {
    seen: (snapshot) => {
      const { figures } = snapshot.context as { readonly figures: Figures | null };
      const failure = snapshot.matches('failed') ? (figures ? 'No newer figures' : 'The figures could not be loaded') : null;
      return (
        (screen.queryByText('1,234') !== null) === (figures !== null) &&
        (screen.queryByRole('alert') !== null) === (failure !== null) &&
        (failure === null || screen.queryByText(failure, { exact: false }) !== null)
      );
    },
  },
);

function show(figures: Figures, shell?: AdminShellRef) {
  const actor = createActor(inertOf(dashboardMachine), {
    snapshot: dashboardMachine.resolveState({ value: 'ready', context: { figures, failure: null } }),
  }).start();
  return renderInApp(view(actor, shell));
}
const addressOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');

describe('the figures', () => {
  it('lead to the lists they count, with the same conditions', () => {
    show(FIGURES);
    expect(addressOf(/Goods on sale/u)).toBe('/admin/goods/goods?status=on');
    expect(addressOf(/Running low/u)).toBe('/admin/goods/goods?status=on&stock=1%2C10');
    expect(addressOf(/Out of stock/u)).toBe('/admin/goods/goods?stock=0%2C0');
    expect(addressOf(/Joined/u)).toBe('/admin/user/user?create_time=2026-01-09+00%3A00%3A00%2C2099-12-31+23%3A59%3A59');
    expect(addressOf(/Green tea/u)).toBe('/admin/goods/goods?category_id=2');
    expect(screen.getByRole('link', { name: /杯/u }).textContent).toContain('2 goods');
    expect(addressOf(/Open the log/u)).toBe('/admin/auth/adminLog');
  });

  it('can be read as a table where a chart is drawn', () => {
    show(FIGURES);
    const rows = within(screen.getByRole('table', { name: 'Changes in 14 days' })).getAllByRole('row');
    expect(rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))).toEqual([
      [],
      ['0', '0', '0'],
      ['7', '2', '1'],
    ]);
  });

  it('say in words where there is nothing, and leave out what may not be seen', () => {
    show({ ...NOTHING, memberSignIns: [] }, shellWith([]));
    for (const words of ['Nothing was changed in 14 days.', 'You have done nothing yet.', 'No member has signed in yet.'])
      expect(screen.getByText(words).tagName).toBe('P');
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(screen.queryByText('Goods by category')).toBeNull();
  });
});
