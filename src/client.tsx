import { createRoot } from 'react-dom/client';
import { createActor, waitFor } from 'xstate';
import { browserPorts } from '#actors/app/browser-ports';
import { createApp, type Troupe } from '#actors/app/create-app';
import { leaveForDocument as leavePage } from '#actors/app/leave-for-document';
import type { AppPorts } from '#actors/base/ports';
import { bring, lazyOnce } from '#actors/base/lazy-code';
import { STORAGE_KEY } from '#actors/base/persistence';
import { HTML_LANGUAGE } from '#domain/base/language';
import { selectAdminShell, selectSite } from '#machines/app/app.machine';
import { selectLanguage } from '#machines/app/language.machine';
import { selectIsLeftUnsaved, selectRoute } from '#machines/app/navigation.machine';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { noticesLogic } from '#machines/app/notices.logic';
import { App } from '#ui/app/App.tsx';
import '#ui/app/base.css';
import { handleOf, type AppHandle } from '#ui/base/app-context.ts';
import { pageLanguage, startMessages } from '#ui/base/i18n.ts';
import { createNotices } from '#ui/app/notices.ts';
import { loadPage } from '#ui/app/pages.ts';
import { LogicsContext, type LeafBundles, type ViewLogics } from '#ui/base/lazy-bundles.ts';

/** By their names: all that stands here comes with every page. */
const LEAVES: Readonly<Record<keyof LeafBundles, true>> = {
  account: true,
  captcha: true,
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
  table: true,
  tableImport: true,
  tableTools: true,
  upload: true,
};

/** How long the first page may be on its way before a block in its place says so, in milliseconds. */
const FIRST_BLOCK_MS = 150;

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
  const choice = lazyOnce(async () => (await import('#actors/fields/choice.bundle')).choiceBundle({ call, language: pageLanguage }));
  const own = browserPorts({
    notices: createNotices(notices),
    loadPage: async ({ page, path, search }) => {
      if (page === 'home' || page === 'document')
        await leaveForDocument({ path, search }, selectIsLeftUnsaved(handle.navigation.getSnapshot()));
      await loadPage(page);
      if (page === 'memberSection' || page === 'memberLoading') await bring(followZone);
      if (page !== 'adminSection' && page !== 'adminLoading') return;
      await Promise.all([loadTab(path), bring(followZone), bring(choice)]);
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

  /** A section arrives before its address does, where there is another to stay on. Source: readings 2.11. */
  async function loadTab(path: string): Promise<void> {
    const shell = selectAdminShell(app.getSnapshot());
    if (!shell || selectRoute(handle.navigation.getSnapshot())?.page !== 'adminSection') return;
    const { preloadTab } = await import('#ui/admin/shell/tabs/tab-views.ts');
    await preloadTab(shell, path);
  }

  troupe = createApp(ports, {
    version: import.meta.env['VITE_APP_VERSION'] ?? '',
    build,
  });
  const { app, journal, call } = troupe;
  const logics: ViewLogics = {
    waysOut: ports,
    hasMemberDraft: () => ports.tabStorage.read(STORAGE_KEY.memberDrafts) !== null,
    bundles: {
      ...troupe.bundles,
      choice,
      ...(Object.fromEntries(Object.keys(LEAVES).map((name) => [name, leaf(name as keyof LeafBundles)])) as unknown as LeafBundles),
    },
  };
  // Tools that were there before can look on from the first event; docs/testing/machines.md says how.
  window.dispatchEvent(new CustomEvent('troupe:journal', { detail: { watch: journal.watch } }));
  const handle = handleOf(app, journal, notices);

  const language = selectLanguage(handle.language.getSnapshot());

  document.documentElement.lang = HTML_LANGUAGE[language];
  await startMessages(language);
  notices.start();
  app.start();

  // Its parts come with the page: most first pages are here sooner than a block that says they are awaited could be drawn.
  await Promise.race([waitFor(handle.navigation, (snapshot) => !selectIsBusy(snapshot)), ports.clock.pause(FIRST_BLOCK_MS)]);

  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <LogicsContext value={logics}>
      <App handle={handle} />
    </LogicsContext>,
  );
  root.dataset['mounted'] = '';

  const drawn = new Promise<void>((resolve) => ports.onFrame(() => setTimeout(resolve)));

  /** What paper needs comes once the page is drawn. */
  async function readyPrint(): Promise<void> {
    await drawn;
    const { preparePrint } = await import('#ui/app/print.ts');
    preparePrint(() => selectSite(app.getSnapshot()), ports.clock.now);
  }

  /** Styles of other hosts come once the page is drawn; without any, their code does not come either. */
  async function showOutsideStyles(): Promise<void> {
    await drawn;
    await waitFor(app, (snapshot) => selectSite(snapshot).styleSheets.length > 0);
    const { startOutsideStyles } = await import('#actors/app/outside-styles.actors');
    startOutsideStyles({ app, journal, siteOf: () => selectSite(app.getSnapshot()) });
  }
  readyPrint().catch(() => ports.page.log('nothing for paper'));
  showOutsideStyles().catch(() => ports.page.log('no outside styles'));
  return handle;
}
