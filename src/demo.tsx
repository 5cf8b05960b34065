import { createRoot } from 'react-dom/client';
import { createActor, waitFor } from 'xstate';
import { createDemoBridge } from '#actors/demo/demo-bridge';
import { demoPorts, withBase, withoutBase } from '#actors/demo/demo-ports';
import { demoServerLogic, STARTED_KEY } from '#actors/demo/demo-server.actors';
import { answerPictures } from '#actors/demo/demo-pictures';
import { followLinks } from '#actors/demo/follow-links';
import { createSiteFrame, isDocument } from '#actors/demo/site-frame';
import { readConfig } from '#actors/app/config-slice';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoRole } from '#domain/demo/demo-accounts';
import { DEMO_PREFIX, partBytes, type DemoParts } from '#domain/demo/demo-words';
import { selectIsAnswering } from '#machines/demo/demo-server.machine';
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

const { language, layout } = readConfig({ read: (key) => stored(DEMO_PREFIX + key) });
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

/** Leads to an address of the product, whoever draws it. */
function go(href: string): void {
  const path = href.split(/[?#]/u)[0] ?? '/';
  if (isDocument(path)) {
    if (withBase(href) !== location.pathname + location.search) history.pushState(history.state, '', withBase(href));
    void frame.show(href);
  } else {
    frame.hide();
    handle?.navigation.send({ type: 'navigation.requested', to: href, mode: 'push' });
  }
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
      isShown={isShown}
    />,
  );
draw(false);
server.start();
answerPictures(bridge);
followLinks(go);

await waitFor(server, selectIsAnswering, { timeout: Infinity });
performance.mark('demo:answering');
if (withoutBase(location.pathname) === '/' && sessionStorage.getItem(`${DEMO_PREFIX}inside`) === null)
  history.replaceState(null, '', withBase('/admin'));
sessionStorage.setItem(`${DEMO_PREFIX}inside`, '1');
const { startClient } = await import('./client.tsx');
handle = await startClient({
  portsOf: (own) => demoPorts(own, bridge),
  leaveForDocument: async ({ path, search }) => {
    go(path + search);
    await new Promise<never>(() => {});
  },
});
await loadMessages(['demo']);
addEventListener('popstate', () => !isDocument(withoutBase(location.pathname)) && frame.hide());
draw(true);
fill = fillSignIn((area) => {
  const account = DEMO_ACCOUNTS.find((one) => one.role === wanted && one.area === area) ?? DEMO_ACCOUNTS.find((one) => one.area === area);
  return { username: account?.username ?? '', password: DEMO_PASSWORD };
});
