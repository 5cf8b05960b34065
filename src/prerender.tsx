import { renderToString } from 'react-dom/server';
import { NEVER, of } from 'rxjs';
import { createActor, waitFor } from 'xstate';
import { createApp } from '#actors/app/create-app';
import type { AppPorts } from '#actors/base/ports';
import type { WireSiteConfig } from '#actors/base/site-config';
import { DEFAULT_LANGUAGE } from '#domain/base/language';
import { PAGE_TITLE_KEY, pageTitle } from '#domain/app/page-title';
import { selectRoute } from '#machines/app/navigation.machine';
import { noticesLogic } from '#machines/app/notices.logic';
import { App } from '#ui/app/App.tsx';
import { handleOf } from '#ui/base/app-context.ts';
import { startMessages, text } from '#ui/base/i18n.ts';
import { loadPage } from '#ui/app/pages.ts';

/**
 * The home page as a visitor sees it first, before any script has run: the very application, in a world where nothing happens.
 * In the default language; who has chosen another one is shown it by the script. Source: open content, "Home page".
 */
export async function renderHome(site: WireSiteConfig): Promise<{ readonly title: string; readonly html: string }> {
  await startMessages(DEFAULT_LANGUAGE);
  const { app, journal } = createApp(quietPorts(site), { version: '', build: '' });
  const notices = createActor(noticesLogic).start();
  app.start();
  const handle = handleOf(app, journal, notices);
  try {
    await waitFor(handle.navigation, (snapshot) => selectRoute(snapshot) !== null);
    const html = renderToString(<App handle={handle} />);
    return { title: pageTitle(text(PAGE_TITLE_KEY.home), site.siteName ?? ''), html };
  } finally {
    app.stop();
    notices.stop();
  }
}

const nothing = () => {};

function quietPorts(site: WireSiteConfig): AppPorts {
  return {
    clock: { now: () => 0, pause: () => Promise.resolve() },
    storage: { read: () => null, write: nothing, remove: nothing, changes: NEVER },
    tabStorage: { read: () => null, write: nothing, remove: nothing },
    history: { href: () => '/', write: nothing, go: nothing, stepsBack: () => null, moves: NEVER },
    media: { narrow: of(false), dark: of(false), visible: of(true) },
    holdPage: nothing,
    page: {
      load: ({ page }) => loadPage(page),
      reload: nothing,
      isOnline: () => true,
      retryMoments: NEVER,
      newKey: () => '',
      log: nothing,
      reportDefect: (error) => {
        throw error;
      },
    },
    notices: { succeeded: nothing, failed: nothing, done: nothing, warned: nothing, erred: nothing, undoWanted: NEVER },
    withLock: (_name, run) => run(),
    eventSource: { open: () => NEVER },
    onFrame: nothing,
    embeddedSite: () => site,
    fetch: () => Promise.reject(new Error('the home page asks for nothing')),
  };
}
