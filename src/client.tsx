import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createActor, waitFor } from 'xstate';
import { browserPorts } from '#actors/app/browser-ports';
import { createApp, type Troupe } from '#actors/app/create-app';
import { leaveForDocument as leavePage } from '#actors/app/leave-for-document';
import type { AppPorts } from '#actors/base/ports';
import { bring, lazyOnce } from '#actors/base/lazy-code';
import { STORAGE_KEY } from '#actors/base/persistence';
import { resolveRoute } from '#domain/app/route-target';
import { HTML_LANGUAGE } from '#domain/base/language';
import { selectAdminShell, selectSite } from '#machines/app/app.machine';
import { selectLanguage } from '#machines/app/language.machine';
import { selectIsLeftUnsaved, selectRoute } from '#machines/app/navigation.machine';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { noticesLogic } from '#machines/app/notices.logic';
import { App } from '#ui/app/App.tsx';
import '#ui/app/base.css';
import { handleOf, type AppHandle } from '#ui/base/app-context.ts';
import { startMessages } from '#ui/base/i18n.ts';
import { createNotices } from '#ui/app/notices.ts';
import { loadPage } from '#ui/app/pages.ts';
import { LogicsContext, type LeafBundles, type ViewLogics } from '#ui/base/lazy-bundles.ts';

/** By their names: all that stands here comes with every page. */
const LEAVES: Readonly<Record<keyof LeafBundles, true>> = {
  account: true,
  captcha: true,
  choice: true,
  dashboard: true,
  entry: true,
  external: true,
  help: true,
  iconPicker: true,
  life: true,
  notifications: true,
  palette: true,
  problemReport: true,
  problemWindow: true,
  tableImport: true,
  tableTools: true,
  upload: true,
};

/** How long the first page may be on its way before a block in its place says so, in milliseconds. */
const FIRST_BLOCK_MS = 150;

/** How long what comes once a page is drawn waits for what somebody came for; where that does not arrive, its place has buttons that need it. */
const LATEST_DRAWN_MS = 2000;

export interface ClientWorld {
  /** What stands in the place of the browser's own ports. */
  readonly portsOf?: (own: AppPorts) => AppPorts;
  /** What becomes of an address that the server draws. */
  readonly leaveForDocument?: typeof leavePage;
}

