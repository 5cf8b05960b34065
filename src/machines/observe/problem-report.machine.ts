/**
 * Reports a problem at once, and tells the number to quote. A leaf; lives with the page that stands for broken code.
 * Source: specification §2, "The error page"; journal.md 7.1.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { BrokenCode } from '#domain/observe/problem-report';
import { notProvided } from '../base/not-provided.ts';

export interface ProblemReportInput {
  /** What broke the page; it stands in the journal by being told here. */
  readonly broken: BrokenCode | null;
}

interface ProblemReportContext {
  /** What the server calls the report; empty until it has answered. */
  readonly number: string;
}

export const problemReportMachine = setup({
  types: {
    context: {} as ProblemReportContext,
    events: {} as { readonly type: 'report.retried' },
    input: {} as ProblemReportInput,
    tags: {} as 'busy',
  },
  actors: {
    /** Answers the number. */
    send: fromPromise<string>(notProvided('send')),
  },
  actions: { setNumber: assign({ number: (_, { number }: ProblemReportContext) => number }) },
}).createMachine({
  id: 'problemReport',
  context: { number: '' },
  initial: 'sending',
  states: {
    sending: {
      tags: 'busy',
      invoke: {
        id: 'send',
        src: 'send',
        onDone: { target: 'sent', actions: { type: 'setNumber', params: ({ event }) => ({ number: event.output }) } },
        onError: 'failed',
      },
    },
    sent: {},
    failed: { on: { 'report.retried': 'sending' } },
  },
});

export type ProblemReportRef = ActorRefFrom<typeof problemReportMachine>;

export const selectReportNumber = ({ context }: SnapshotFrom<typeof problemReportMachine>): string => context.number;
type ProblemReportSnapshot = SnapshotFrom<typeof problemReportMachine>;
export const selectProblemReportHasFailed = (snapshot: ProblemReportSnapshot): boolean => snapshot.matches('failed');
