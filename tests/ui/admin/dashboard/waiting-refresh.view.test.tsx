import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromPromise, fromTransition } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { cascadePickerMachine } from '#machines/fields/cascade-picker.machine';
import { lifeWaitingMachine, type LifeWaiting } from '#machines/life/life-waiting.machine';
import { dashboardLayoutMachine } from '#machines/shell/dashboard-layout.machine';
import { dashboardMachine, type Figures } from '#machines/shell/dashboard.machine';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { inertOf } from '#tests/machines/support/model.ts';
import { FiguresView } from '#ui/admin/dashboard/DashboardFigures.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { inApp, renderInApp, startKitMessages, withBundles } from '../../kit/support.tsx';

const FIGURES: Figures = {
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

const shell = createActor(
  fromTransition((state: unknown) => state, {
    start: { menu: { items: [], nodes: {} }, site: { urls: [] } },
    route: { path: '/admin/dashboard' },
  }),
).start() as unknown as AdminShellRef;

it('what waits is asked for anew with the figures, and when the window of requests was closed', async () => {
  await startKitMessages('en');
  await loadMessages(['dashboard', 'menu', 'recordLife']);
  const open = [3, 2, 1];
  const lifeWaiting = lifeWaitingMachine.provide({
    actors: {
      loadWaiting: fromPromise<LifeWaiting>(async () => ({ states: [], times: [], requests: { forMe: open.shift() ?? 0, mine: 0 } })),
    },
  });
  const figures = dashboardMachine.provide({ actors: { loadFigures: fromPromise<Figures>(async () => FIGURES) } });
  const actor = createActor(figures).start();
  const dashboard = lazyNow({
    cascadePicker: inertOf(cascadePickerMachine),
    dashboard: figures,
    dashboardLayout: inertOf(dashboardLayoutMachine),
    lifeWaiting,
  });
  const view = (
    <ShellContext value={shell}>
      <FiguresView actor={actor} />
    </ShellContext>
  );
  renderInApp(inApp(withBundles({ dashboard }, view)));
  const user = userEvent.setup({ delay: null });
  await screen.findByRole('button', { name: /^3 /u });
  expect(screen.queryByText('All caught up.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Refresh the figures' }));
  await user.click(await screen.findByRole('button', { name: /^2 /u }));
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: /^1 /u })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Refresh the figures' }));
  expect(await screen.findByText('All caught up.')).toBeTruthy();
});
