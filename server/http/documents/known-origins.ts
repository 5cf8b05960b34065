import { DOCUMENT_ORIGIN_IDLE_MS, DOCUMENT_ORIGINS } from './document-limits.ts';

/**
 * The addresses that a site without a set one is asked by: a few. Anybody can send any host, and each would have its own copy of every
 * page; beyond these all share one that names no address, so that none of the few is lost. One that nobody asks by any more makes room,
 * so that hosts that were made up do not keep the site's own out for good.
 * @param nowMs milliseconds since 1970
 * @returns what tells the origin that is written into a page; empty for none
 */
export function createKnownOrigins(nowMs: () => number, limit = DOCUMENT_ORIGINS): (asked: string) => string {
  /** When each was asked by last, the one longest ago first. */
  const known = new Map<string, number>();
  return (asked) => {
    const now = nowMs();
    const [oldest] = known;
    if (!known.has(asked) && known.size >= limit && oldest && now - oldest[1] >= DOCUMENT_ORIGIN_IDLE_MS) known.delete(oldest[0]);
    if (!known.delete(asked) && known.size >= limit) return '';
    known.set(asked, now);
    return asked;
  };
}
