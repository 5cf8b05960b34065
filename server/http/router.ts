import { Hono } from 'hono';
import { HEADER } from '#api/contract/base/wire';
import { publicGoodsDetail, publicGoodsIndex, publicNoticeIndex } from '#api/contract/site/public';
import { DEFAULT_AVATAR } from '#domain/session/default-avatar';
import type { FeatureContext } from '../features/base/feature.ts';
import { createAccessBlock } from '../features/session/access-block.ts';
import type { MemberSessions } from '../features/members/sign-in/member-sessions.service.ts';
import type { ApiTokens } from '../features/programs/api-tokens.service.ts';
import type { SessionService } from '../features/session/session.service.ts';
import { type RequestInfo, urlOf } from '../routing/call.ts';
import { type RequestTarget, targetOf } from '../routing/call-path.ts';
import type { PlainQuestion, PlainReply } from '../routing/plain-reply.ts';
import { hasHeader, untaken, whole, withHeaders } from '../routing/replies.ts';
import { blockedReply } from './calls/blocked-reply.ts';
import { call } from './calls/call-handler.ts';
import { presentedTokens } from './calls/callers.ts';
import { createPrograms } from './calls/programs.ts';
import { unexpectedReply } from './calls/error-reply.ts';
import { createReadLimit } from './calls/read-limit.ts';
import { crossOrigin } from './cross-origin.ts';
import { createDatabaseSource } from '../features/site/database-source.ts';
import { createModulePictures } from '../features/modules/public/module-pictures.ts';
import type { PublicHelp } from '../features/site/public-help.ts';
import { DOCUMENT_DRAWS_PER_MINUTE } from './documents/document-limits.ts';
import { createDocuments } from './documents/documents.ts';
import { createReadiness, live } from './health.ts';
import { API_VERSION, openApiDocument } from './openapi.ts';
import { mountMcp } from './mcp/mcp.ts';
import { measured, metricsReply } from './metrics.ts';
import { traced } from './trace-call.ts';
import { mountApiExplorer } from './api-explorer.ts';
import { mountOwnDocument } from './own-document.ts';
import type { LiveSections } from '../features/designer/live-sections.ts';
import { modulePictureReply } from './pages/module-picture.ts';
import { demoReply } from './pages/demo-file.ts';
import { createDefaultAvatar } from './pages/default-avatar.ts';
import { pageFacts } from './pages/page-facts.ts';
import { pageReply } from './pages/pages.ts';
import { FILES_PATH, storedFileReply } from './pages/stored-file.ts';
import { SUFFIX_ICON_CALLS, suffixIconReply } from './pages/suffix-icon.ts';
import { DATA_POLICY, SECURITY_HEADERS } from './pages/security-headers.ts';

interface RouterOptions {
  /** Reading calls that one network may make in a minute; 0 for no limit. */
  readonly readsPerMinute: number;
  /** Origins of other pages that may call this server. */
  readonly corsOrigins: readonly string[];
  /** Who has it reads what is measured; left out, nobody does here. */
  readonly metricsToken: string | undefined;
}

export interface Router {
  fetch(request: Request, info?: RequestInfo): Promise<Response>;
  /**
   * A page that nothing has to be asked or waited for, and null for anything else: of what a kept page costs, the way through Hono and the promises on
   * it were four fifths.
   */
  kept(question: PlainQuestion): PlainReply | null;
}

/** Anybody may ask for what public pages show. */
const PUBLIC_READS: ReadonlySet<string> = new Set([publicGoodsIndex, publicGoodsDetail, publicNoticeIndex].map(({ path }) => path));

/**
 * Leads every request to what answers it: a call to its endpoint, an address of a file to the file, any other to the client's page.
 * What is mounted later, such as a section designed at run time, is found too; whoever may use it finds it in an API document of their own. Hono has the fixed
 * addresses, the other origins, HEAD and what is thrown; calls are found in the route table, because the protocol spells one address in
 * several ways, shares it with pages, and sections come and go while the server runs, which Hono's routers do not know.
 */
