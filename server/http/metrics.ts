import { isSameDigest, sha256 } from '../base/digest.ts';
import type { ServerPorts } from '../ports/ports.ts';
import type { RequestTarget } from '../routing/call-path.ts';
import type { RawRoutes } from '../routing/raw-routes.ts';
import type { RouteTable } from '../routing/route-table.ts';
import { FILES_PATH } from './pages/stored-file.ts';

const NO_STORE = { 'cache-control': 'no-store' };

/** What is measured, to whoever shows the token; to anybody who reaches it where none is wanted. */
export async function metricsReply(
  request: Request,
  token: string | undefined,
  { metrics }: Pick<ServerPorts, 'metrics'>,
): Promise<Response> {
  if (token !== undefined && !(await shows(request, token)))
    return new Response('The token is missing or wrong.\n', { status: 401, headers: { ...NO_STORE, 'www-authenticate': 'Bearer' } });
  const { text, type } = (await metrics?.read()) ?? { text: '', type: 'text/plain' };
  return new Response(text, { headers: { ...NO_STORE, 'content-type': type } });
}

async function shows(request: Request, token: string): Promise<boolean> {
  const shown = /^bearer (.+)$/iu.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  // Digests are of one length, and their comparison takes as long for a near miss as for any other.
  const [given, wanted] = await Promise.all([sha256(shown), sha256(token)]);
  return isSameDigest(given, wanted);
}

export interface Routes {
  readonly table: RouteTable;
  readonly raw: RawRoutes;
}

/** By what name a request is counted and traced. Whatever strangers type has one name, so that they cannot make a thousand. */
export function routeOf({ method }: Request, target: RequestTarget, { table, raw }: Routes): string {
  if (target.kind === 'page') return target.path.startsWith(FILES_PATH) ? 'file' : 'page';
  return table.find(method, target.path)?.endpoint.path ?? (raw.find(method, target.path) ? target.path : 'unknown');
}

/** Answers a request and notes how long it took, where somebody measures. */
export async function measured(
  request: Request,
  target: RequestTarget,
  routes: Routes,
  { metrics }: Pick<ServerPorts, 'metrics'>,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (!metrics) return answer();
  const startedMs = performance.now();
  let status = 500;
  try {
    const response = await answer();
    ({ status } = response);
    return response;
  } finally {
    metrics.answered({ route: routeOf(request, target, routes), status, seconds: (performance.now() - startedMs) / 1000 });
  }
}