/** The application in this page, from its ports to its first picture. */
export async function startClient({ portsOf = (own) => own, leaveForDocument = leavePage }: ClientWorld = {}): Promise<AppHandle> {
  let troupe: Troupe | null = null;
  const notices = createActor(noticesLogic, { id: 'notices', inspect: (event) => troupe?.journal.inspect(event) });
  const build: string = import.meta.env['VITE_APP_BUILD'] ?? '';
  /** The list of bundles comes with the first of them. */
  const leaves = lazyOnce(async () => {
    const { leafBundles } = await import('./leaf-bundles.ts');
    return leafBundles({ ports, call, journal, build, site: () => selectSite(app.getSnapshot()) });
  });
  const leaf = <Name extends keyof LeafBundles>(name: Name): LeafBundles[Name] =>
    lazyOnce<unknown>(async () => (await leaves())[name]()) as LeafBundles[Name];
  const own = browserPorts({
    notices: createNotices(notices),
    loadPage: async ({ page, path, search, target }) => {
      if (page === 'home' || page === 'document')
        await leaveForDocument({ path, search }, selectIsLeftUnsaved(handle.navigation.getSnapshot()));
      await loadPage(page);
      if (page === 'memberSection' || page === 'memberLoading') {
        const { preloadMemberPage } = await import('#ui/member/shell/MemberPage.tsx');
        const arriving = preloadMemberPage(target?.path ?? path);
        // Who is there is asked at the same time.
        await Promise.all([bring(followZone), page === 'memberSection' && arriving]);
      }
      if (page !== 'adminSection' && page !== 'adminLoading') return;
      await Promise.all([loadTab(path), bring(followZone)]);
      // No page is drawn by it: a window with such a field waits for it where it is opened before.
      void drawn()
        .then(() => bring(logics.bundles.choice))
        .catch(() => null);
    },
  });

  const ports = portsOf(own);

  /** Behind a sign-in all times are those of the site's clock. */
  const followZone = lazyOnce(async () => {
    const { showTimesIn } = await import('#ui/kit/cells/time-text.ts');
    const follow = () => showTimesIn(selectSite(app.getSnapshot()).timeZone);
    follow();
    app.subscribe(follow);
  });

  /** A section arrives before its address does; where there is no page to stay on, its place says what did not arrive. Source: readings 2.11. */
  async function loadTab(path: string): Promise<void> {
    const shell = selectAdminShell(app.getSnapshot());
    if (!shell) return;
    const { preloadTab } = await import('#ui/admin/shell/tabs/tab-views.ts');
    const arriving = preloadTab(shell, path, logics.bundles);
    await (selectRoute(handle.navigation.getSnapshot())?.page === 'adminSection' ? arriving : arriving.catch(() => null));
  }

  /** Until the page that somebody came for is drawn, and nothing else is to be done. */
  async function drawn(): Promise<void> {
    const isHere = waitFor(handle.navigation, (snapshot) => !selectIsBusy(snapshot) && !selectRoute(snapshot)?.page.endsWith('Loading'));
    await Promise.race([isHere, ports.clock.pause(LATEST_DRAWN_MS)]);
    await new Promise<void>(ports.onIdle);
  }

  troupe = createApp(ports, {
    version: import.meta.env['VITE_APP_VERSION'] ?? '',
    build,
  });
  const { app, journal, call } = troupe;
  const logics: ViewLogics = {
    waysOut: ports,
    hasMemberDraft: () => ports.tabStorage.read(STORAGE_KEY.memberDrafts) !== null,
    hasPasskeys: typeof PublicKeyCredential !== 'undefined',
    bundles: {
      ...troupe.bundles,
      ...(Object.fromEntries(Object.keys(LEAVES).map((name) => [name, leaf(name as keyof LeafBundles)])) as unknown as LeafBundles),
    },
  };
  // Tools that were there before can look on from the first event; docs/testing/machines.md says how.
  window.dispatchEvent(new CustomEvent('troupe:journal', { detail: { watch: journal.watch } }));
  const handle = handleOf(app, journal, notices);

  const language = selectLanguage(handle.language.getSnapshot());

  document.documentElement.lang = HTML_LANGUAGE[language];
  const { page: first, area } = resolveRoute({ path: location.pathname, search: '' }, { admin: [], member: [] });
  await startMessages(language, first.endsWith('Loading') ? area : first);
  notices.start();
  app.start();

  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('index.html has no #root');
  // What the server has drawn (`early-form.ts`) is taken over with all that was typed there, unless the address leads elsewhere.
  const { page: early } = root.dataset;
  const isHere = waitFor(handle.navigation, (snapshot) => !selectIsBusy(snapshot));
  // Its parts come with the page: most first pages are here sooner than a block that says they are awaited could be drawn.
  await (early ? isHere : Promise.race([isHere, ports.clock.pause(FIRST_BLOCK_MS)]));

  const view = (
    <LogicsContext value={logics}>
      <App handle={handle} />
    </LogicsContext>
  );
  if (early && early === selectRoute(handle.navigation.getSnapshot())?.page) flushSync(() => hydrateRoot(root, view));
  else createRoot(root).render(view);
  root.dataset['mounted'] = '';
  root.dispatchEvent(new Event('mounted'));

  const goOn = async (): Promise<void> => {
    await drawn();
    const { onceDrawn } = await import('#ui/app/once-drawn.ts');
    await onceDrawn({ app, journal, now: ports.clock.now });
  };
  goOn().catch(() => ports.page.log('nothing for paper, no outside styles'));
  return handle;
}
