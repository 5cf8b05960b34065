import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, use, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, waitFor as settle } from 'xstate';
import { askAgain, lazyNow, lazyOnce } from '#actors/base/lazy-code';
import { EMPTY_SITE_CONFIG } from '#domain/app/site-config';
import { selectRoute } from '#machines/app/navigation.machine';
import { noticesLogic } from '#machines/app/notices.logic';
import { problemReportMachine } from '#machines/observe/problem-report.machine';
import { inertOf } from '#tests/machines/support/model.ts';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';
import { testBundles } from '../kit/support.tsx';
import { CrashedTab } from '#ui/admin/shell/tabs/CrashedTab.tsx';
import { App } from '#ui/app/App.tsx';
import { AppHandleContext, handleOf, type AppHandle } from '#ui/base/app-context.ts';
import { ErrorBoundary } from '#ui/base/ErrorBoundary.tsx';
import { loadMessages, startMessages, t } from '#ui/base/i18n.ts';
import { lazyView } from '#ui/base/lazy-view.tsx';
import { loadPage } from '#ui/app/pages.ts';
import { LogicsContext, type LazyBundles } from '#ui/base/lazy-bundles.ts';
import { LazyDialog } from '#ui/kit/dialogs/LazyDialog.tsx';

vi.mock('#ui/member/MemberLoginPage.tsx', () => ({
  MemberLoginPage: () => {
    throw new Error('a defect');
  },
}));

const user = userEvent.setup();
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const problemReport = lazyNow(inertOf(problemReportMachine));
const Found = () => <p>found</p>;

/** Code that does not arrive so many times, and how often it was asked for. */
function late<Value>(value: Value, failures: number) {
  const asked = vi.fn<() => Promise<Value>>(async () => {
    if (asked.mock.calls.length <= failures) throw new Error('no line');
    return value;
  });
  return asked;
}

/** Below a boundary that must not fall. */
const show = (view: ReactElement) =>
  render(
    <ErrorBoundary fallback={() => <p>fallen</p>}>
      <Suspense fallback={<p>waiting</p>}>{view}</Suspense>
    </ErrorBoundary>,
  );

/** A page, with a window over it. */
const pageBelow = (isOpen: boolean, view: ReactElement) => (
  <ErrorBoundary fallback={() => <p>fallen</p>}>
    <p>typed</p>
    <LazyDialog isOpen={isOpen}>{view}</LazyDialog>
  </ErrorBoundary>
);

beforeEach(async () => {
  await startMessages('en');
  await loadMessages(['admin', 'public', 'fault']);
  // What a boundary catches, React and the boundary both write down.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  askAgain();
  vi.restoreAllMocks();
});

