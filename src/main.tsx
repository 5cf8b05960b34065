import { createRoot, hydrateRoot } from 'react-dom/client';
import { createActor, waitFor } from 'xstate';
import { browserPorts } from '#actors/app/browser-ports';
import { createApp, type Troupe } from '#actors/app/create-app';
import { lateCode } from '#actors/base/lazy-code';
import type { OfficeLogics } from '#actors/fields/choice-logics';
import { DEFAULT_LANGUAGE, HTML_LANGUAGE } from '#domain/base/language';
import { selectAdminShell, selectSite } from '#machines/app/app.machine';
import { selectLanguage } from '#machines/app/language.machine';
import { selectColorScheme } from '#machines/app/layout.machine';
import { selectHasFailed, selectRoute } from '#machines/app/navigation.machine';
import { noticesLogic } from '#machines/app/notices.logic';
import { App } from '#ui/app/App.tsx';
import '#ui/app/base.css';
import { handleOf } from '#ui/base/app-context.ts';
import { startMessages } from '#ui/base/i18n.ts';
import { createNotices } from '#ui/app/notices.ts';
import { loadPage } from '#ui/app/pages.ts';
import { LeafLogicsContext, noOffice, type LateLogics, type LeafLogics } from '#ui/base/leaf-logics.ts';

let troupe: Troupe | null = null;
const notices = createActor(noticesLogic, { id: 'notices', inspect: (event) => troupe?.journal.inspect(event) });
let office: OfficeLogics | null = null;
const build: string = import.meta.env['VITE_APP_BUILD'] ?? '';
const parts = lateCode(async () => {
  const { leafParts } = await import('./leaf-bundles.ts');
  return leafParts({ ports, call, journal, build, site: () => selectSite(app.getSnapshot()) });
});
/** The list of late logics comes with the first of them. */
const late = <Name extends keyof LateLogics>(name: Name): LateLogics[Name] =>
  lateCode<unknown>(async () => (await parts())[name]()) as LateLogics[Name];
const leafLogics: LeafLogics = {
  get remoteSelect() {
    return (office ?? noOffice()).remoteSelect;
  },
  get optionTree() {
    return (office ?? noOffice()).optionTree;
  },
  get waysOut() {
    return ports;
  },
  uploads: late('uploads'),
  clickCaptcha: late('clickCaptcha'),
  desk: late('desk'),
  tables: late('tables'),
  iconPicker: late('iconPicker'),
  palette: late('palette'),
  account: late('account'),
  problemReport: late('problemReport'),
  problemWindow: late('problemWindow'),
};
const ports = browserPorts({
  notices: createNotices(notices),
  loadPage: async ({ page, path }) => {
    await loadPage(page);
    if (page !== 'adminSection' && page !== 'adminLoading') return;
    await loadTab(path);
    if (office) return;
    const [{ officeLogics }, { showTimesIn }] = await Promise.all([
      import('#actors/fields/choice-logics'),
      import('#ui/kit/cells/time-text.ts'),
    ]);
    office ??= officeLogics({ call });
    const followZone = () => showTimesIn(selectSite(app.getSnapshot()).timeZone);
    followZone();
    app.subscribe(followZone);
  },
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
// Tools that were there before can look on from the first event; docs/testing.md says how.
window.dispatchEvent(new CustomEvent('troupe:journal', { detail: { watch: journal.watch } }));
const handle = handleOf(app, journal, notices, troupe.late);

const language = selectLanguage(handle.language.getSnapshot());

document.documentElement.lang = HTML_LANGUAGE[language];
await startMessages(language);
notices.start();
app.start();

const root = document.querySelector<HTMLElement>('#root');
if (!root) throw new Error('index.html has no #root');
const view = (
  <LeafLogicsContext value={leafLogics}>
    <App handle={handle} />
  </LeafLogicsContext>
);
const isDrawn = root.firstElementChild !== null && language === DEFAULT_LANGUAGE;
// What the server has drawn stays until the same page can take its place.
if (isDrawn) await waitFor(handle.navigation, (snapshot) => selectRoute(snapshot) !== null || selectHasFailed(snapshot));
if (isDrawn && selectColorScheme(handle.layout.getSnapshot()) === 'light') hydrateRoot(root, view);
else createRoot(root).render(view);
root.dataset['mounted'] = '';

/** Styles of other hosts come once the page is drawn; without any, their code does not come either. */
async function showOutsideStyles(): Promise<void> {
  await new Promise<void>((resolve) => ports.onFrame(() => setTimeout(resolve)));
  await waitFor(app, (snapshot) => selectSite(snapshot).styleSheets.length > 0);
  const { startOutsideStyles } = await import('#actors/app/outside-styles.actors');
  startOutsideStyles({ app, journal, siteOf: () => selectSite(app.getSnapshot()) });
}
showOutsideStyles().catch(() => ports.page.log('no outside styles'));