export function createRouter(
  services: FeatureContext & {
    readonly sessions: SessionService;
    readonly members: MemberSessions;
    readonly help: PublicHelp;
    readonly apiTokens: ApiTokens;
    readonly sections: Pick<LiveSections, 'clock' | 'sync'>;
  },
  { readsPerMinute, corsOrigins, metricsToken }: RouterOptions,
): Router {
  const { ports, table, caches, help } = services;
  const first = ports.precedence?.answer ?? ((work: () => Promise<Response>) => work());
  const programs = createPrograms(services.apiTokens, ports);
  // Open to anyone, as the source is.
  mountOwnDocument(services);
  mountApiExplorer(services);
  // What is there at the start; it is written when somebody asks for it, which takes longer than all the rest of a start.
  const shipped = table.all();
  let apiDocument: string | undefined;
  const isBlocked = createAccessBlock(ports, caches);
  const defaultAvatar = createDefaultAvatar(ports);
  // Pictures of this server are shown in those pages, too.
  const security = { ...SECURITY_HEADERS, ...(corsOrigins.length > 0 && { 'cross-origin-resource-policy': 'cross-origin' }) };
  const documents = createDocuments(createDatabaseSource(ports, help), ports, { headers: security });
  const pictures = createModulePictures(ports);
  mountMcp({
    raw: services.raw,
    table,
    programs,
    answer(request, { client }) {
      const url = urlOf(request);
      const target = targetOf(url.pathname, false);
      if (target.kind !== 'call') throw new Error(`${url.pathname} is no call`);
      return call(request, url, target, { remoteAddress: client.ip }, { ...services, programs }, ports);
    },
  });
  const limitReads = createReadLimit(readsPerMinute, ports);
  const limitPublic = createReadLimit(DOCUMENT_DRAWS_PER_MINUTE, ports);
  const hono = new Hono<{ Bindings: RequestInfo }>();
  hono.onError((error, context) => unexpectedReply(error, context.req.raw, ports));
  for (const { path, handle } of crossOrigin(corsOrigins)) hono.use(path, handle);
  hono.get('/health/live', () => live());
  hono.get('/health/ready', createReadiness(ports));
  if (metricsToken !== undefined) hono.get('/metrics', (context) => metricsReply(context.req.raw, metricsToken, ports));
  hono.get('/api/openapi.json', () => {
    apiDocument ??= JSON.stringify(openApiDocument(shipped, API_VERSION));
    return new Response(apiDocument, { headers: { 'content-type': 'application/json; charset=utf-8' } });
  });
  hono.all('*', async (context) => {
    const request = context.req.raw;
    const url = urlOf(request, context.env);
    const target = targetOf(url.pathname, request.headers.has('server') || url.searchParams.has('server'));
    const response = await traced(request, url, target, services, ports, () =>
      measured(request, target, services, ports, () => first(() => lead(request, url, target, context.env))),
    );
    if (request.method === 'HEAD') return untaken(response);
    // Whoever lets other origins in adds headers of its own.
    return corsOrigins.length > 0 ? whole(response) : response;
  });

  function hear({ method, headers }: Request, path: string): void {
    const key = headers.get(HEADER.idempotencyKey);
    if (key) table.find(method, path)?.hear?.(presentedTokens(headers), key);
  }

  async function lead(request: Request, url: URL, target: RequestTarget, info: RequestInfo): Promise<Response> {
    if (target.kind === 'call') hear(request, target.path);
    if (target.kind === 'call' && (await isBlocked(info.remoteAddress))) return blockedReply(request, ports);
    if (SUFFIX_ICON_CALLS.has(target.kind === 'call' ? target.path : target.path.toLowerCase())) return suffixIconReply(request, url);
    if (target.kind === 'call') {
      const work = (): Promise<Response> => call(request, url, target, info, { ...services, programs }, ports);
      // They cost what a page costs that is drawn of the same, and nothing of theirs is kept.
      const isPublic = PUBLIC_READS.has(table.find('GET', target.path)?.endpoint.path ?? '');
      return limitReads(request, info.remoteAddress, isPublic ? () => limitPublic(request, info.remoteAddress, work) : work);
    }
    if (target.path === DEFAULT_AVATAR) return defaultAvatar(request);
    if (target.path.startsWith(FILES_PATH)) return storedFileReply(request, target.path, ports);
    const tried = await demoReply(request, target.path, ports);
    if (tried) return tried;
    const picture = await modulePictureReply(request, target.path, pictures);
    if (picture) return picture;
    const document = await documents.answer(request, url, target.path, info.remoteAddress);
    if (document) return document;
    return pageReply(request, target.path, ports, (path) => pageFacts(path, ports));
  }

  const ofData = { ...security, 'content-security-policy': DATA_POLICY };
  return {
    async fetch(request, info = { remoteAddress: '127.0.0.1' }) {
      const response = await hono.fetch(request, info);
      // What is drawn for everybody has them from its making.
      if (hasHeader(response, 'x-frame-options')) return whole(response);
      return whole(withHeaders(response, hasHeader(response, 'content-security-policy') ? security : ofData));
    },
    kept(question) {
      // A span is begun before it is known what answers.
      if (ports.tracing) return null;
      const startedMs = performance.now();
      const reply = documents.kept(question);
      if (!reply) return null;
      ports.metrics?.answered({ route: 'page', status: reply.status, seconds: (performance.now() - startedMs) / 1000 });
      ports.precedence?.answered();
      return reply;
    },
  };
}
