import { renderToString } from 'react-dom/server';
import { createActor } from 'xstate';
import { STORAGE_KEY } from '#actors/base/persistence';
import { siteConfigOf, type WireSiteConfig } from '#actors/base/site-config';
import { DEFAULT_LAYOUT } from '#domain/app/layout';
import { PAGE_TITLE_KEY, pageTitle } from '#domain/app/page-title';
import { resolveRoute } from '#domain/app/route-target';
import type { SiteConfig } from '#domain/app/site-config';
import { LANGUAGES, type Language } from '#domain/base/language';
import englishFaults from '#locales/en/fault';
import chineseFaults from '#locales/zh-cn/fault';
import { appMachine } from '#machines/app/app.machine';
import { navigationMachine } from '#machines/app/navigation.machine';
import { noticesLogic } from '#machines/app/notices.logic';
import { App } from '#ui/app/App.tsx';
import type { EarlyForm, EarlyWords } from '#ui/app/early-form.ts';
import { loadPage } from '#ui/app/pages.ts';
import { handleOf, type AppHandle } from '#ui/base/app-context.ts';
import { startMessages, text } from '#ui/base/i18n.ts';
import { LogicsContext, type ViewLogics } from '#ui/base/lazy-bundles.ts';

export type SignInPage = 'adminLogin' | 'memberLogin';

interface SignIn {
  readonly path: string;
  readonly unlessStored: EarlyForm['unlessStored'];
  readonly hasPasskeys: (site: SiteConfig) => boolean;
}

const SIGN_INS: Readonly<Record<SignInPage, SignIn>> = {
  adminLogin: {
    path: '/admin/login',
    unlessStored: { local: STORAGE_KEY.adminInfo, tab: null },
    hasPasskeys: ({ adminWays }) => adminWays !== undefined,
  },
  memberLogin: {
    path: '/user/login',
    unlessStored: { local: STORAGE_KEY.userInfo, tab: STORAGE_KEY.memberDrafts },
    hasPasskeys: ({ memberWays }) => memberWays.includes('passkey'),
  },
};

/** The application as it is when a sign-in page has arrived and nobody has done anything: none of its actors has started. */
function atRest(page: SignInPage, site: SiteConfig, language: Language, isSystemDark: boolean): AppHandle {
  const { path } = SIGN_INS[page];
  const app = createActor(appMachine, {
    input: {
      href: path,
      language,
      layout: { config: DEFAULT_LAYOUT, isSystemDark },
      adminSession: { area: 'admin', person: null, tokens: null },
      memberSession: { area: 'member', person: null, tokens: null },
      site,
    },
  });
  // Nothing is kept of what does not happen.
  const journal = { inspect: () => undefined } as unknown as AppHandle['journal'];
  const handle = handleOf(app, journal, createActor(noticesLogic));
  const { context } = handle.navigation.getSnapshot();
  const route = resolveRoute({ path, search: '' }, context.registered);
  const input = { owner: context.owner, href: path };
  const snapshot = navigationMachine.resolveState({ value: 'settled', context: { ...context, route, pending: null, progress: 0 } });
  return { ...handle, navigation: createActor(navigationMachine, { input, snapshot }) };
}

/** Longer than the scripts take on a slow line: whoever fills in the form meanwhile is not told what is not so. */
const LATE_MS = 10_000;
/** Said by the script of the page, for which no file of messages is fetched. */
const FAULTS = { 'zh-cn': chineseFaults, en: englishFaults } as const;

/** What nobody has pressed is not asked for. */
const logics = { hasMemberDraft: () => false, hasPasskeys: true } as unknown as ViewLogics;

/** Without what React puts before a page: its pictures are named in it anyway. */
const draw = (handle: AppHandle): string =>
  renderToString(
    <LogicsContext value={logics}>
      <App handle={handle} />
    </LogicsContext>,
  ).replace(/^(?:<link [^>]*>)+/u, '');

/** Two texts as what they begin and end with alike, and what is between. */
function inParts(light: string, dark: string): Omit<EarlyWords, 'title' | 'late' | 'reload'> {
  const shorter = Math.min(light.length, dark.length);
  let [head, tail] = [0, 0];
  while (head < shorter && light[head] === dark[head]) head += 1;
  while (tail < shorter - head && light.at(-1 - tail) === dark.at(-1 - tail)) tail += 1;
  return {
    before: light.slice(0, head),
    light: light.slice(head, light.length - tail),
    dark: dark.slice(head, dark.length - tail),
    after: light.slice(light.length - tail),
  };
}

async function wordsIn(language: Language, page: SignInPage, site: SiteConfig): Promise<EarlyWords> {
  await startMessages(language);
  await loadPage(page);
  const title = pageTitle(text(PAGE_TITLE_KEY[page]), site.siteName);
  const { late, reload } = FAULTS[language];
  return { title, late, reload, ...inParts(draw(atRest(page, site, language, false)), draw(atRest(page, site, language, true))) };
}

/** A module has one language at a time: pages are drawn one after the other. */
let last: Promise<unknown> = Promise.resolve();

/**
 * A sign-in page as the client draws it first, for the script that puts it there (`early-form.ts`); null for one that has no form.
 * @param wire the site as every page is told of it
 */
export function drawSignIn(page: SignInPage, wire: WireSiteConfig): Promise<EarlyForm | null> {
  const site = siteConfigOf(wire);
  const { unlessStored, hasPasskeys } = SIGN_INS[page];
  const drawn = last.then(async (): Promise<EarlyForm | null> => {
    if (page === 'memberLogin' && !site.isMemberCentreOpen) return null;
    const [chinese, english] = LANGUAGES;
    const languages = { [chinese]: await wordsIn(chinese, page, site), [english]: await wordsIn(english, page, site) };
    return { page, unlessStored, hasPasskeys: hasPasskeys(site), lateMs: LATE_MS, languages };
  });
  last = drawn.catch(() => undefined);
  return drawn;
}
