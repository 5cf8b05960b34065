import { fromEvent, map, Observable, startWith } from 'rxjs';
import { NARROW_WINDOW_PX } from '#domain/app/layout';
import { browserHistory } from './browser-history.ts';
import type { AppPorts, ClockPort, MediaPort, PagePort, StoragePort, UnsavedTabsPort } from '../base/ports.ts';
import type { WithLock } from '../base/call-ports.ts';
import { browserEventSource } from '../base/event-source.ts';
import type { LeaseOptions } from '../base/shared-lock.ts';
import type { WireSiteConfig } from '../base/site-config.ts';
import { browserChannel } from '../base/tab-channel.ts';
import { textsIn } from '../base/texts-in.ts';

/** Between two tries to reach a server that does not answer. */
const RETRY_MS = 5000;
/** What waits for an idle moment waits no longer than this. */
const LATEST_IDLE_MS = 2000;

export interface BrowserOptions {
  readonly loadPage: PagePort['load'];
  readonly notices: AppPorts['notices'];
}

/** The real world of a browser page. */
export function browserPorts({ loadPage, notices }: BrowserOptions): AppPorts {
  const [storage, page, channel] = [browserStorage(), browserPage(loadPage), browserChannel()];
  return {
    clock: browserClock,
    storage,
    tabStorage: textsIn(() => sessionStorage),
    ...(channel && { channel }),
    ...('locks' in navigator && { unsavedTabs }),
    history: browserHistory(),
    media: browserMedia(),
    page,
    notices,
    withLock: browserLock() ?? lazyLease({ storage, clock: browserClock, newKey: page.newKey }),
    eventSource: browserEventSource,
    holdPage,
    onFrame: (run) => void requestAnimationFrame(run),
    onIdle,
    embeddedSite: siteInPage,
  };
}

/** Vite's own server leaves the placeholder as it is, which is no JSON. */
function siteInPage(): WireSiteConfig | null {
  try {
    return JSON.parse(document.querySelector('#site')?.textContent ?? 'null') as WireSiteConfig | null;
  } catch {
    return null;
  }
}

/** Safari does not tell when it is idle. */
const onIdle = (run: () => void): void =>
  void ('requestIdleCallback' in window ? requestIdleCallback(run, { timeout: LATEST_IDLE_MS }) : setTimeout(run, LATEST_IDLE_MS));

const browserClock: ClockPort = {
  now: () => Date.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

const browserStorage = (): StoragePort => ({
  ...textsIn(() => localStorage),
  // A null key means that everything was cleared; each slice then has to look.
  changes: fromEvent<StorageEvent>(window, 'storage').pipe(map((event) => event.key ?? '')),
});

const browserMedia = (): MediaPort => ({
  narrow: matches(`screen and (width < ${NARROW_WINDOW_PX}px)`),
  dark: matches('(prefers-color-scheme: dark)'),
  visible: fromEvent(document, 'visibilitychange').pipe(
    startWith(null),
    map(() => document.visibilityState === 'visible'),
  ),
});

function matches(query: string): Observable<boolean> {
  const list = window.matchMedia(query);
  return fromEvent<MediaQueryListEvent>(list, 'change').pipe(
    map((event) => event.matches),
    startWith(list.matches),
  );
}

const holdPage = (isHeld: boolean): void => {
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- nobody else asks, and one handler is all there may be
  window.onbeforeunload = isHeld ? (event) => event.preventDefault() : null;
};

/** Comes with the first word that is typed, or asked about. */
const bringTabs = () => import('../base/unsaved-tabs.ts');
const unsavedTabs: UnsavedTabsPort = {
  tell: (area, isUnsaved) => void bringTabs().then((tabs) => tabs.tellUnsaved(area, isUnsaved), console.info),
  isElsewhere: async (area) => (await bringTabs()).isUnsavedElsewhere(area),
};

const browserPage = (load: PagePort['load']): PagePort => ({
  load,
  reload: (to) => {
    holdPage(false);
    // What a server says is an address of the web, or none.
    if (to !== undefined && /^https?:/u.test(to)) location.assign(to);
    else location.reload();
  },
  origin: () => location.origin,
  isOnline: () => navigator.onLine,
  retryMoments: new Observable((subscriber) => {
    const tell = () => subscriber.next(null);
    const timer = setInterval(tell, RETRY_MS);
    addEventListener('online', tell);
    return () => {
      clearInterval(timer);
      removeEventListener('online', tell);
    };
  }),
  // randomUUID exists on secure origins only; a plain-http install has the values without it.
  newKey: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  log: (message) => console.info(message),
  reportDefect: (error) => console.error(error),
});

/** Browsers have locks on secure origins only. */
const browserLock = (): WithLock | null =>
  'locks' in navigator ? (name, run, signal) => navigator.locks.request(name, signal ? { signal } : {}, run) : null;

/** Comes with the first lock that is wanted: browsers of today have locks of their own. */
function lazyLease(options: LeaseOptions): WithLock {
  let lease: Promise<WithLock> | null = null;
  const open = async (): Promise<WithLock> => (await import('../base/shared-lock.ts')).leaseLock(options);
  return async (name, run, signal) => {
    lease ??= open();
    // What did not arrive is asked for again by the next who needs it.
    lease.catch(() => (lease = null));
    return (await lease)(name, run, signal);
  };
}
