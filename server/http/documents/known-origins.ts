import { DOCUMENT_ORIGINS } from '../../base/limits.ts';

/**
 * The addresses that a site without a set one is asked by: the first few. Anybody can send any host, and each would have its own copy of
 * every page; beyond these all share one that names no address, so that none of the first is lost.
 * @returns what tells the origin that is written into a page; empty for none
 */
export function createKnownOrigins(limit = DOCUMENT_ORIGINS): (asked: string) => string {
  const known = new Set<string>();
  return (asked) => {
    if (known.size < limit) known.add(asked);
    return known.has(asked) ? asked : '';
  };
}
