/**
 * Which journal is looked at: that of this page, which goes on, or a file that somebody brought. A leaf; lives with its page. The
 * files and what was read of them are beside it, in `src/actors/observe/journal-viewer.actors.ts`.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { JournalFlaw } from '#domain/observe/journal-file';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import type { ChosenFile } from '../files/upload.machine.ts';

/** A file that was read, and what its first line says. */
export interface OpenedJournal {
  /** Under which `src/actors/observe/journal-viewer.actors.ts` keeps it. */
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly entries: number;
  readonly app: string;
  readonly build: string;
  readonly language: string;
  /** Unix time in seconds. */
  readonly startedAt: number;
  readonly isAnonymous: boolean;
  /** Ids of the machines that were others when it was written. */
  readonly changed: readonly string[];
}

/** Why a file is no journal; `line` is 0 where none is to blame. */
export interface JournalRefusal {
  readonly name: string;
  readonly flaw: JournalFlaw | 'tooLarge' | 'unreadable';
  readonly line: number;
}

export type ReadOutcome = { readonly journal: OpenedJournal } | { readonly refusal: Omit<JournalRefusal, 'name'> };

export type JournalViewerEvent =
  | { readonly type: 'viewer.fileChosen'; readonly file: ChosenFile }
  | { readonly type: 'viewer.liveRequested' }
  | { readonly type: 'viewer.refusalDismissed' };

export interface ReadJournalTask {
  readonly file: ChosenFile | null;
}

interface JournalViewerContext extends ReadJournalTask {
  /** Null where it is the page's own. */
  readonly journal: OpenedJournal | null;
  readonly refusal: JournalRefusal | null;
}

export const journalViewerMachine = setup({
  types: { context: {} as JournalViewerContext, events: {} as JournalViewerEvent, tags: {} as 'busy' | 'refused' },
  actors: { readFile: fromPromise<ReadOutcome, ReadJournalTask>(notProvided('readFile')) },
  guards: {
    isRead: (_, outcome: ReadOutcome) => 'journal' in outcome,
    hasJournal: ({ context }) => context.journal !== null,
  },
  actions: {
    setFile: assign({ file: (_, { file }: { readonly file: ChosenFile }) => file }),
    setJournal: assign((_, outcome: ReadOutcome) => ('journal' in outcome ? { journal: outcome.journal } : {})),
    setRefusal: assign(({ context: { file } }, outcome: ReadOutcome) =>
      'refusal' in outcome ? { refusal: { name: file?.name ?? '', ...outcome.refusal } } : {},
    ),
    refuseUnreadable: assign({ refusal: ({ context: { file } }) => ({ name: file?.name ?? '', flaw: 'unreadable' as const, line: 0 }) }),
    clearJournal: assign({ journal: null }),
    clearRefusal: assign({ refusal: null }),
  },
}).createMachine({
  id: 'journalViewer',
  context: { file: null, journal: null, refusal: null },
  initial: 'live',
  on: { 'viewer.fileChosen': { target: '.reading', actions: ['clearRefusal', { type: 'setFile', params: payload }] } },
  states: {
    live: {
      initial: 'open',
      states: {
        open: {},
        refused: { tags: 'refused', on: { 'viewer.refusalDismissed': { target: 'open', actions: 'clearRefusal' } } },
      },
    },
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context: { file } }) => ({ file }),
        onDone: [
          {
            guard: { type: 'isRead', params: output },
            target: 'imported',
            actions: { type: 'setJournal', params: output },
          },
          {
            guard: 'hasJournal',
            target: 'imported.refused',
            actions: { type: 'setRefusal', params: output },
          },
          { target: 'live.refused', actions: { type: 'setRefusal', params: output } },
        ],
        onError: [
          { guard: 'hasJournal', target: 'imported.refused', actions: 'refuseUnreadable' },
          { target: 'live.refused', actions: 'refuseUnreadable' },
        ],
      },
    },
    imported: {
      initial: 'open',
      on: { 'viewer.liveRequested': { target: 'live', actions: ['clearJournal', 'clearRefusal'] } },
      states: {
        open: {},
        refused: { tags: 'refused', on: { 'viewer.refusalDismissed': { target: 'open', actions: 'clearRefusal' } } },
      },
    },
  },
});

export type JournalViewerRef = ActorRefFrom<typeof journalViewerMachine>;
type JournalViewerSnapshot = SnapshotFrom<typeof journalViewerMachine>;
export const selectOpenedJournal = ({ context }: JournalViewerSnapshot): OpenedJournal | null => context.journal;
export const selectJournalRefusal = ({ context }: JournalViewerSnapshot): JournalRefusal | null => context.refusal;
