import { createRoot, hydrateRoot } from 'react-dom/client';
import { createActor, waitFor } from 'xstate';
import type { AccountParts } from '#actors/account-part';
import { browserPorts } from '#actors/browser-ports';
import { createApp, type Troupe } from '#actors/create-app';
import { faultLogic } from '#actors/fault.actors';
import type { DeskParts } from '#actors/desk-part';
import type { PaletteKit } from '#actors/command-palette.actors';
import type { OfficeLogics } from '#actors/office-logics';
import type { TableKit } from '#actors/table-part';
import type { UploadKit } from '#actors/upload-part';
import { DEFAULT_LANGUAGE, HTML_LANGUAGE } from '#domain/language';
import { selectSite } from '#machines/app.machine';
import type { clickCaptchaMachine } from '#machines/click-captcha.machine';
import { faultMachine } from '#machines/fault.machine';
import type { iconPickerMachine } from '#machines/icon-picker.machine';
import { selectLanguage } from '#machines/language.machine';
import { selectColorScheme } from '#machines/layout.machine';
import { selectIsStranded, selectRoute } from '#machines/navigation.machine';
import { noticesLogic } from '#machines/notices.logic';
import { App } from '#ui/app/App.tsx';
import '#ui/app/base.css';
import { handleOf } from '#ui/app/app-context.ts';
import { loadMessages, startMessages } from '#ui/app/i18n.ts';
import { createNotices } from '#ui/app/notices.ts';
import { loadPage } from '#ui/app/pages.ts';
import { LeafLogicsContext, noOffice, type LeafLogics } from '#ui/kit/leaf-logics.ts';

let troupe: Troupe | null = null;
const notices = createActor(noticesLogic, { id: 'notices', inspect: (event) => troupe?.journal.inspect(event) });
let uploads: Promise<UploadKit> | null = null;
let clickCaptcha: Promise<typeof clickCaptchaMachine> | null = null;
let desk: Promise<DeskParts> | null = null;
let iconPicker: Promise<typeof iconPickerMachine> | null = null;
let palette: Promise<PaletteKit> | null = null;
let account: Promise<AccountParts> | null = null;
let tables: Promise<TableKit> | null = null;
let office: OfficeLogics | null = null;
const leafLogics: Omit<LeafLogics, 'fault'> & { fault: LeafLogics['fault'] } = {
  get remoteSelect() {
    return (office ?? noOffice()).remoteSelect;
  },
  get optionTree() {
    return (office ?? noOffice()).optionTree;
  },
  fault: faultMachine,
  uploads: () => (uploads ??= openUploads()),
  clickCaptcha: () => (clickCaptcha ??= openCaptcha()),
  tables: () => (tables ??= openTables()),
  desk: () => (desk ??= openDesk()),
  iconPicker: () => (iconPicker ??= openIconPicker()),
  palette: () => (palette ??= openPalette()),
  account: () => (account ??= openAccount()),
};
const ports = browserPorts({
  notices: createNotices(notices),
  loadPage: async ({ page }) => {
    await loadPage(page);
    if (page !== 'adminSection' && page !== 'adminLoading') return;
    const { officeLogics } = await import('#actors/office-logics');
    office ??= officeLogics({ call });
  },
});
troupe = createApp(ports, {
  version: import.meta.env['VITE_APP_VERSION'] ?? '',
  build: import.meta.env['VITE_APP_BUILD'] ?? '',
});
const { app, journal, call } = troupe;
const handle = handleOf(app, journal, notices, troupe.late);
leafLogics.fault = faultLogic({ history: ports.history, navigation: handle.navigation });

/** With their words; what did not arrive is asked for again by the next who needs it. */
async function openUploads(): Promise<UploadKit> {
  try {
    const [{ uploadPart }] = await Promise.all([import('#actors/upload-part'), loadMessages(['upload'])]);
    return uploadPart({ call, clock: ports.clock, page: ports.page, site: () => selectSite(app.getSnapshot()) });
  } catch (error) {
    uploads = null;
    throw error;
  }
}

async function openDesk(): Promise<DeskParts> {
  try {
    const [{ deskParts }] = await Promise.all([import('#actors/desk-part'), loadMessages(['cascade'])]);
    return deskParts({ call, notices: ports.notices });
  } catch (error) {
    desk = null;
    throw error;
  }
}

async function openTables(): Promise<TableKit> {
  try {
    const [{ tablePart }] = await Promise.all([import('#actors/table-part'), loadMessages(['tables'])]);
    return tablePart({ call, newKey: ports.page.newKey });
  } catch (error) {
    tables = null;
    throw error;
  }
}

async function openCaptcha(): Promise<typeof clickCaptchaMachine> {
  try {
    const [{ clickCaptchaLogic }] = await Promise.all([import('#actors/click-captcha.actors'), loadMessages(['captcha'])]);
    return clickCaptchaLogic({ call, newKey: ports.page.newKey });
  } catch (error) {
    clickCaptcha = null;
    throw error;
  }
}

async function openAccount(): Promise<AccountParts> {
  try {
    const [{ accountParts }] = await Promise.all([import('#actors/account-part'), loadMessages(['account'])]);
    return accountParts({ call });
  } catch (error) {
    account = null;
    throw error;
  }
}

async function openPalette(): Promise<PaletteKit> {
  try {
    const { paletteKit } = await import('#actors/command-palette.actors');
    return paletteKit({ ...ports, call });
  } catch (error) {
    palette = null;
    throw error;
  }
}

async function openIconPicker(): Promise<typeof iconPickerMachine> {
  try {
    const [{ iconPickerLogic }] = await Promise.all([import('#actors/icon-picker.actors'), loadMessages(['icons'])]);
    return iconPickerLogic(ports);
  } catch (error) {
    iconPicker = null;
    throw error;
  }
}
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
if (isDrawn) await waitFor(handle.navigation, (snapshot) => selectRoute(snapshot) !== null || selectIsStranded(snapshot));
if (isDrawn && selectColorScheme(handle.layout.getSnapshot()) === 'light') hydrateRoot(root, view);
else createRoot(root).render(view);
root.dataset['mounted'] = '';

/** Styles of other hosts come once the page is drawn; without any, their code does not come either. */
async function showOutsideStyles(): Promise<void> {
  await new Promise<void>((resolve) => ports.onFrame(() => setTimeout(resolve)));
  await waitFor(app, (snapshot) => selectSite(snapshot).styleSheets.length > 0);
  const { startOutsideStyles } = await import('#actors/outside-styles.actors');
  startOutsideStyles({ app, journal, siteOf: () => selectSite(app.getSnapshot()) });
}
showOutsideStyles().catch(() => ports.page.log('no outside styles'));
