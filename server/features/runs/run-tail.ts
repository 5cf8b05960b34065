import { RUN_PAGE_EVENTS, RUN_TAIL_EVENTS, RUN_TAIL_LENGTH } from '../../base/limits.ts';
import { type Signal, createSignal } from './signal.ts';
import type { LoggedEvent } from './run-log.ts';

/** The newest events of a run that this server records, for everybody here who follows it: they ask the database for older ones only. */
export interface RunTail<Kind extends string = string> {
  /** Rings with each event of this run, and with its end. */
  readonly news: Signal;
  push(events: readonly LoggedEvent<Kind>[]): void;
  /** Nothing comes any more. @param isWhole whether what was pushed goes to the run's last event */
  close(isWhole: boolean): void;
  /** A portion of the events behind a number; null where they are no longer all here. */
  after(seq: number): readonly LoggedEvent<Kind>[] | null;
  /** `open` while events may come; `broken` where the log knows more of the end. */
  state(): 'open' | 'whole' | 'broken';
}

export function createRunTail<Kind extends string>(): RunTail<Kind> {
  const news = createSignal();
  let events: LoggedEvent<Kind>[] = [];
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
      while (events.length > RUN_TAIL_EVENTS || (length > RUN_TAIL_LENGTH && events.length > 1)) {
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
      return events.slice(seq + 1 - first, seq + 1 - first + RUN_PAGE_EVENTS);
    },
    state: () => state,
  };
}
