import { createStore, type Store } from '@xstate/store';
import type { JournalFile } from '#domain/observe/journal-file';
import type { TapeEnds } from '#machines/observe/journal-player.machine';
import type { Journal } from './journal.ts';
import { createJournalSnapshots, type JournalSnapshots } from './journal-snapshots.ts';
import type { LogicOf } from './replay.ts';

/** A journal that is looked at: one that goes on, or a file. */
export interface JournalTimeline {
  readonly store: Store<JournalFile, { grown: { readonly file: JournalFile } }, never>;
  readonly snapshots: JournalSnapshots;
  /** Begins to listen, and ends with the returned function. */
  readonly start: () => () => void;
}

/** The ends of a journal; its start is before its first entry. */
export const timelineEnds = ({ checkpoint, entries }: JournalFile): TapeEnds => {
  const start = checkpoint?.afterSeq ?? (entries[0]?.seq ?? 1) - 1;
  return { start, end: entries.at(-1)?.seq ?? start };
};

/** The journal of this page as it goes on, looked at once a frame at most. */
export function liveTimeline(
  journal: Pick<Journal, 'watch' | 'entries' | 'checkpoint' | 'header'>,
  { logicOf, onFrame }: { readonly logicOf: LogicOf; readonly onFrame: (run: () => void) => void },
): JournalTimeline {
  const header = journal.header();
  const now = (): JournalFile => ({ header, checkpoint: journal.checkpoint(), entries: journal.entries(), states: [] });
  const store = timelineStore(now());
  return {
    store,
    snapshots: createJournalSnapshots(logicOf),
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

/** @param snapshots prepared, where it is a long one */
export const fileTimeline = (file: JournalFile, snapshots: JournalSnapshots): JournalTimeline => ({
  store: timelineStore(file),
  snapshots,
  start: () => () => {},
});

const timelineStore = (file: JournalFile): JournalTimeline['store'] =>
  createStore({ context: file, on: { grown: (_, { file }: { readonly file: JournalFile }) => file } });
