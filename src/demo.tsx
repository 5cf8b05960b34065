import { createRoot } from 'react-dom/client';
import { createActor, waitFor } from 'xstate';
import { createDemoBridge } from '#actors/demo/demo-bridge';
import { demoPorts, withBase, withoutBase } from '#actors/demo/demo-ports';
import { demoServerLogic, STARTED_KEY } from '#actors/demo/demo-server.actors';
import { answerPictures } from '#actors/demo/demo-pictures';
import { demoTourLogic, isRecordWrite, keptTourStep } from '#actors/demo/demo-tour.actors';
import { followLinks } from '#actors/demo/follow-links';
import { createSiteFrame, isDocument } from '#actors/demo/site-frame';
import { readStoredConfig } from '#actors/app/config-slice';
import type { StoragePort } from '#actors/base/ports';
import { textsIn } from '#actors/base/texts-in';
import { FailureError } from '#domain/base/failure';
import { hrefOf } from '#domain/base/addresses/address';
import type { ResolvedRoute } from '#domain/app/route-target';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoRole } from '#domain/demo/demo-accounts';
import { DEMO_PREFIX, partBytes, type DemoParts } from '#domain/demo/demo-words';
import type { TourStep } from '#domain/demo/tour-steps';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectDemoStage, selectIsAnswering } from '#machines/demo/demo-server.machine';
import './ui/app/base.css';
import './ui/demo/demo.css';
import type { AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { DemoPage } from '#ui/demo/DemoPage.tsx';
import { fillSignIn } from '#ui/demo/fill-sign-in.ts';

const MB = 1e6;
const parts = JSON.parse(import.meta.env['VITE_DEMO_PARTS'] ?? 'null') as DemoParts;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const { language, layout } = readStoredConfig({ read: (key) => stored(DEMO_PREFIX + key) });
document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
if (layout.scheme === 'dark' || layout.scheme === 'light') document.documentElement.dataset['mantineColorScheme'] = layout.scheme;
await startMessages(language);
await loadMessages(['demo']);

const bridge = createDemoBridge();
const server = createActor(
  demoServerLogic({
    bridge,
    parts,
    openWorker: () => new Worker(new URL('./demo-worker.ts', import.meta.url), { type: 'module', name: 'troupe' }),
  }),
  { id: 'demoServer', input: { isStarted: stored(STARTED_KEY) !== null, wholeBytes: partBytes(parts) } },
);
const isSupported = 'locks' in navigator && 'BroadcastChannel' in globalThis && 'WebAssembly' in globalThis && 'Worker' in globalThis;
const moments = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
const momentOf = (ms: number): string => moments.format(ms);

let handle: AppHandle | null = null;
const frame = createSiteFrame(bridge, document.title, (href) => go(href));

const atAddress = (href: string): void => {
  if (withBase(href) !== location.pathname + location.search) history.pushState(history.state, '', withBase(href));
};

/** Lays a public page over the application. */
async function cover(href: string): Promise<void> {
  atAddress(href);
  await frame.show(href);
}

const isUnder = (href: string): boolean => {
  const route = handle && selectRoute(handle.navigation.getSnapshot());
  return !!route && frame.isShown() && hrefOf(route) === href;
};

/** Leads to an address of the product, whoever draws it. */
function go(href: string): void {
  if (isDocument(href.split(/[?#]/u)[0] ?? '/')) return void cover(href);
  // For the application, which still stands there, it is the page that it shows.
  if (isUnder(href)) atAddress(href);
  else handle?.navigation.send({ type: 'navigation.requested', to: href, mode: 'push' });
  frame.hide();
}

let wanted: DemoRole | null = null;
let fill = (): void => undefined;

/** Whoever was signed in is so no longer; the sign-in is filled in for the other. */
function signInAs(role: DemoRole): void {
  const { area } = DEMO_ACCOUNTS.find((one) => one.role === role) ?? { area: 'admin' as const };
  wanted = role;
  const session = area === 'admin' ? handle?.adminSession : handle?.memberSession;
  session?.send({ type: 'session.ended' });
  go(area === 'admin' ? '/admin/login' : '/user/login');
  fill();
}

const TOUR_PLACES: Readonly<Record<Exclude<TourStep, 'chart'>, string>> = {
  write: '/admin/goods/category',
  undo: '/admin/security/change',
  design: '/admin/crud/crud',
  replay: '/dev/journal',
  over: '/admin',
};
/** As the live charts name the session of administrators. */
const SIGN_IN_ACTOR = 'app/adminSession';

/** What a step of the tour is about; the sign-in with its chart beside it. */
async function lead(step: TourStep): Promise<void> {
  const [{ openFlowPanel, closeFlowPanel }] = await Promise.all([
    import('#ui/observe/live-charts/open-panel.tsx'),
    loadMessages(['flows']),
  ]);
  closeFlowPanel();
  if (step !== 'chart') return go(TOUR_PLACES[step]);
  signInAs('super');
  if (handle) openFlowPanel(handle, SIGN_IN_ACTOR);
}

const tabStorage: Pick<StoragePort, 'read' | 'write' | 'remove'> = textsIn(() => sessionStorage);
const tour = createActor(
  demoTourLogic(tabStorage, (step) => void lead(step)),
  { id: 'demoTour', input: { step: keptTourStep(tabStorage) } },
);

/** The server of this browser, as the application has it. */
async function ask(request: Request): Promise<Response> {
  const reply = await bridge.fetch(request);
  if (await isRecordWrite(request, reply)) tour.send({ type: 'record.written' });
  return reply;
}

/** The page that comes with the application is the last before the visitor leads it anywhere. */
const isEntered = (route: ResolvedRoute | null): boolean => route !== null && route.page !== 'adminLoading';

const root = createRoot(document.querySelector('#demo') ?? document.body);
const draw = (isShown: boolean): void =>
  root.render(
    <DemoPage
      server={server}
      seededAt={parts.seededAt * 1000}
      sizeMb={(partBytes(parts) / MB).toFixed(1)}
      isSupported={isSupported}
      momentOf={momentOf}
      signInAs={signInAs}
      go={go}
      tour={tour}
      isShown={isShown}
    />,
  );
draw(false);
server.start();
tour.start();
answerPictures(bridge);
followLinks(go);

// The application comes while its server opens.
await waitFor(server, (snapshot) => selectDemoStage(snapshot) !== 'offered', { timeout: Infinity });
const coming = import('./client.tsx');
await waitFor(server, selectIsAnswering, { timeout: Infinity });
performance.mark('demo:answering');
const [first, isInside] = [withoutBase(location.pathname), sessionStorage.getItem(`${DEMO_PREFIX}inside`) !== null];
/** The application begins with a page of its own; a public one that was reloaded is laid over that. */
const covered = isDocument(first) && (first !== '/' || isInside) ? first + location.search : null;
if (isDocument(first)) history.replaceState(null, '', withBase('/admin'));
sessionStorage.setItem(`${DEMO_PREFIX}inside`, '1');
const { startClient } = await coming;
handle = await startClient({
  portsOf: (own) => demoPorts(own, { fetch: ask }, () => frame.isShown()),
  // The application stays where it is, below the page that was asked for.
  leaveForDocument: async ({ path, search }) => {
    await cover(path + search);
    throw new FailureError({ kind: 'aborted' });
  },
});
await loadMessages(['demo']);
addEventListener('popstate', () => !isDocument(withoutBase(location.pathname)) && frame.hide());
draw(true);
if (covered !== null)
  void waitFor(handle.navigation, (snapshot) => snapshot.matches('settled') && isEntered(selectRoute(snapshot)), {
    timeout: Infinity,
  }).then(() => cover(covered));
fill = fillSignIn((area) => {
  const account = DEMO_ACCOUNTS.find((one) => one.role === wanted && one.area === area) ?? DEMO_ACCOUNTS.find((one) => one.area === area);
  return { username: account?.username ?? '', password: DEMO_PASSWORD };
});
