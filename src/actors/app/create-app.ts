import { Subject } from 'rxjs';
import { createActor, type Actor } from 'xstate';
import type { Call } from '#api/client';
import { AREAS, type Area } from '#domain/base/area';
import { EMPTY_SITE_CONFIG, type SiteConfig } from '#domain/app/site-config';
import type { UndoOffer } from '#domain/table/undo-offer';
import type { AppInput } from '#machines/app/app.vocabulary';
import type { appMachine } from '#machines/app/app.machine';
import type { ResolvedRoute } from '#domain/app/route-target';
import { selectLayout } from '#machines/app/layout.machine';
import { announcer } from './announcer.ts';
import { appBundles, type AppBundles } from './app-bundles.ts';
import { appLogic } from './app.actors.ts';
import { readStoredConfig, writeConfig } from './config-slice.ts';
import { gatewayLogic } from '../session/gateway.actors.ts';
import { createJournal, type Journal } from '../observe/journal.ts';
import { bring } from '../base/lazy-code.ts';
import { lazyLogic } from '../base/lazy-logic.ts';
import { languageLogic } from './language.actors.ts';
import { layoutLogic } from './layout.actors.ts';
import { lazyCalls } from '../calls/lazy-calls.ts';
import { leavingFor } from '../session/leaving.ts';
import { navigationLogic } from './navigation.actors.ts';
import { STORAGE_KEY, persist, readSlice, writeSlice, type Slice } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';
import { SESSION_SLICE, sharedSession } from '../session/session-access.ts';
import { sessionLogic } from '../session/session.actors.ts';
import { screenNow } from '../changes/screen-now.ts';
import { restoreSession } from '../session/token-store.ts';

export interface CreateAppOptions {
  readonly version: string;
  readonly build: string;
}

/** The application before anything happens: `app.start()` begins. `call` is for the logics of leaf widgets. */
export interface Troupe {
  readonly app: Actor<typeof appMachine>;
  readonly journal: Journal;
  readonly call: Call;
  readonly bundles: AppBundles;
}

/** An area behind its sign-in; its code comes with its pages. */
const isInside = (wanted: Area, { area, page }: ResolvedRoute): boolean => area === wanted && page !== `${wanted}Login`;

/** What an area keeps in the window for whoever is signed in to it. */
const OWN_KEYS: Readonly<Record<Area, readonly string[]>> = {
  admin: [STORAGE_KEY.drafts, STORAGE_KEY.tabs, STORAGE_KEY.staffChatDrafts, STORAGE_KEY.moduleRun],
  member: [STORAGE_KEY.memberDrafts, STORAGE_KEY.chatDrafts, STORAGE_KEY.chatAsked, STORAGE_KEY.passwordReset, STORAGE_KEY.codeSignIn],
};

const SITE: Slice = { key: STORAGE_KEY.siteConfig, version: 1 };

