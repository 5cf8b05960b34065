import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { HEADER } from '#api/contract/base/wire';

/** Where the calls of both areas, and what their pages show of this server, are. */
const CALLS = ['/admin/*', '/api/*', '/index.php/*'] as const;

const HEADERS =
  'think-lang, server, ba_user_token, ba-user-token, ba_token, ba-token, batoken, Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, X-CSRF-TOKEN, X-Requested-With';

/** What this protocol has beside the family's: our own client sends them. */
const OWN_HEADERS = [HEADER.idempotencyKey, HEADER.tokenRotation, HEADER.chatVisitor, HEADER.progress, 'last-event-id'];
/** What a page of another origin may read of an answer, beside what browsers show of any. */
const EXPOSED = [HEADER.requestId, HEADER.rowCount, HEADER.progress, HEADER.sections, 'content-disposition', 'etag', 'retry-after'];

/**
 * Lets pages of other origins call this server, as a client does that is built or developed elsewhere.
 * @param origins exactly these; none leaves every browser's own rule in force
 * Source: wire protocol §1.6.
 */
export const crossOrigin = (origins: readonly string[]): readonly { readonly path: string; readonly handle: MiddlewareHandler }[] => {
  const handle = cors({
    origin: [...origins],
    credentials: true,
    maxAge: 1800,
    allowMethods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'],
    allowHeaders: [...HEADERS.split(', '), ...OWN_HEADERS],
    exposeHeaders: EXPOSED,
  });
  return origins.length === 0 ? [] : CALLS.map((path) => ({ path, handle }));
};
