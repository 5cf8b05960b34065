import { TERMINAL_PAGE_EVENTS, TERMINAL_TAIL_EVENTS, TERMINAL_TAIL_LENGTH } from '../../base/limits.ts';
import { type Signal, createSignal } from './signal.ts';
import type { RunEvent } from './run-log.ts';

/** The newest events of a run that this server records, for everybody here who follows it: they ask the database for older ones only. */
export interface RunTail {
  /** Rings with each event of this run, and with its end. */
  readonly news: Signal;
  push(events: readonly RunEvent[]): void;
  /** Nothing comes any more. @param isWhole whether what was pushed goes to the run's last event */
  close(isWhole: boolean): void;
  /** A portion of the events behind a number; null where they are no longer all here. */
  after(seq: number): readonly RunEvent[] | null;
  /** `open` while events may come; `broken` where the log knows more of the end. */
  state(): 'open' | 'whole' | 'broken';
}

export function createRunTail(): RunTail {
  const news = createSignal();
  let events: RunEvent[] = [];
  let length = 0;
  let lastSeq = 0;
  let state: 'open' | 'whole' | 'broken' = 'open';
  return {
    news,
    push(fresh) {
      for (const event of fresh) {
        events.push(event);
        length += event.data.length;
        lastSeq = event.seq;
      }
      while (events.length > TERMINAL_TAIL_EVENTS || (length > TERMINAL_TAIL_LENGTH && events.length > 1)) {
        length -= events[0]?.data.length ?? 0;
        events = events.slice(1);
      }
      news.notify();
    },
    close(isWhole) {
      state = isWhole ? 'whole' : 'broken';
      news.notify();
    },
    after(seq) {
      if (seq >= lastSeq) return [];
      const first = events[0]?.seq ?? lastSeq + 1;
      if (seq + 1 < first) return null;
      return events.slice(seq + 1 - first, seq + 1 - first + TERMINAL_PAGE_EVENTS);
    },
    state: () => state,
  };
}
