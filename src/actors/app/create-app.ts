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
import { appLogic } from './app.actors.ts';
import { readConfig, writeConfig } from './config-slice.ts';
import { gatewayLogic } from '../session/gateway.actors.ts';
import { createJournal, type Journal } from '../observe/journal.ts';
import { actorIn } from '../base/system.ts';
import { bring, lazyOnce, type Lazy } from '../base/lazy-code.ts';
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
import type { ChatBundle } from '../chat/chat.bundle.ts';
import type { StaffChatBundle } from '../chat/staff-chat.bundle.ts';
import type { ChangesBundle } from '../changes/changes.bundle.ts';
import { screenNow } from '../changes/screen-now.ts';
import type { messagesMachine } from '#machines/members/messages.machine';
import type { DesignerBundle } from '../designer/designer-logics.ts';
import type { ApiTrialBundle } from '../programs/api-trial.actors.ts';
import type { SystemBundle } from '../observe/system/system-status.actors.ts';
import type { ModulesBundle } from '../modules/modules.bundle.ts';
import type { MemberPagesBundle } from '../members/member-pages.bundle.ts';
import type { MemberBundle } from '../members/member.bundle.ts';
import type { AdminBundle } from '../shell/admin.bundle.ts';
import type { RowWindowBundle } from '../shell/row-window.bundle.ts';
import type { SettingsBundle } from '../settings/settings.bundle.ts';
import type { TerminalBundle } from '../terminal/terminal.bundle.ts';
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

/** What is loaded late and has to do with the root or its children; each comes with the first page that needs it. */
export interface AppBundles {
  /** Arrives before the pages of the back office. */
  readonly admin: Lazy<AdminBundle>;
  readonly changes: Lazy<ChangesBundle>;
  /** Of the chat of visitors and members. */
  readonly chat: Lazy<ChatBundle>;
  /** Of that of administrators. */
  readonly staffChat: Lazy<StaffChatBundle>;
  /** Of the page on which sections are designed. */
  readonly designer: Lazy<DesignerBundle>;
  /** Arrives before the pages of the member centre. */
  readonly member: Lazy<MemberBundle>;
  /** Of one page of the member centre. */
  readonly messages: Lazy<typeof messagesMachine>;
  readonly memberPages: Lazy<MemberPagesBundle>;
  readonly modules: Lazy<ModulesBundle>;
  readonly rowWindows: Lazy<RowWindowBundle>;
  readonly settings: Lazy<SettingsBundle>;
  readonly system: Lazy<SystemBundle>;
  readonly apiTrial: Lazy<ApiTrialBundle>;
  /** Arrives before the terminal begins. */
  readonly terminal: Lazy<TerminalBundle>;
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
  const config = readConfig(storage);
  if (config.damaged.length > 0) page.log(`settings not understood: ${config.damaged.join(', ')}`);
  const language = () => config.language;
  const journal = createJournal({ now: clock.now, about: () => ({ app: version, build, language: config.language }) });

  const childrenOf = (): ReturnType<typeof app.getSnapshot>['children'] => app.getSnapshot().children;
  const childOf = <Name extends 'memberSession' | 'navigation'>(name: Name) => {
    const { [name]: running } = childrenOf();
    if (!running) throw new Error('the root does not own its children');
    return running;
  };
  const sessionOf = (area: Area) => childrenOf()[`${area}Session`];
  const gatewayOf = (area: Area) => childrenOf()[`${area}Gateway`];
  const session = sharedSession({ ...ports, log: page.log, sessionOf, gatewayOf });
  const tokens = () => ({ admin: session.tokens('admin')?.token ?? null, member: session.tokens('member')?.token ?? null });
  /** Whose name is not known yet has the number 0. */
  const personOf = (area: Area) => sessionOf(area)?.getSnapshot().context.person?.id || null;
  const { call, direct } = lazyCalls({
    language,
    isOnline: page.isOnline,
    ...(ports.fetch && { fetch: ports.fetch }),
    tokens,
    gatewayOf,
    personOf,
    announce: (message, done) => void announce(message, done).catch(page.reportDefect),
    permissionsStale: () => childrenOf().adminShell?.send({ type: 'shell.permissionsInvalidated' }),
    log: page.log,
    ...clock,
  });
  const recordsChanged = new Subject<string>();
  const undoPorts = {
    call,
    notices,
    newKey: page.newKey,
    recordsChanged: (controller: string) => recordsChanged.next(controller),
    screen: () => screenNow(app.system),
  };
  const undoWrite = async (offer: UndoOffer) => (await import('../table/undo.ts')).undoWrite(offer, undoPorts);
  notices.undoWanted.subscribe((offer) => void undoWrite(offer).catch(page.reportDefect));
  /** Whoever signs out leaves nothing of their own in the window; what is the other area's stays. */
  const forgetOwn = (area: Area) => OWN_KEYS[area].forEach((key) => ports.tabStorage.remove(key));
  const announce = announcer({ notices, reportDefect: page.reportDefect, screen: () => screenNow(app.system), language });
  const leaving = leavingFor({ notices, navigationOf: () => childrenOf().navigation });

