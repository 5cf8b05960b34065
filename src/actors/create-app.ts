import { createActor, type Actor } from 'xstate';
import type { Call } from '#api/client';
import { SHIPPED_RESOURCES } from '#api/contract/resources/registry';
import { createTransport } from '#api/transport';
import type { Area } from '#domain/area';
import type { Resource } from '#domain/resource';
import { EMPTY_SITE_CONFIG, type SiteConfig } from '#domain/site-config';
import { restoreTabs } from '#domain/tab';
import type { AppInput, appMachine } from '#machines/app.machine';
import { selectLayout } from '#machines/layout.machine';
import { adminShellLogic } from './admin-shell.actors.ts';
import { appLogic } from './app.actors.ts';
import { createCalls } from './calls.ts';
import { collectionLogic } from './collection.actors.ts';
import { readConfig, writeConfig } from './config-slice.ts';
import { gatewayLogic } from './gateway.actors.ts';
import { createJournal, type Journal } from './journal.ts';
import { languageLogic } from './language.actors.ts';
import { layoutLogic } from './layout.actors.ts';
import { leavingFor } from './leaving.ts';
import { navigationLogic } from './navigation.actors.ts';
import { STORAGE_KEY, persist, readSlice, writeSlice, type Slice } from './persistence.ts';
import type { AppPorts } from './ports.ts';
import { SESSION_SLICE, followStorage, sessionAccess } from './session-access.ts';
import { sessionLogic } from './session.actors.ts';
import { TABS, readTable, tabsLogic } from './tabs.actors.ts';
import { restoreSession, storedSessionOf } from './token-store.ts';

export interface CreateAppOptions {
  readonly version: string;
  readonly build: string;
}

/** The application before anything happens: `app.start()` begins. `call` is for the logics of leaf widgets. */
export interface Troupe {
  readonly app: Actor<typeof appMachine>;
  readonly journal: Journal;
  readonly call: Call;
}

function resourceOf(name: string): Resource {
  const resource = SHIPPED_RESOURCES.find((one) => one.name === name);
  if (!resource) throw new Error(`no resource is called ${name}`);
  return resource;
}

const SITE: Slice = { key: STORAGE_KEY.siteConfig, version: 1 };

/** Wires every machine to its effects, and the effects to the outside world. */
export function createApp(ports: AppPorts, { version, build }: CreateAppOptions): Troupe {
  const { storage, page, notices, clock } = ports;
  const config = readConfig(storage);
  if (config.damaged.length > 0) page.log(`settings not understood: ${config.damaged.join(', ')}`);
  const language = () => config.language;
  const journal = createJournal({ now: clock.now, about: () => ({ app: version, build, language: config.language }) });

  const childrenOf = (): ReturnType<typeof app.getSnapshot>['children'] => app.getSnapshot().children;
  const sessionOf = (area: Area) => (area === 'admin' ? childrenOf().adminSession : undefined);
  const gatewayOf = (area: Area) => (area === 'admin' ? childrenOf().adminGateway : undefined);
  const session = sessionAccess(storage, sessionOf);
  const tokens = () => ({ admin: session.tokens('admin')?.token ?? null, member: session.tokens('member')?.token ?? null });
  const { call, direct } = createCalls({
    transport: createTransport({ language, isOnline: page.isOnline, ...(ports.fetch && { fetch: ports.fetch }) }),
    tokens,
    gatewayOf,
    announce: (message) => notices.succeeded(message),
    log: page.log,
  });
  const section = collectionLogic({ call, resourceOf, notices, newKey: page.newKey });
  const tabs = tabsLogic({ storage, page, section });
  const leaving = leavingFor({ notices, navigationOf: () => childrenOf().navigation });

  const logic = appLogic({
    call,
    page,
    children: {
      language: languageLogic(ports),
      navigation: navigationLogic(ports),
      layout: layoutLogic(ports),
      session: sessionLogic({
        call,
        tokenReplaced: (area) => gatewayOf(area)?.send({ type: 'gateway.tokenReplaced' }),
        reload: () => page.reload(),
      }),
      gateway: gatewayLogic({ call: direct, session, withLock: ports.withLock, pause: clock.pause, ...leaving }),
      adminShell: adminShellLogic({ call, resources: SHIPPED_RESOURCES, tableOf: (name) => readTable(storage, name), tabs }),
    },
  });
  const app = createActor(logic, { id: 'app', inspect: journal.inspect, input: inputFrom(ports) });

  const { adminSession, layout } = childrenOf();
  if (!adminSession || !layout) throw new Error('the root does not own its children');
  persist(adminSession, { pick: storedSessionOf, write: (value) => writeSlice(storage, SESSION_SLICE.admin, value), log: page.log });
  persist(app, { pick: ({ context }) => context.site, write: (value) => writeSlice(storage, SITE, value), log: page.log });
  persist(layout, { pick: selectLayout, write: (value) => writeConfig(storage, { layout: value }), log: page.log });
  storage.changes.subscribe((key) => {
    if (key === '' || key === SESSION_SLICE.admin.key) followStorage(storage, 'admin', adminSession);
  });
  return { app, journal, call };
}

/** What the root begins with: the address, and what earlier visits left. */
function inputFrom({ storage, history }: AppPorts): AppInput {
  const { language, layout } = readConfig(storage);
  return {
    href: history.href(),
    language,
    layout: { config: layout, isSystemDark: false },
    adminSession: restoreSession('admin', readSlice(storage, SESSION_SLICE.admin)),
    site: { ...EMPTY_SITE_CONFIG, ...(readSlice(storage, SITE) as Partial<SiteConfig> | undefined) },
    adminTabs: restoreTabs(readSlice(storage, TABS)),
  };
}
