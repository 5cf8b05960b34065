import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createActor, waitFor as settle } from 'xstate';
import { selectRoute } from '#machines/app/navigation.machine';
import { noticesLogic } from '#machines/app/notices.logic';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';
import { testBundles } from '../kit/support.tsx';
import { App } from '#ui/app/App.tsx';
import { handleOf } from '#ui/base/app-context.ts';
import { loadMessages, startMessages, t } from '#ui/base/i18n.ts';
import { LogicsContext } from '#ui/base/lazy-bundles.ts';
import { loadPage } from '#ui/app/pages.ts';

const brand = () => document.querySelector('a[href="/"]') as HTMLElement;

beforeEach(async () => {
  await startMessages('en');
  await loadMessages(['admin', 'public', 'fault', 'leaving']);
});
afterEach(cleanup);

// Recovery codes stand on the sign-in page while nobody is let in without them; tabs of the back office wait behind a member's sign-in.
it.each(['/admin/login', '/user/login'])('%s asks before unsaved work is left, and its links lead on', async (href) => {
  const user = userEvent.setup();
  const world = createTestWorld({ href, loadPage: ({ page }) => loadPage(page) });
  const { app, journal, bundles: appBundles } = startTestApp(world);
  const handle = handleOf(app, journal, createActor(noticesLogic).start());
  await settle(handle.navigation, (snapshot) => snapshot.matches('settled'));
  const logics = { waysOut: world.ports, hasMemberDraft: () => false, hasPasskeys: false, bundles: { ...testBundles, ...appBundles } };
  await act(async () =>
    render(
      <LogicsContext value={logics}>
        <App handle={handle} />
      </LogicsContext>,
    ),
  );
  await act(async () => app.send({ type: 'work.unsavedChanged', isUnsaved: true }));
  const path = () => selectRoute(handle.navigation.getSnapshot())?.path;
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }, { timeout: 20_000 }));
  await user.click(brand());
  await press(t('leaving.stay'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(path()).toBe(href);
  await user.click(brand());
  await press(t('leaving.leave'));
  await waitFor(() => expect(path()).toBe('/'));
  await act(async () => app.stop());
});
