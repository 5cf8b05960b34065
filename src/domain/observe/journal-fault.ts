import type { JournalEntry } from './journal-file.ts';

/** What went wrong in a journal: in which actor, and how. */
export interface JournalFault {
  readonly path: string;
  /** Name and message, such as `TypeError: x is not a function`. */
  readonly error: string;
}

type Fields = Readonly<Record<string, unknown>>;

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
  return type === 'xstate.init' && isFields(input) && isFields(input['broken']) ? input['broken'] : null;
}

/** Failures of calls are data with a kind; defects have a name and a message. */
function errorText(error: unknown): string {
  if (!isFields(error)) return typeof error === 'string' ? error : '';
  const inner = isFields(error['$error']) ? error['$error'] : error;
  const { failure } = inner;
  const words = isFields(failure) ? [failure['kind'], failure['status'], failure['message']] : [inner['name'], inner['message']];
  return words.filter((word) => typeof word === 'string' || typeof word === 'number').join(': ');
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
