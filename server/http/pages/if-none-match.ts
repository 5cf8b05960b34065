/**
 * Whether the sender has this version already; weak tags count, as proxies weaken what they compress. Asked before a file is opened;
 * Hono's `etag` asks when the reply is made.
 */
export const hasVersion = (request: Request, etag: string): boolean =>
  (request.headers.get('if-none-match') ?? '').split(',').some((tag) => tag.trim().replace(/^W\//u, '') === etag);
