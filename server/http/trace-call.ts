import { HEADER } from '#api/contract/base/wire';
import type { ServerPorts } from '../ports/ports.ts';
import type { RequestTarget } from '../routing/call-path.ts';
import { codeOf, headerOf } from '../routing/replies.ts';
import { routeOf, type Routes } from './metrics.ts';

/** Methods that have a name in a trace; whatever else strangers send has one together. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Answers a request within a span, where somebody traces. It ends when the answer begins, as what is measured does. */
export async function traced(
  request: Request,
  { protocol }: URL,
  target: RequestTarget,
  routes: Routes,
  { tracing }: Pick<ServerPorts, 'tracing'>,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (!tracing) return answer();
  const method = METHODS.has(request.method) ? request.method : '_OTHER';
  const route = routeOf(request, target, routes);
  const facts = { 'http.request.method': method, 'http.route': route, 'url.scheme': protocol.replace(':', '') };
  return tracing.within({ name: `${method} ${route}`, kind: 'call', facts, parent: request.headers.get('traceparent') }, async () => {
    const response = await answer();
    const code = codeOf(response);
    const requestId = headerOf(response, HEADER.requestId);
    tracing.tell(
      {
        'http.response.status_code': response.status,
        ...(code !== null && { 'troupe.reply.code': code }),
        ...(requestId !== null && { 'troupe.request.id': requestId }),
      },
      response.status >= 500,
    );
    return response;
  });
}
