import { Hono } from 'hono';
import { SHIPPED_RESOURCES } from '#api/contract/resources/registry';
import type { Resource } from '#domain/table/resource';
import { blockedReply } from './http/calls/blocked-reply.ts';
import type { RequestInfo } from './routing/call.ts';
import { call } from './http/calls/call-handler.ts';
import { unexpectedReply } from './http/calls/error-reply.ts';
import { live, ready } from './http/health.ts';
import { openApiDocument } from './http/openapi.ts';
import { targetOf } from './routing/call-path.ts';
import { pageFacts } from './http/pages/page-facts.ts';
import { pageReply } from './http/pages/pages.ts';
import { crossOrigin } from './http/cross-origin.ts';
import { createDefaultAvatar } from './http/pages/default-avatar.ts';
import { createRawRoutes } from './routing/raw-routes.ts';
import { createReadLimit } from './http/calls/read-limit.ts';
import { hasHeader, withHeaders } from './routing/replies.ts';
import { createRouteTable, type MountedEndpoint } from './routing/route-table.ts';
import { FILES_PATH, storedFileReply } from './http/pages/stored-file.ts';
import { SUFFIX_ICON_CALLS, suffixIconReply } from './http/pages/suffix-icon.ts';
import { DATA_POLICY, SECURITY_HEADERS } from './http/security-headers.ts';
import type { ServerPorts } from './ports/ports.ts';
import { createResources, type Resources } from './resources/registry.ts';
import { shippedHooks } from './features/shipped-hooks.ts';
import { accountRoutes } from './features/session/account.routes.ts';
import { captchaRoutes } from './features/session/captcha/captcha.routes.ts';
import { cascadeRoutes } from './features/fields/cascade.routes.ts';
import { configRoutes } from './features/settings/config.routes.ts';
import { dashboardRoutes } from './features/shell/dashboard.routes.ts';
import { problemRoutes, problemSectionRoutes } from './features/observe/problem.routes.ts';
import { profileRoutes } from './features/session/profile.routes.ts';
import { memberGroupRoutes, memberLedgerRoutes, memberRoutes } from './features/members/member.routes.ts';
import { resourceRoutes } from './features/table/resource.routes.ts';
import { rightsRoutes } from './features/rights/rights.routes.ts';
import { savedViewRoutes } from './features/table/saved-view.routes.ts';
import { startUpRoutes } from './features/shell/start-up.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { maintenanceRoutes, terminalRoutes } from './features/terminal/terminal.routes.ts';
import { tableFactsRoutes } from './features/table/table-facts.routes.ts';
import { attachmentRoutes, uploadRoutes } from './features/files/upload.routes.ts';
import { verificationRoutes } from './features/session/verification/verification.routes.ts';
import { createTableFacts } from './features/table/table-facts.service.ts';
import { createAccessBlock } from './features/session/access-block.ts';
import { DEFAULT_AVATAR } from './base/default-avatar.ts';
import { createAfterwards } from './base/background-tasks.ts';
import { createAdminLog } from './features/base/admin-log.ts';
import { createCaches } from './base/caches.ts';
import { createCaptchaService } from './features/session/captcha/captcha.service.ts';
import { createGuesses } from './features/base/guesses.ts';
import { createMemberLedger } from './features/members/member-ledger.service.ts';
import { createProblemReports } from './features/observe/problem-reports.service.ts';
import { createSavedViews } from './features/table/saved-views.service.ts';
import { createSecurityLog } from './features/base/security-log.ts';
import { createAccountSessions } from './features/session/account-sessions.service.ts';
import { createTerminalService, type TerminalService, type TerminalSettings } from './features/terminal/terminal.service.ts';
import { createAttachmentService } from './features/files/attachments.service.ts';
import { createAdminFactor } from './features/session/two-factor/admin-factor.service.ts';
import { createTwoFactorService } from './features/session/two-factor/two-factor.service.ts';
import { createUploadService } from './features/files/upload.service.ts';
import { createCodeAccounts } from './features/session/verification/code-accounts.ts';
import { createVerificationService } from './features/session/verification/verification.service.ts';
import { createSignInLimits } from './features/session/sign-in-limits.ts';
import { createSessionService } from './features/session/session.service.ts';

export interface App {
  fetch(request: Request, info?: RequestInfo): Promise<Response>;
  /** Sections designed at run time join here and answer at once. */
  readonly resources: Resources;
  /** Modules add their commands here. */
  readonly terminal: Pick<TerminalService, 'commands' | 'runs'>;
  /** Every call that is answered, with its permission node. */
  routes(): readonly MountedEndpoint[];
  /** Ends what goes on by itself, such as commands of the terminal, and what streams to readers. Calls are still answered. */
  close(): Promise<void>;
  /** Resolves when what was left for after replies is done. */
  settled(): Promise<void>;
}

export interface AppOptions {
  readonly resources?: readonly Resource[];
  readonly terminal?: TerminalSettings;
  /** Reading calls that one network may make in a minute; no limit if left out or 0. */
  readonly readsPerMinute?: number;
  /** Origins of other pages that may call this server. */
  readonly corsOrigins?: readonly string[];
}

/**
 * The whole server as a function from request to reply, without a socket: `main.ts` listens with it, tests and the typed client call
 * it in the same process. It reads nothing from outside but its ports.
 */
