/**
 * Which journal lies on the desk: that of this page, which goes on, or a file that somebody brought. A leaf; lives with its page. The
 * files and what was read of them are beside it, in `src/actors/observe/journal-viewer.actors.ts`.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { JournalFlaw } from '#domain/observe/journal-file';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import type { ChosenFile } from '../files/upload.machine.ts';

/** A file that was read, and what its first line says. */
export interface JournalOnDesk {
  /** Under which the desk keeps it. */
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

export type ReadOutcome = { readonly journal: JournalOnDesk } | { readonly refusal: Omit<JournalRefusal, 'name'> };

export type DeskEvent =
  | { readonly type: 'desk.fileChosen'; readonly file: ChosenFile }
  | { readonly type: 'desk.liveRequested' }
  | { readonly type: 'desk.refusalDismissed' };

export interface ReadJournalTask {
  readonly file: ChosenFile | null;
}

interface DeskContext extends ReadJournalTask {
  /** Null where the page's own lies on the desk. */
  readonly journal: JournalOnDesk | null;
  readonly refusal: JournalRefusal | null;
}

export const journalDeskMachine = setup({
  types: { context: {} as DeskContext, events: {} as DeskEvent, tags: {} as 'busy' | 'refused' },
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
  id: 'journalDesk',
  context: { file: null, journal: null, refusal: null },
  initial: 'live',
  on: { 'desk.fileChosen': { target: '.reading', actions: ['clearRefusal', { type: 'setFile', params: payload }] } },
  states: {
    live: {
      initial: 'open',
      states: {
        open: {},
        refused: { tags: 'refused', on: { 'desk.refusalDismissed': { target: 'open', actions: 'clearRefusal' } } },
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
      on: { 'desk.liveRequested': { target: 'live', actions: ['clearJournal', 'clearRefusal'] } },
      states: {
        open: {},
        refused: { tags: 'refused', on: { 'desk.refusalDismissed': { target: 'open', actions: 'clearRefusal' } } },
      },
    },
  },
});

export type JournalDeskRef = ActorRefFrom<typeof journalDeskMachine>;
type DeskSnapshot = SnapshotFrom<typeof journalDeskMachine>;
export const selectJournalOnDesk = ({ context }: DeskSnapshot): JournalOnDesk | null => context.journal;
export const selectJournalRefusal = ({ context }: DeskSnapshot): JournalRefusal | null => context.refusal;
