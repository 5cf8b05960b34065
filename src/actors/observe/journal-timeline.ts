import { createStore, type Store } from '@xstate/store';
import type { JournalFile } from '#domain/observe/journal-file';
import type { TapeEnds } from '#machines/observe/journal-player.machine';
import type { Journal } from './journal.ts';
import { createMoments, type Moments } from './journal-snapshots.ts';
import type { LogicOf } from './replay.ts';

/** A journal that is looked at: one that goes on, or a file. */
export interface JournalTape {
  readonly store: Store<JournalFile, { grown: { readonly file: JournalFile } }, never>;
  readonly moments: Moments;
  /** Begins to listen, and ends with the returned function. */
  readonly start: () => () => void;
}

/** The ends of a journal; its start is before its first entry. */
export const tapeEnds = ({ checkpoint, entries }: JournalFile): TapeEnds => {
  const start = checkpoint?.afterSeq ?? (entries[0]?.seq ?? 1) - 1;
  return { start, end: entries.at(-1)?.seq ?? start };
};

/** The journal of this page as it goes on, looked at once a frame at most. */
export function liveTape(
  journal: Pick<Journal, 'watch' | 'entries' | 'checkpoint' | 'header'>,
  { logicOf, onFrame }: { readonly logicOf: LogicOf; readonly onFrame: (run: () => void) => void },
): JournalTape {
  const header = journal.header();
  const now = (): JournalFile => ({ header, checkpoint: journal.checkpoint(), entries: journal.entries(), states: [] });
  const store = tapeStore(now());
  return {
    store,
    moments: createMoments(logicOf),
    start() {
      let isDue = false;
      const unwatch = journal.watch(({ type }) => {
        if (isDue || type === '@xstate.microstep' || type === '@xstate.action') return;
        isDue = true;
        onFrame(() => {
          isDue = false;
          const { entries, checkpoint } = store.getSnapshot().context;
          const file = now();
          // What is shown moves only when something was told.
          if (file.entries.at(-1) !== entries.at(-1) || file.checkpoint !== checkpoint) store.trigger.grown({ file });
        });
      });
      store.trigger.grown({ file: now() });
      return unwatch;
    },
  };
}

/** @param moments prepared, where it is a long one */
export const fileTape = (file: JournalFile, moments: Moments): JournalTape => ({ store: tapeStore(file), moments, start: () => () => {} });

const tapeStore = (file: JournalFile): JournalTape['store'] =>
  createStore({ context: file, on: { grown: (_, { file }: { readonly file: JournalFile }) => file } });