describe('a view whose code does not arrive', () => {
  it('says so in its place, and is asked for again as often as somebody wants it', async () => {
    const load = late(Found, 2);
    const View = lazyView(load);
    show(<View />);
    expect((await screen.findByRole('alert')).textContent).toBe(t('common.lazy.failed') + t('common.action.retry'));
    expect(load).toHaveBeenCalledTimes(1);
    await press(t('common.action.retry'));
    await screen.findByRole('alert');
    expect(load).toHaveBeenCalledTimes(2);
    await press(t('common.action.retry'));
    expect(await screen.findByText('found')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(3);
    expect(screen.queryByText('fallen')).toBe(null);
  });

  it('is asked for again where it is shown anew', async () => {
    const load = late(Found, 1);
    const View = lazyView(load);
    const first = show(<View />);
    await screen.findByRole('alert');
    first.unmount();
    show(<View />);
    expect(await screen.findByText('found')).toBeTruthy();
  });

  it('waits unseen while what it belongs to is closed, and is asked for by the next opening', async () => {
    const load = late(Found, 1);
    const View = lazyView(load);
    const { rerender } = render(
      <LazyDialog isOpen>
        <View />
      </LazyDialog>,
    );
    await screen.findByRole('alert');
    rerender(
      <LazyDialog isOpen={false}>
        <View />
      </LazyDialog>,
    );
    expect(screen.queryByRole('alert')).toBe(null);
    expect(load).toHaveBeenCalledTimes(1);
    rerender(
      <LazyDialog isOpen>
        <View />
      </LazyDialog>,
    );
    expect(await screen.findByText('found')).toBeTruthy();
  });

  it('may break in a window over the page, which stands, and is shown anew when somebody wants it', async () => {
    let isBroken = true;
    const View = lazyView(async () => () => {
      if (isBroken) throw new Error('a defect');
      return <p>found</p>;
    });
    const { rerender } = render(pageBelow(true, <View />));
    expect((await screen.findByRole('alert')).textContent).toBe(t('common.lazy.failed') + t('common.action.retry'));
    expect([screen.queryByText('typed') !== null, screen.queryByText('fallen')]).toEqual([true, null]);
    await press(t('common.action.retry'));
    expect(await screen.findByRole('alert')).toBeTruthy();
    rerender(pageBelow(false, <View />));
    expect([screen.queryByRole('alert'), screen.queryByText('typed') !== null]).toEqual([null, true]);
    isBroken = false;
    rerender(pageBelow(true, <View />));
    expect(await screen.findByText('found')).toBeTruthy();
  });

  it('may be brought before it is shown, and asked for again', async () => {
    const load = late(Found, 1);
    const View = lazyView(load);
    await expect(View.preload()).rejects.toThrow('code did not arrive');
    await View.preload();
    show(<View />);
    // At once: nothing stands in its place before.
    expect(document.body.textContent).toBe('found');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('takes with it what it needs besides: the logic of a widget is asked for in the same way', async () => {
    const logic = lazyOnce(late('found', 1));
    const View = lazyView(async () => () => <p>{use(logic())}</p>);
    show(<View />);
    await screen.findByRole('alert');
    await act(() => press(t('common.action.retry')));
    expect(await screen.findByText('found')).toBeTruthy();
  });

  it('shows nothing where it is too small for words', async () => {
    const View = lazyView(late(Found, 1), { failure: 'hidden' });
    const { container } = show(<View />);
    await waitFor(() => expect(container.textContent).toBe(''));
  });

  it('does not hide a defect', async () => {
    const View = lazyView(async () => () => {
      throw new Error('a defect');
    });
    show(<View />);
    expect(await screen.findByText('fallen')).toBeTruthy();
  });
});

it('the page lets a broken tab be opened again, code that did not arrive included', async () => {
  const View = lazyView(late(Found, 1), { failure: 'thrown' });
  render(
    <MantineProvider env="test">
      <AppHandleContext value={{} as AppHandle}>
        <ErrorBoundary fallback={CrashedTab}>
          <Suspense>
            <View />
          </Suspense>
        </ErrorBoundary>
      </AppHandleContext>
    </MantineProvider>,
  );
  await screen.findByRole('heading', { name: t('admin.crash.title') });
  await press(t('admin.crash.reopen'));
  expect(await screen.findByText('found')).toBeTruthy();
});

/** The application at the last of these entries. */
async function open(entries: readonly string[], more: Partial<LazyBundles> = {}) {
  const world = createTestWorld({ href: entries[0] ?? '/', loadPage: ({ page }) => loadPage(page) });
  const { app, journal, bundles: appBundles } = startTestApp(world);
  const handle = handleOf(app, journal, createActor(noticesLogic).start());
  const settled = () => settle(handle.navigation, (snapshot) => snapshot.matches('settled'));
  await settled();
  for (const to of entries.slice(1)) {
    handle.navigation.send({ type: 'navigation.requested', to, mode: 'push' });
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await settled();
  }
  const logics = {
    waysOut: world.ports,
    hasMemberDraft: () => false,
    hasPasskeys: false,
    bundles: { ...testBundles, ...appBundles, problemReport, ...more },
  };
  await act(async () =>
    render(
      <LogicsContext value={logics}>
        <App handle={handle} />
      </LogicsContext>,
    ),
  );
  return { handle, path: () => selectRoute(handle.navigation.getSnapshot())?.path };
}

/** A page that is broken, on a site that lets it report that by itself or not. @returns what ends it */
async function faulty(reportsFaults: boolean, asked: (error?: unknown) => void) {
  const opened = await open(['/user/login'], { problemWindow: lazyNow((_handle, error) => asked(error)) });
  await act(() => settle(opened.handle.app, (snapshot) => snapshot.matches({ site: 'settled' })));
  await act(async () => opened.handle.app.send({ type: 'site.changed', site: { ...EMPTY_SITE_CONFIG, reportsFaults } }));
  return () => act(async () => opened.handle.app.stop());
}

describe('the page that stands for a broken one', () => {
  it.each([
    ['home', ['/user/login'], 'common.action.home', '/', 'public.home.enterAdmin'],
    ['back to the page before', ['/401', '/', '/user/login'], 'common.action.back', '/', 'public.home.enterAdmin'],
  ] as const)('leads %s, and is gone then', async (_case, entries, button, path, seen) => {
    const opened = await open(entries);
    await screen.findByRole('heading', { name: t('common.fault.title') });
    await act(() => press(t(button)));
    await waitFor(() => expect(screen.queryByRole('heading', { name: t('common.fault.title') })).toBe(null));
    expect(opened.path()).toBe(path);
    expect(document.body.textContent).toContain(t(seen).split(/\s/u)[0]);
    await act(async () => opened.handle.app.stop());
  });

  it('sends a report without asking where the site allows it', async () => {
    const stop = await faulty(true, () => undefined);
    expect(await screen.findByText(t('fault.reporting'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('common.action.report') })).toBe(null);
    await stop();
  });

  it('sends nothing elsewhere, and offers to report', async () => {
    const asked = vi.fn<(error?: unknown) => void>();
    const stop = await faulty(false, asked);
    await press(t('common.action.report'));
    await waitFor(() => expect(asked).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'a defect' })));
    expect(screen.queryByText(t('fault.reporting'))).toBe(null);
    await stop();
  });
});
