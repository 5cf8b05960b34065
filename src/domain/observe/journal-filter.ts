import type { JournalEntry } from './journal-file.ts';

/** Which entries of a journal somebody wants to see. */
export interface JournalFilter {
  /** The beginning of the actor's path, or of a name in it. */
  readonly actor: string;
  /** Part of the event's type. */
  readonly event: string;
  /** `deeds`: what came from outside; where a journal does not say so, all but what the library itself tells. */
  readonly kind: 'all' | 'deeds';
}

export const EVERYTHING: JournalFilter = { actor: '', event: '', kind: 'all' };

/** Whether the library itself has told this: a start, an end, a time-out, an answer. */
export const isOwnAccord = (type: string): boolean => type.startsWith('xstate.');

/** The entries that a filter lets through, in their order. */
export function shownEntries(entries: readonly JournalEntry[], { actor, event, kind }: JournalFilter): readonly JournalEntry[] {
  const isDeed = entries.some(({ outer }) => outer)
    ? (entry: JournalEntry) => entry.outer === true
    : (entry: JournalEntry) => !isOwnAccord(entry.event.type);
  const [path, type] = [actor, event].map((text) => text.trim().toLowerCase()) as [string, string];
  if (path === '' && type === '' && kind === 'all') return entries;
  return entries.filter(
    (entry) =>
      (kind === 'all' || isDeed(entry)) &&
      entry.event.type.toLowerCase().includes(type) &&
      (path === '' || isBelow(entry.to.toLowerCase(), path)),
  );
}

const isBelow = (to: string, path: string): boolean => to.startsWith(path) || to.includes(`/${path}`);

/** How many entries are not after `seq`: they are in order, so half is looked at a time. */
export function countUntil(entries: readonly JournalEntry[], seq: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle] as JournalEntry).seq <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The entry so many places away, counted from the moment after `seq`; null beyond the ends. */
export function entryBeside(entries: readonly JournalEntry[], seq: number, by: 1 | -1): JournalEntry | null {
  const count = countUntil(entries, seq);
  if (by === 1) return entries[count] ?? null;
  const isHere = entries[count - 1]?.seq === seq;
  return entries[count - (isHere ? 2 : 1)] ?? null;
}

/** As long as it took, but nobody waits longer than this for something to happen. */
const LONGEST_PAUSE_MS = 1500;
const SHORTEST_PAUSE_MS = 40;

/** How long to wait between two entries when a journal is played. */
export const pauseMs = (fromMs: number, toMs: number, speed: number): number =>
  Math.max(SHORTEST_PAUSE_MS, Math.min(LONGEST_PAUSE_MS, toMs - fromMs)) / speed;
