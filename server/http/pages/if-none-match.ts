/** Whether `If-None-Match` names this version; weak tags count, as proxies weaken what they compress. */
export const namesVersion = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch !== '' && ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === etag);

/** Whether the sender has this version already. Asked before a file is opened; Hono's `etag` asks when the reply is made. */
export const hasVersion = ({ headers }: Request, etag: string): boolean => namesVersion(headers.get('if-none-match') ?? '', etag);
