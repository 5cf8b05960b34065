/**
 * Somebody tells that something goes wrong: what was recorded before is taken at once, then they may write, save and send. A failed
 * sending keeps what was written. Owned by its window. Source: journal.md 7.1.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { BrokenCode, TakenJournal } from '#domain/observe/problem-report';
import { effect } from '../base/effect.ts';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export type ProblemDialogEvent =
  | { readonly type: 'problem.sentenceTyped'; readonly text: string }
  | { readonly type: 'problem.sendRequested' }
  | { readonly type: 'problem.saveRequested' }
  | { readonly type: 'problem.copyRequested' }
  | { readonly type: 'problem.retried' };

export interface ProblemDialogInput {
  /** What broke the page that it was opened from; it stands in the journal by being told here. */
  readonly broken: BrokenCode | null;
}

interface ProblemDialogContext {
  readonly sentence: string;
  /** Facts only; the journal itself would be recorded in the journal. */
  readonly taken: TakenJournal | null;
  readonly number: string;
  readonly failure: Failure | null;
}

export const problemDialogMachine = setup({
  types: {
    context: {} as ProblemDialogContext,
    events: {} as ProblemDialogEvent,
    input: {} as ProblemDialogInput,
    tags: {} as 'busy' | 'failed' | 'editable',
  },
  actors: {
    /** Writes the journal down without anything personal and keeps it for `send` and `saveFile`. */
    take: fromPromise<TakenJournal>(notProvided('take')),
    /** Answers the number. */
    send: fromPromise<string, { readonly sentence: string }>(notProvided('send')),
    copy: fromPromise<void, { readonly number: string }>(notProvided('copy')),
  },
  actions: {
    setTaken: assign({ taken: (_, taken: TakenJournal) => taken }),
    setSentence: assign({ sentence: (_, { text }: { readonly text: string }) => text }),
    setNumber: assign({ number: (_, number: string) => number, failure: null }),
    setFailure: assign(toFailure),
    saveFile: effect(),
  },
}).createMachine({
  id: 'problemDialog',
  context: { sentence: '', taken: null, number: '', failure: null },
  initial: 'taking',
  states: {
    taking: {
      tags: 'busy',
      invoke: {
        id: 'take',
        src: 'take',
        onDone: { target: 'writing', actions: { type: 'setTaken', params: output } },
        onError: 'untaken',
      },
    },
    untaken: { tags: 'failed', on: { 'problem.retried': 'taking' } },
    writing: {
      tags: 'editable',
      initial: 'fresh',
      on: {
        'problem.sentenceTyped': { actions: { type: 'setSentence', params: payload } },
        'problem.saveRequested': { actions: 'saveFile' },
        'problem.sendRequested': 'sending',
      },
      states: { fresh: {}, failed: { tags: 'failed' } },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { sentence } }) => ({ sentence }),
        onDone: { target: 'sent', actions: { type: 'setNumber', params: output } },
        onError: { target: 'writing.failed', actions: SET_FAILURE },
      },
    },
    sent: {
      initial: 'fresh',
      on: { 'problem.copyRequested': '.copying' },
      states: {
        fresh: {},
        copying: {
          invoke: { id: 'copy', src: 'copy', input: ({ context: { number } }) => ({ number }), onDone: 'copied', onError: 'uncopied' },
        },
        copied: {},
        /** The browser does not let pages copy; the number can be marked by hand. */
        uncopied: {},
      },
    },
  },
});

export type ProblemDialogRef = ActorRefFrom<typeof problemDialogMachine>;
export type ProblemDialogSnapshot = SnapshotFrom<typeof problemDialogMachine>;
export const selectTaken = ({ context }: ProblemDialogSnapshot): TakenJournal | null => context.taken;
export const selectSentence = ({ context }: ProblemDialogSnapshot): string => context.sentence;
export const selectProblemNumber = ({ context }: ProblemDialogSnapshot): string => context.number;
export const selectProblemFailure = ({ context }: ProblemDialogSnapshot): Failure | null => context.failure;
export const selectProblemDialogIsTaking = (snapshot: ProblemDialogSnapshot): boolean => snapshot.matches('taking');
export const selectProblemDialogIsSending = (snapshot: ProblemDialogSnapshot): boolean => snapshot.matches('sending');
export const selectProblemDialogIsUntaken = (snapshot: ProblemDialogSnapshot): boolean => snapshot.matches('untaken');
export const selectProblemDialogIsCopied = (snapshot: ProblemDialogSnapshot): boolean => snapshot.matches({ sent: 'copied' });
export const selectProblemDialogIsUncopied = (snapshot: ProblemDialogSnapshot): boolean => snapshot.matches({ sent: 'uncopied' });
export const selectProblemDialogIsSent = (snapshot: ProblemDialogSnapshot): boolean => snapshot.matches('sent');
