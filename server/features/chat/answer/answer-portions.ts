import { ANSWER_LENGTH, CHAT_BATCH_LENGTH, CHAT_FLUSH_MS } from '../base/limits.ts';
import type { RunEnd } from '../../runs/run-log.ts';
import type { AnswerLog, AnswerLogEvent } from './answer-log.ts';
import { type DraftEvent, type Draft, foldEvents, mergedParts } from './draft.ts';

/** An answer as far as it came, and what of it waits to be stored: it is stored in portions. */
export interface AnswerPortions {
  readonly draft: Draft;
  /** Somebody who followed it had words of it, also where they were taken back afterwards. */
  readonly wasShown: boolean;
  /** By the clock of `performance`; never while nothing waits. */
  readonly flushAtMs: number;
  /** More waits than a portion holds. */
  readonly isFull: boolean;
  add(event: DraftEvent): void;
  /** No more than an answer may have. */
  addText(text: string): void;
  addThinking(text: string): void;
  flush(): Promise<void>;
  /** Stores events beside what waits. */
  append(events: readonly DraftEvent[]): Promise<void>;
  /** Forgets what waits, and everything that was added. */
  takeBack(): void;
  /** Stores what waits, these events and the end. @returns null where somebody else has ended it */
  finish(events: readonly DraftEvent[], end: RunEnd): Promise<readonly AnswerLogEvent[] | null>;
}

interface PortionsOptions {
  readonly runId: number;
  readonly log: AnswerLog;
  /** What stands in the message already. */
  readonly before: Draft;
  readonly written: (events: readonly AnswerLogEvent[]) => void;
}

export function createAnswerPortions({ runId, log, before, written }: PortionsOptions): AnswerPortions {
  let seq = 0;
  let draft = before;
  let waiting: DraftEvent[] = [];
  let waitingLength = 0;
  let flushAtMs = Infinity;
  let wasShown = false;

  function take(): readonly DraftEvent[] {
    const taken = mergedParts(waiting);
    [waiting, waitingLength, flushAtMs] = [[], 0, Infinity];
    return taken;
  }

  async function append(events: readonly DraftEvent[]): Promise<void> {
    for (const event of mergedParts(events)) {
      const stored = await log.append(runId, seq + 1, event);
      if (stored === null) throw new Error('The answer was ended by another server, or is gone');
      seq += 1;
      wasShown ||= event.kind === 'text' || event.kind === 'thinking';
      written([stored]);
    }
  }

  function add(event: DraftEvent): void {
    // Somebody waits for the first words; what comes after them is read more slowly than it is written.
    if (waiting.length === 0) flushAtMs = performance.now() + (wasShown ? CHAT_FLUSH_MS : 0);
    waiting.push(event);
    waitingLength += event.data.length;
    draft = foldEvents([event], draft);
  }

  return {
    get draft() {
      return draft;
    },
    get wasShown() {
      return wasShown;
    },
    get flushAtMs() {
      return flushAtMs;
    },
    get isFull() {
      return waitingLength >= CHAT_BATCH_LENGTH;
    },
    add,
    addText(text) {
      const room = ANSWER_LENGTH - draft.text.length;
      if (text !== '') add({ kind: 'text', data: text.length > room ? text.slice(0, room).toWellFormed() : text });
    },
    addThinking(text) {
      const room = ANSWER_LENGTH - draft.thinking.length;
      if (text !== '' && room > 0) add({ kind: 'thinking', data: text.slice(0, room).toWellFormed() });
    },
    flush: () => append(take()),
    append,
    takeBack() {
      take();
      draft = before;
    },
    finish: (events, end) => log.finish(runId, seq + 1, [...take(), ...events], end),
  };
}
