import { Subject } from 'rxjs';
import type { Call } from '#api/client';

const ends = new WeakMap<Call, Subject<void>>();

/**
 * Tells when other sessions of whoever calls may have ended by what was done elsewhere: the parts of the page of an account, which lists
 * them, come in several bundles, and what they have in common is the call.
 */
export function othersEndedOf(call: Call): Subject<void> {
  const known = ends.get(call) ?? new Subject<void>();
  ends.set(call, known);
  return known;
}

/** Does what ends them. Without an answer they may have ended too. */
export async function endingOthers<Answer>(call: Call, deed: () => Promise<Answer>): Promise<Answer> {
  try {
    return await deed();
  } finally {
    othersEndedOf(call).next();
  }
}
