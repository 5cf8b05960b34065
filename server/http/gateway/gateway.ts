import { type RequestInfo, urlOf } from '../../routing/call.ts';
import { targetOf } from '../../routing/call-path.ts';
import { unexpectedReply } from '../calls/error-reply.ts';
import { live } from '../health.ts';
import { isFilePath, pageReply, type PageFacts } from '../pages/pages.ts';
import { createDocuments } from '../documents/documents.ts';
import { whole, withHeaders } from '../../routing/replies.ts';
import { DATA_POLICY, FILE_POLICY, SECURITY_HEADERS } from '../pages/security-headers.ts';
import { createUpstream, type UpstreamOptions } from './upstream.ts';
import { createUpstreamSource } from './upstream-source.ts';
import type { ServerPorts } from '../../ports/ports.ts';

export type HttpGatewayPorts = Pick<ServerPorts, 'pages' | 'randomBytes' | 'logger' | 'messages' | 'clock'>;

export interface Gateway {
  fetch(request: Request, info?: RequestInfo): Promise<Response>;
}

/** Where servers of the family keep uploads and pictures of their own; those of others end as files do. */
const FILES = /^\/(?:storage|static)\//iu;
/** Parts of the client, of whichever build: another server has none of them. */
const OWN_FILES = /^\/(?:assets|samples)\//u;

/** The client's pages in front of another server, which answers its calls and keeps its files. Nothing is stored here. */
export function createGateway(ports: HttpGatewayPorts, upstream: UpstreamOptions): Gateway {
  const forward = createUpstream(upstream, ports);
  // A server that does not follow the forwarded host gives whole addresses of its own.
  const { origin } = new URL(upstream.url);
  const documents = createDocuments(createUpstreamSource(forward, ports), ports, { media: [origin] });
  const facts: PageFacts = { site: null, origins: { cloud: null, styles: [], media: [origin] } };

  async function answer(request: Request, info: RequestInfo): Promise<Response> {
    const url = urlOf(request, info);
    if (/^\/health\/(?:live|ready)$/u.test(url.pathname)) return live();
    const target = targetOf(url.pathname, request.headers.has('server') || url.searchParams.has('server'));
    if (target.kind === 'call') return withHeaders(await forward(request, info), { 'content-security-policy': DATA_POLICY });
    const { path } = target;
    const document = await documents.answer(request, url, path, info.remoteAddress);
    if (document) return document;
    const isOwn = OWN_FILES.test(path) || ports.pages.read(path, '') !== null;
    // Nothing in a file that people have stored may run in the origin of the pages.
    if (!isOwn && (FILES.test(path) || isFilePath(path)))
      return withHeaders(await forward(request, info), { 'content-security-policy': FILE_POLICY });
    return pageReply(request, path, ports, async () => facts);
  }

  return {
    async fetch(request, info = { remoteAddress: '127.0.0.1' }) {
      const response = await answer(request, info).catch((error: unknown) => unexpectedReply(error, request, ports));
      return whole(withHeaders(response, SECURITY_HEADERS));
    },
  };
}
