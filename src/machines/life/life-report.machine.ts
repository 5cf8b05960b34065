/** How long records of a section stayed in their states, of the last weeks. Owned by the view that shows it; what was shown stays while another time is read. */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { LifeReport, ReportWords } from '#domain/life/life-report';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export const REPORT_WEEKS = [4, 12, 26] as const;
export type ReportWeeks = (typeof REPORT_WEEKS)[number];

export type LifeReportEvent =
  | { readonly type: 'report.weeksChosen'; readonly weeks: ReportWeeks }
  | { readonly type: 'report.retried' }
  /** As a file of commas. */
  | { readonly type: 'report.fileRequested'; readonly words: ReportWords };

export interface LifeReportInput {
  readonly resource: string;
}

export interface ReportRequest extends LifeReportInput {
  readonly weeks: ReportWeeks;
}

export interface ReportFile extends LifeReportInput {
  readonly report: LifeReport | null;
  readonly words: ReportWords | null;
}

interface LifeReportContext extends ReportRequest {
  /** null before the first answer. */
  readonly report: LifeReport | null;
  readonly words: ReportWords | null;
  readonly failure: Failure | null;
}

export const lifeReportMachine = setup({
  types: { context: {} as LifeReportContext, events: {} as LifeReportEvent, input: {} as LifeReportInput, tags: {} as 'busy' },
  actors: {
    loadReport: fromPromise<LifeReport, ReportRequest>(notProvided('loadReport')),
    saveReport: fromPromise<void, ReportFile>(notProvided('saveReport')),
  },
  actions: {
    setWeeks: assign({ weeks: (_, { weeks }: { readonly weeks: ReportWeeks }) => weeks }),
    setReport: assign((_, report: LifeReport) => ({ report, failure: null })),
    setWords: assign({ words: (_, { words }: { readonly words: ReportWords }) => words }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'lifeReport',
  context: ({ input }) => ({ ...input, weeks: 12, report: null, words: null, failure: null }),
  initial: 'loading',
  on: { 'report.weeksChosen': { target: '.loading', reenter: true, actions: { type: 'setWeeks', params: payload } } },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadReport',
        src: 'loadReport',
        input: ({ context: { resource, weeks } }) => ({ resource, weeks }),
        onDone: { target: 'shown', actions: { type: 'setReport', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    shown: { on: { 'report.fileRequested': { target: 'saving', actions: { type: 'setWords', params: payload } } } },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveReport',
        src: 'saveReport',
        input: ({ context: { resource, report, words } }) => ({ resource, report, words }),
        onDone: 'shown',
        onError: { target: 'unsaved', actions: SET_FAILURE },
      },
    },
    /** What was read is there: only its file is not. */
    unsaved: {
      on: { 'report.retried': 'saving', 'report.fileRequested': { target: 'saving', actions: { type: 'setWords', params: payload } } },
    },
    failed: { on: { 'report.retried': 'loading' } },
  },
});

export type LifeReportRef = ActorRefFrom<typeof lifeReportMachine>;
type LifeReportSnapshot = SnapshotFrom<typeof lifeReportMachine>;
export const selectReport = ({ context }: LifeReportSnapshot): LifeReport | null => context.report;
export const selectReportWeeks = ({ context }: LifeReportSnapshot): ReportWeeks => context.weeks;
export const selectReportFailure = (snapshot: LifeReportSnapshot): Failure | null =>
  snapshot.matches('failed') || snapshot.matches('unsaved') ? snapshot.context.failure : null;
export const selectLifeReportIsUnsaved = (snapshot: LifeReportSnapshot): boolean => snapshot.matches('unsaved');
