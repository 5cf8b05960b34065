import { SHIPPED_RESOURCES } from './base/shipped-resources.ts';
import type { Resource } from '#domain/table/resource';
import { createBackgroundTasks } from './base/background-tasks.ts';
import { createCaches } from './base/caches.ts';
import { createAdminLog } from './features/base/admin-log.ts';
import type { FeatureContext } from './features/base/feature.ts';
import { createGuesses } from './features/base/guesses.ts';
import { createMemberData } from './features/base/member-data.ts';
import { createSecurityLog } from './features/base/security-log.ts';
import type { Answers } from './features/chat/answers.ts';
import { type ChatOptions, mountChat } from './features/chat/chat.feature.ts';
import { mountChanges } from './features/changes/changes.feature.ts';
import { mountDataSafety } from './features/changes/data-safety.feature.ts';
import { mountSectionRestores } from './features/changes/section-restore/section-restore.feature.ts';
import type { LiveSections } from './features/designer/live-sections.ts';
import { mountDesigner } from './features/designer/designer.feature.ts';
import { mountExternal } from './features/external/external.feature.ts';
import { createSessionsElsewhere } from './features/external/sessions-elsewhere.ts';
import { mountFields } from './features/fields/fields.feature.ts';
import { mountFiles } from './features/files/files.feature.ts';
import { mountHelp } from './features/help/help.feature.ts';
import { mountLives } from './features/life/life.feature.ts';
import { mountSiteLives } from './features/life/site-lives.feature.ts';
import { mountLifeFigures } from './features/life/life-figures.feature.ts';
import { mountMembers } from './features/members/members.feature.ts';
import { mountNotifications } from './features/notifications/notifications.feature.ts';
import { type ModuleOptions, mountModules } from './features/modules/modules.feature.ts';
import { mountObserve } from './features/observe/observe.feature.ts';
import { mountPrograms } from './features/programs/programs.feature.ts';
import { mountRights } from './features/rights/rights.feature.ts';
import { mountSession } from './features/session/session.feature.ts';
import { mountSettings } from './features/settings/settings.feature.ts';
import { mountShell } from './features/shell/shell.feature.ts';
import { shippedHooks } from './features/shipped-hooks.ts';
import { resourceRoutes } from './features/table/resource.routes.ts';
import { workNews } from './features/table/work-news.ts';
import { mountSite } from './features/site/site.feature.ts';
import { mountTable } from './features/table/table.feature.ts';
import { mountTerminal } from './features/terminal/terminal.feature.ts';
import type { TerminalService, TerminalRules } from './features/terminal/terminal.service.ts';
import { createRouter, type Router } from './http/router.ts';
import type { ServerPorts } from './ports/ports.ts';
import { createResources, type Resources } from './resources/registry.ts';
import { createRawRoutes } from './routing/raw-routes.ts';
import { createRouteTable, type MountedEndpoint } from './routing/route-table.ts';

export interface ServerApp extends Router {
  /** Sections designed at run time join here and answer at once. */
  readonly resources: Resources;
  /** Modules add their commands here. */
  readonly terminal: Pick<TerminalService, 'commands' | 'runs'>;
  /** Answers that are being written. */
  readonly chat: Pick<Answers, 'recover'>;
  /** Published sections run once they are synchronised with the database. */
  readonly designer: Pick<LiveSections, 'sync' | 'syncIn' | 'follow' | 'clock'>;
  /** Every call that is answered, with its permission node. */
  routes(): readonly MountedEndpoint[];
  /**
   * Ends what goes on by itself, such as commands of the terminal, and what streams to readers. Calls are still answered; answers of the chat
   * may go on for so long.
   */
  close(goOnMs?: number): Promise<void>;
  /** Resolves when what was left for after replies is done. */
  settled(): Promise<void>;
}

export interface AppOptions {
  readonly resources?: readonly Resource[];
  readonly terminal?: TerminalRules;
  readonly chat?: ChatOptions;
  readonly modules?: ModuleOptions;
  /** Reading calls that one network may make in a minute; no limit if left out or 0. */
  readonly readsPerMinute?: number;
  /** Origins of other pages that may call this server. */
  readonly corsOrigins?: readonly string[];
  /** Who has it reads `/metrics`; left out, that is not answered. */
  readonly metricsToken?: string | undefined;
}

/**
 * The whole server as a function from request to reply, without a socket: `main.ts` listens with it, tests and the typed client call
 * it in the same process. It reads nothing from outside but its ports. A feature is mounted by one line and taken away with it.
 */
export function createServerApp(
  ports: ServerPorts,
  {
    resources: declared = SHIPPED_RESOURCES,
    terminal: settings,
    chat,
    modules,
    readsPerMinute = 0,
    corsOrigins = [],
    metricsToken,
  }: AppOptions = {},
): ServerApp {
  const context = createContext(ports, declared);
  const elsewhere = createSessionsElsewhere(ports);
  const session = mountSession({ ...context, elsewhere });
  const { sessions } = session;
  const members = mountMembers({ ...context, elsewhere }, session);
  mountExternal(context, session, members);
  const terminal = mountTerminal({ ...context, sessions }, settings);
  mountShell(context, members, mountNotifications(context));
  mountTable(context);
  mountLifeFigures(context);
  mountChanges(context);
  mountLives(context);
  mountFields(context);
  mountFiles(context);
  mountRights(context);
  mountSettings(context);
  mountDataSafety(context);
  mountSectionRestores(context);
  mountObserve({ ...context, sessions });
  mountSite(context);
  const apiTokens = mountPrograms(context);
  const help = mountHelp(context);
  const designer = mountDesigner(context, terminal);
  mountSiteLives(context, designer);
  mountModules({ ...context, live: designer, captcha: session.captcha }, modules);
  const answers = mountChat({ ...context, sessions, members, help, captcha: session.captcha }, chat);
  return {
    resources: context.resources,
    terminal,
    chat: answers,
    designer,
    routes: () => context.table.all(),
    close: async (goOnMs) => {
      await Promise.all([terminal.runs.close(), answers.close(goOnMs)]);
    },
    settled: () => context.backgroundTasks.done(),
    ...createRouter({ ...context, sessions, members, help, apiTokens, sections: designer }, { readsPerMinute, corsOrigins, metricsToken }),
  };
}

/** What all features share, with the sections that are shipped. */
function createContext(ports: ServerPorts, declared: readonly Resource[]): FeatureContext {
  const table = createRouteTable();
  const resources = createResources(ports, resourceRoutes(table, workNews(ports)));
  const caches = createCaches();
  caches.add(() => ports.pages.reload?.());
  caches.add(() => resources.forget());
  const nodes = () => new Set(table.all().map(({ node }) => node));
  const memberData = createMemberData();
  const hooks = shippedHooks({ ports, resources, memberData, nodes });
  resources.registerAll(
    declared.map((resource) => ({ resource, hooks: hooks[resource.name] })),
    'shipped',
  );
  return {
    ports,
    table,
    resources,
    caches,
    raw: createRawRoutes(),
    backgroundTasks: createBackgroundTasks(ports.logger),
    guesses: createGuesses(ports),
    securityLog: createSecurityLog(ports),
    adminLog: createAdminLog(ports, resources),
    memberData,
  };
}
