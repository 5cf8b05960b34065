/** Whether the sender has this version already; weak tags count, as proxies weaken what they compress. */
export const hasVersion = (request: Request, etag: string): boolean =>
  (request.headers.get('if-none-match') ?? '').split(',').some((tag) => tag.trim().replace(/^W\//u, '') === etag);