/** Wires every machine to its effects, and the effects to the outside world. */
export function createApp(ports: AppPorts, { version, build }: CreateAppOptions): Troupe {
  const { storage, page, notices, clock } = ports;
  const config = readStoredConfig(storage);
  if (config.damaged.length > 0) page.log(`settings not understood: ${config.damaged.join(', ')}`);
  const language = () => config.language;
  const journal = createJournal({ now: clock.now, about: () => ({ app: version, build, language: config.language }) });

  const childrenOf = (): ReturnType<typeof app.getSnapshot>['children'] => app.getSnapshot().children;
  const sessionOf = (area: Area) => childrenOf()[`${area}Session`];
  const gatewayOf = (area: Area) => childrenOf()[`${area}Gateway`];
  const leaving = leavingFor({ notices, navigationOf: () => childrenOf().navigation });
  const session = sharedSession({ ...ports, ...page, ...leaving, sessionOf, gatewayOf });
  const tokens = () => ({ admin: session.tokens('admin')?.token ?? null, member: session.tokens('member')?.token ?? null });
  /** Whose name is not known yet has the number 0. */
  const personOf = (area: Area) => sessionOf(area)?.getSnapshot().context.person?.id || null;
  const { call, direct } = lazyCalls({
    ...page,
    serverBack: () => notices.done('errors.serverBack'),
    language,
    ...(ports.fetch && { fetch: ports.fetch }),
    tokens,
    gatewayOf,
    personOf,
    announce: (message, done) => void announce(message, done).catch(page.reportDefect),
    permissionsStale: () => childrenOf().adminShell?.send({ type: 'shell.permissionsInvalidated' }),
    ...clock,
  });
  const recordsChanged = new Subject<string>();
  const undo = {
    call,
    notices,
    newKey: page.newKey,
    recordsChanged: (controller: string) => recordsChanged.next(controller),
    screen: () => screenNow(app.system),
  };
  const undoWrite = async (offer: UndoOffer) => (await bring(bundles.undoWrite))(offer);
  notices.undoWanted.subscribe((offer) => void undoWrite(offer).catch(page.reportDefect));
  /** Whoever signs out leaves nothing of their own in the window; what is the other area's stays. */
  const forgetOwn = (area: Area) => OWN_KEYS[area].forEach((key) => ports.tabStorage.remove(key));
  const announce = announcer({ ...page, notices, screen: () => screenNow(app.system), language });

  const bundles = appBundles(
    {
      ...ports,
      call,
      language,
      recordsChanged,
      undo,
      tokens,
      sessionOf,
      gatewayOf,
      personOf,
    },
    () => app,
  );
  const adminShell = lazyLogic(async () => (await bundles.admin()).adminShell);
  const memberShell = lazyLogic(async () => (await bundles.member()).memberShell);
  const terminalLogic = lazyLogic(async () => (await bundles.terminal()).terminal);
  const loadPage = async (route: ResolvedRoute): Promise<void> => {
    // The root invokes its shell only at such an address, which is settled after this.
    const shell = isInside('admin', route) ? adminShell : isInside('member', route) ? memberShell : null;
    await Promise.all([shell?.preload(), page.load(route)]);
    if (shell === adminShell) await bundles.admin.arrived()?.bringPage(route, childrenOf().adminShell);
  };
  const logic = appLogic({
    loadTerminal: async (settings) => {
      // Nothing waits for it: what somebody came for is drawn first.
      await new Promise<void>(ports.onIdle);
      await terminalLogic.preload();
      return { ...settings, stored: (await bring(bundles.terminal)).readStored(settings.ownerId) };
    },
    call,
    page,
    embeddedSite: ports.embeddedSite ?? (() => null),
    children: {
      language: languageLogic(ports),
      navigation: navigationLogic({ ...ports, page: { ...page, load: loadPage } }),
      layout: layoutLogic(ports),
      session: sessionLogic({
        call,
        tokenReplaced: (area) => gatewayOf(area)?.send({ type: 'gateway.tokenReplaced' }),
        origin: page.origin,
        unsavedElsewhere: ports.unsavedTabs?.isElsewhere,
        reload: (area, to) => {
          // When the other tabs have been told that the session is gone.
          queueMicrotask(() => ports.channel?.post({ type: 'session.changed', area, isSignOut: true }));
          forgetOwn(area);
          page.reload(to);
        },
      }),
      gateway: gatewayLogic({ call: direct, session, withLock: ports.withLock, pause: clock.pause, ...page, ...leaving }),
      adminShell,
      memberShell,
      terminal: terminalLogic,
    },
  });
  const app = createActor(logic, { id: 'app', inspect: journal.inspect, input: inputFrom(ports) });

  const { layout } = childrenOf();
  if (!layout) throw new Error('the root does not own its children');
  for (const area of AREAS) session.share(area);
  // After the session itself has heard: what another tab's loss would keep here, its sign-out does not.
  ports.channel?.news.subscribe(({ area, isSignOut }) => isSignOut && forgetOwn(area));
  persist(app, { pick: ({ context }) => context.site, write: (value) => writeSlice(storage, SITE, value), log: page.log });
  // The browser asks before the page goes, as long as either area has work that is not saved.
  persist(app, { pick: ({ context: { unsaved } }) => unsaved.admin || unsaved.member, write: ports.holdPage, log: page.log });
  // The other tabs hear of it when they ask.
  for (const area of AREAS)
    persist(app, { pick: ({ context }) => context.unsaved[area], write: (now) => ports.unsavedTabs?.tell(area, now), log: page.log });
  persist(layout, { pick: selectLayout, write: (value) => writeConfig(storage, { layout: value }), log: page.log });
  return { app, journal, call, bundles };
}

/** What the root begins with: the address, and what earlier visits left. */
function inputFrom({ storage, history }: AppPorts): AppInput {
  const { language, layout } = readStoredConfig(storage);
  return {
    href: history.href(),
    language,
    layout: { config: layout, isSystemDark: false },
    adminSession: restoreSession('admin', readSlice(storage, SESSION_SLICE.admin)),
    memberSession: restoreSession('member', readSlice(storage, SESSION_SLICE.member)),
    site: { ...EMPTY_SITE_CONFIG, ...(readSlice(storage, SITE) as Partial<SiteConfig> | undefined) },
  };
}