  const admin = lazyOnce(async () => (await import('../shell/admin.bundle.ts')).adminBundle({ ...ports, call, language, recordsChanged }));
  const adminShell = lazyLogic(async () => (await admin()).adminShell);
  const memberSession = () => childOf('memberSession');
  const member = lazyOnce(async () => {
    const { memberBundle } = await import('../members/member.bundle.ts');
    return memberBundle({ ...ports, newKey: page.newKey, call, system: () => app.system });
  });
  const memberPages = lazyOnce(async () => {
    const { memberPagesBundle } = await import('../members/member-pages.bundle.ts');
    return memberPagesBundle({ ...ports, call, session: memberSession });
  });
  const messages = lazyOnce(async () => (await import('../members/messages.actors.ts')).messagesLogic({ call }));
  const memberShell = lazyLogic(async () => (await member()).memberShell);
  const terminal = lazyOnce(async () => (await import('../terminal/terminal.bundle.ts')).terminalBundle({ ...ports, call, language }));
  const terminalLogic = lazyLogic(async () => (await terminal()).terminal);
  const rowWindows = lazyOnce(async () => (await import('../shell/row-window.bundle.ts')).rowWindowBundle({ call }));
  const changes = lazyOnce(async () => (await import('../changes/changes.bundle.ts')).changesBundle(undoPorts));
  const chatPorts = (area: Area) => ({
    ...ports,
    area,
    language,
    isOnline: page.isOnline,
    token: () => tokens()[area],
    gatewayOf,
    personOf,
    newKey: page.newKey,
    navigation: () => childOf('navigation'),
    log: page.log,
  });
  const chat = lazyOnce(async () => (await import('../chat/chat.bundle.ts')).chatBundle(chatPorts('member')));
  const staffChat = lazyOnce(async () =>
    (await import('../chat/staff-chat.bundle.ts')).staffChatBundle({ ...undoPorts, ...chatPorts('admin') }),
  );
  const loadPage = async (route: ResolvedRoute): Promise<void> => {
    // The root invokes its shell only at such an address, which is settled after this.
    const shell = isInside('admin', route) ? adminShell : isInside('member', route) ? memberShell : null;
    await Promise.all([shell?.preload(), page.load(route)]);
  };
  const settings = lazyOnce(async () => {
    const [{ settingsBundle }, { keepSettings }] = await Promise.all([
      import('../settings/settings.bundle.ts'),
      import('../settings/settings-drafts.ts'),
    ]);
    return settingsBundle({
      call,
      refreshed: ({ site, person }) => {
        app.send({ type: 'site.changed', site });
        sessionOf('admin')?.send({ type: 'session.personLoaded', person });
      },
      tabsOf: () => actorIn(app.system, 'tabs'),
      keep: keepSettings({ ...ports, session: () => sessionOf('admin') }),
    });
  });
  const designer = lazyOnce(async () =>
    (await import('../designer/designer.bundle.ts')).designerBundle({
      call,
      tabsOf: () => actorIn(app.system, 'tabs'),
      shellOf: () => actorIn(app.system, 'adminShell'),
      terminalOf: () => actorIn(app.system, 'terminal'),
    }),
  );
  const modules = lazyOnce(async () =>
    (await import('../modules/modules.bundle.ts')).modulesBundle({ ...ports, call, newKey: page.newKey }),
  );
  const apiTrial = lazyOnce(async () =>
    (await import('../programs/api-trial.actors.ts')).apiTrialBundle({ call, now: clock.now, fetch: ports.fetch }),
  );
  const system = lazyOnce(async () => (await import('../observe/system/system-status.actors.ts')).systemBundle({ ...ports, call }));
  const logic = appLogic({
    loadTerminal: async (settings) => {
      await terminalLogic.preload();
      return { ...settings, stored: (await bring(terminal)).readStored(settings.ownerId) };
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
  persist(layout, { pick: selectLayout, write: (value) => writeConfig(storage, { layout: value }), log: page.log });
  return {
    app,
    journal,
    call,
    bundles: {
      admin,
      apiTrial,
      changes,
      chat,
      staffChat,
      designer,
      member,
      memberPages,
      messages,
      modules,
      rowWindows,
      settings,
      system,
      terminal,
    },
  };
}

/** What the root begins with: the address, and what earlier visits left. */
function inputFrom({ storage, history }: AppPorts): AppInput {
  const { language, layout } = readConfig(storage);
  return {
    href: history.href(),
    language,
    layout: { config: layout, isSystemDark: false },
    adminSession: restoreSession('admin', readSlice(storage, SESSION_SLICE.admin)),
    memberSession: restoreSession('member', readSlice(storage, SESSION_SLICE.member)),
    site: { ...EMPTY_SITE_CONFIG, ...(readSlice(storage, SITE) as Partial<SiteConfig> | undefined) },
  };
}
