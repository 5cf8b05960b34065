import { fromCallback, fromPromise } from 'xstate';
import { countUntil, entryBeside, pauseMs, shownEntries } from '#domain/observe/journal-filter';
import { journalPlayerMachine } from '#machines/observe/journal-player.machine';
import { timelineEnds, type JournalTimeline } from './journal-timeline.ts';

/** @param wait resolves after so many milliseconds, or when it is given up */
export const journalPlayerLogic = (
  { store }: Pick<JournalTimeline, 'store'>,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = waited,
): typeof journalPlayerMachine =>
  journalPlayerMachine.provide({
    actors: {
      watchTape: fromCallback(({ sendBack }) => {
        const tell = () => sendBack({ type: 'tape.changed', ...timelineEnds(store.getSnapshot().context) });
        const growth = store.subscribe(tell);
        // A view is drawn before its actor starts: more may have come meanwhile.
        tell();
        return () => growth.unsubscribe();
      }),
      awaitNext: fromPromise(async ({ input: { seq, speed, filter }, signal }) => {
        const { entries } = store.getSnapshot().context;
        const next = entryBeside(shownEntries(entries, filter), seq, 1);
        if (!next) return null;
        const now = entries[countUntil(entries, seq) - 1] ?? next;
        await wait(pauseMs(now.at, next.at, speed), signal);
        return next.seq;
      }),
    },
  });

const waited = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
