import { isPlainObject } from '../base/plain-value.ts';
import type { JournalEntry } from './journal-file.ts';

/** What went wrong in a journal: in which actor, and how. */
export interface JournalFault {
  readonly path: string;
  /** Name and message, such as `TypeError: x is not a function`. */
  readonly error: string;
}

const FAILED = 'xstate.error.';

/** The last failure that a journal tells of: an actor's, or that of a page whose code broke; null where nothing failed. */
export function lastFaultIn(entries: readonly JournalEntry[]): JournalFault | null {
  const entry = entries.findLast(({ event }) => event.type.startsWith(FAILED) || brokenIn(event) !== null);
  if (!entry) return null;
  const { to, event } = entry;
  return { path: to, error: errorText(brokenIn(event) ?? event['error']) || event.type };
}

/** What a report of broken code began with. */
function brokenIn({ type, input }: JournalEntry['event']): unknown {
  return type === 'xstate.init' && isPlainObject(input) && isPlainObject(input['broken']) ? input['broken'] : null;
}

/** Failures of calls are data with a kind; defects have a name and a message. */
function errorText(error: unknown): string {
  if (!isPlainObject(error)) return typeof error === 'string' ? error : '';
  const inner = isPlainObject(error['$error']) ? error['$error'] : error;
  const { failure } = inner;
  const words = isPlainObject(failure) ? [failure['kind'], failure['status'], failure['message']] : [inner['name'], inner['message']];
  return words.filter((word) => typeof word === 'string' || typeof word === 'number').join(': ');
}