export function createApp(
  ports: ServerPorts,
  { resources: declared = SHIPPED_RESOURCES, terminal: settings, readsPerMinute = 0, corsOrigins = [] }: AppOptions = {},
): App {
  const table = createRouteTable();
  const raw = createRawRoutes();
  const afterwards = createAfterwards(ports.logger);
  const securityLog = createSecurityLog(ports);
  const captcha = createCaptchaService(ports);
  const guesses = createGuesses(ports);
  const factor = createAdminFactor({ ...ports, guesses }, createTwoFactorService(ports, securityLog, guesses), securityLog);
  const sessions = createSessionService(ports, securityLog, captcha, createSignInLimits(ports, guesses, captcha), factor);
  const services = { table, raw, sessions, securityLog, adminLog: createAdminLog(ports) };
  const caches = createCaches();
  caches.add(() => ports.pages.reload?.());
  const terminal = createTerminalService(ports, { ...services, caches }, settings);
  const resources = createResources(ports, resourceRoutes(table));
  sessionRoutes(table, sessions, ports);
  startUpRoutes(table, ports);
  captchaRoutes(table, captcha);
  verificationRoutes(table, createVerificationService(ports, captcha, createCodeAccounts(ports.database.kysely), afterwards), ports);
  uploadRoutes(table, createUploadService(ports), ports);
  terminalRoutes(table, raw, terminal, ports);
  maintenanceRoutes(table, caches, ports);
  configRoutes(table, caches, ports);
  cascadeRoutes(table, ports);
  dashboardRoutes(table, resources, ports);
  tableFactsRoutes(table, createTableFacts(ports, resources));
  profileRoutes(table, securityLog, { ...ports, guesses });
  accountRoutes(table, createAccountSessions(ports, securityLog), factor);
  savedViewRoutes(
    table,
    createSavedViews(ports, (name) => resources.get(name)?.resource),
  );
  const problems = createProblemReports(ports, sessions, guesses);
  problemRoutes(table, problems);
  caches.add(() => resources.forget());
  const nodes = () => new Set(table.all().map(({ node }) => node));
  const hooks = shippedHooks({ ports, nodes });
  const shipped = declared.map((resource) => ({ resource, hooks: hooks[resource.name] }));
  resources.registerAll(shipped, 'shipped');
  if (resources.get('attachment')) attachmentRoutes(table, createAttachmentService(ports, resources));
  if (resources.get('problemReport')) problemSectionRoutes(table, problems);
  const [admins, groups, rules] = [resources.get('admin'), resources.get('adminGroup'), resources.get('adminRule')];
  if (admins && groups && rules) rightsRoutes(table, { admins, groups, rules }, ports);
  const members = resources.get('member');
  if (members) memberRoutes(table, members);
  const memberGroups = resources.get('memberGroup');
  if (memberGroups) memberGroupRoutes(table, memberGroups, ports);
  if (resources.get('moneyLog') && resources.get('scoreLog')) memberLedgerRoutes(table, createMemberLedger(ports));
  // Open to anyone, as the source is; sections designed at run time are not in it.
  const apiDocument = JSON.stringify(
    openApiDocument(
      table.all().map(({ endpoint }) => endpoint),
      '0.1.0',
    ),
  );

  const isBlocked = createAccessBlock(ports, caches);
  const defaultAvatar = createDefaultAvatar(ports);
  const limitReads = createReadLimit(readsPerMinute, ports);
  const hono = new Hono<{ Bindings: RequestInfo }>();
  hono.onError((error, context) => unexpectedReply(error, context.req.raw, ports));
  for (const { path, handle } of crossOrigin(corsOrigins)) hono.use(path, handle);
  hono.get('/health/live', () => live());
  hono.get('/health/ready', () => ready(ports));
  hono.get('/api/openapi.json', () => new Response(apiDocument, { headers: { 'content-type': 'application/json; charset=utf-8' } }));
  hono.all('*', async (context) => {
    const request = context.req.raw;
    const url = new URL(request.url);
    const hasServerFlag = request.headers.has('server') || url.searchParams.has('server');
    const target = targetOf(url.pathname, hasServerFlag);
    if (target.kind === 'call' && (await isBlocked(context.env.remoteAddress))) return blockedReply(request, ports);
    if (SUFFIX_ICON_CALLS.has(target.kind === 'call' ? target.path : target.path.toLowerCase())) return suffixIconReply(request, url);
    if (target.kind === 'call') {
      return limitReads(request, context.env.remoteAddress, () => call(request, url, target, context.env, services, ports));
    }
    if (target.path === DEFAULT_AVATAR) return defaultAvatar(request);
    if (target.path.startsWith(FILES_PATH)) return storedFileReply(request, target.path, ports);
    return pageReply(request, target.path, ports, (path) => pageFacts(path, ports));
  });

  return {
    resources,
    terminal,
    routes: () => table.all(),
    close: () => terminal.runs.close(),
    settled: () => afterwards.done(),
    async fetch(request, info = { remoteAddress: '127.0.0.1' }) {
      const response = await hono.fetch(request, info);
      return withHeaders(response, {
        ...SECURITY_HEADERS,
        // Pictures of this server are shown in those pages, too.
        ...(corsOrigins.length > 0 && { 'cross-origin-resource-policy': 'cross-origin' }),
        ...(!hasHeader(response, 'content-security-policy') && { 'content-security-policy': DATA_POLICY }),
      });
    },
  };
}
