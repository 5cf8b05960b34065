/**
 * Records on their way in from a file: choosing it, matching its columns, a dry run that writes nothing, then one write that succeeds
 * for all rows or for none. Until that is done it can be cancelled, and then adds nothing. Lives with the list's button; closing its window gives everything up but the
 * write itself, which is found there again. Source: wire protocol §4.7; security.md rules 31, 33.
 */
import { assign, fromPromise, or, sendTo, setup, stateIn, type ActorRefFrom, type DoneActorEvent, type SnapshotFrom } from 'xstate';
import { failureOf } from '#domain/base/failure';
import type { ColumnMatch, ImportGlimpse, Verification } from '#domain/table/import-file';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import type { ChosenFile } from '../files/upload.machine.ts';
import {
  askedIn,
  isRefusal,
  type CancelTask,
  type ImportContext,
  type ImportEvent,
  type ImportInput,
  type ImportTask,
  type Labels,
  type ReadTask,
  type RefusedTask,
} from './import.vocabulary.ts';

/** Whether it was not done yet. */
type Cancelled = { readonly isCancelled: boolean };

type Read = { readonly glimpse: ImportGlimpse; readonly match: ColumnMatch };

/** Keeps the rows out that were sent under the key, or hears that they are there. */
const CANCELLING = {
  id: 'cancelImport',
  src: 'cancelImport',
  input: ({ context: { resource, key } }: { readonly context: Pick<ImportContext, 'resource' | 'key'> }) => ({ resource, key }),
} as const;
const CANCELLED = {
  guard: { type: 'isCancelled', params: ({ event }: { readonly event: DoneActorEvent<Cancelled> }) => event.output },
  target: '#import.cancelled',
  actions: 'clearFailure',
} as const;

export const importMachine = setup({
  types: {
    context: {} as ImportContext,
    events: {} as ImportEvent,
    input: {} as ImportInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    readFile: fromPromise<Read, ReadTask>(notProvided('readFile')),
    verify: fromPromise<Verification, Omit<ImportTask, 'key'>>(notProvided('verify')),
    importRows: fromPromise<void, ImportTask>(notProvided('importRows')),
    cancelImport: fromPromise<Cancelled, CancelTask>(notProvided('cancelImport')),
    /** Lets the browser save a file with the refused rows of the chosen one. */
    saveRefused: fromPromise<void, RefusedTask>(notProvided('saveRefused')),
  },
  guards: {
    isCancelled: (_, { isCancelled }: Cancelled) => isCancelled,
    hasFailed: ({ context }) => context.failure !== null,
    isAnswered: ({ context }, { error }: { readonly error: unknown }) => isRefusal(context, failureOf(error)),
    /** The rows were refused, so that none was added. Any other failure may have come after they were. */
    wasRefused: ({ context }) => isRefusal(context, context.failure),
    /** Somebody has asked for its end: the answer to that says what its own end means. */
    isStopping: stateIn({ importing: 'stopping' }),
    isLate: stateIn({ importing: 'late' }),
    hasColumns: ({ context }) => context.match.some((field) => field !== null),
    /** Other rows of the file can be added. */
    hasOthers: ({ context }) => (context.verification?.count ?? 0) > 0,
    isRefused: (_, { verification }: { readonly verification: Verification }) => verification.refusedRows > 0,
  },
  actions: {
    setFile: assign((_, { file, labels }: { readonly file: ChosenFile; readonly labels: Labels }) => ({
      file,
      labels,
      glimpse: null,
      match: [],
      verification: null,
      failure: null,
    })),
    setRead: assign((_, { glimpse, match }: Read) => ({ glimpse, match })),
    /** A field is filled by one column: another that did loses it. */
    setMatch: assign(({ context }, { index, field }: { readonly index: number; readonly field: string | null }) => ({
      match: context.match.map((had, place) => (place === index ? field : had === field ? null : had)),
      failure: null,
    })),
    setVerification: assign((_, verification: Verification) => ({ verification, failure: null })),
    /** Rows that were refused stay in the file; the others are looked at once more, as those may have been what they name. */
    leaveRefusedOut: assign({
      leftOut: ({ context: { leftOut, verification } }) => [
        ...new Set([...leftOut, ...(verification?.refused ?? []).map(({ line }) => line)]),
      ],
    }),
    takeAll: assign({ leftOut: [] }),
    clearFile: assign({ file: null, glimpse: null, match: [], verification: null, key: '', failure: null, isUnsure: false }),
    setKey: assign({ key: (_, { key }: { readonly key: string }) => key, isUnsure: false }),
    setUnsure: assign({ isUnsure: true }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
    refreshList: sendTo(({ context }) => context.list, { type: 'collection.refreshed' }),
    /** An empty file with the fields' labels; `src/actors` hands it to the browser. */
    saveTemplate: (_context, _params: Pick<ImportContext, 'resource' | 'labels'> & { readonly name: string }) => {},
  },
}).createMachine({
  id: 'import',
  context: ({ input }) => ({
    ...input,
    labels: {},
    file: null,
    glimpse: null,
    match: [],
    verification: null,
    leftOut: [],
    key: '',
    failure: null,
    isUnsure: false,
  }),
  initial: 'choosing',
  on: { 'import.closed': { target: '.choosing', actions: 'clearFile' } },
  states: {
    choosing: {
      initial: 'open',
      on: {
        'import.fileChosen': { target: 'reading', actions: { type: 'setFile', params: payload } },
        'import.templateRequested': {
          actions: {
            type: 'saveTemplate',
            params: ({ context: { resource }, event: { name, labels } }) => ({ resource, labels, name }),
          },
        },
      },
      states: { open: {}, failed: { tags: 'failed' } },
    },
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context: { resource, labels, file } }) => ({ resource, labels, file }),
        onDone: {
          target: 'matching',
          actions: { type: 'setRead', params: ({ event }: { readonly event: DoneActorEvent<Read> }) => event.output },
        },
        onError: { target: 'choosing.failed', actions: SET_FAILURE },
      },
    },
    matching: {
      entry: 'takeAll',
      initial: 'open',
      on: {
        'import.fileChosen': { target: 'reading', actions: { type: 'setFile', params: payload } },
        'import.columnMatched': { target: '.open', actions: { type: 'setMatch', params: payload } },
        'import.verifyRequested': { guard: 'hasColumns', target: 'verifying', actions: 'clearFailure' },
      },
      states: { open: {}, failed: { tags: 'failed' } },
    },
    verifying: {
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context: { resource, file, match, leftOut } }) => ({ resource, file, match, leftOut }),
        onDone: [
          {
            guard: {
              type: 'isRefused',
              params: ({ event }: { readonly event: DoneActorEvent<Verification> }) => ({ verification: event.output }),
            },
            target: 'reviewing',
            actions: { type: 'setVerification', params: output },
          },
          { target: 'verified', actions: { type: 'setVerification', params: output } },
        ],
        onError: { target: 'matching.failed', actions: SET_FAILURE },
      },
      on: { 'import.returned': 'matching' },
    },
    reviewing: {
      initial: 'open',
      on: {
        'import.fileChosen': { target: 'reading', actions: { type: 'setFile', params: payload } },
        'import.returned': { target: 'matching', actions: 'clearFailure' },
        'import.othersChosen': { guard: 'hasOthers', target: 'verifying', actions: ['leaveRefusedOut', 'clearFailure'] },
      },
      states: {
        open: { on: { 'import.refusedRequested': 'saving' } },
        saving: {
          invoke: {
            id: 'saveRefused',
            src: 'saveRefused',
            input: ({ context: { labels, file, verification }, event }) => ({
              labels,
              file,
              refused: verification?.refused ?? [],
              ...askedIn(event),
            }),
            onDone: 'open',
            onError: { target: 'failed', actions: SET_FAILURE },
          },
        },
        failed: { tags: 'failed', on: { 'import.refusedRequested': { target: 'saving', actions: 'clearFailure' } } },
      },
    },
    verified: {
      on: {
        'import.returned': 'matching',
        'import.confirmed': { target: 'importing', actions: { type: 'setKey', params: payload } },
      },
    },
    importing: {
      tags: 'busy',
      // It goes on, and can still be cancelled from the window that is opened again.
      on: { 'import.closed': {} },
      invoke: {
        id: 'importRows',
        src: 'importRows',
        input: ({ context: { resource, file, match, leftOut, key } }) => ({ resource, file, match, leftOut, key }),
        onDone: [{ guard: or(['isStopping', 'isLate']), target: 'imported.late', actions: 'clearFailure' }, { target: 'imported' }],
        onError: [
          { guard: 'isStopping', actions: SET_FAILURE },
          { guard: { type: 'isAnswered', params: errorOf }, target: 'failed', actions: SET_FAILURE },
          { target: 'unanswered', actions: SET_FAILURE },
        ],
      },
      initial: 'running',
      states: {
        running: { on: { 'import.cancelRequested': 'stopping' } },
        stopping: {
          invoke: {
            ...CANCELLING,
            onDone: [
              CANCELLED,
              { guard: 'wasRefused', target: '#import.failed' },
              { guard: 'hasFailed', target: '#import.imported.found', actions: 'clearFailure' },
              { target: 'late' },
            ],
            onError: [
              { guard: 'wasRefused', target: '#import.failed' },
              { guard: 'hasFailed', target: '#import.unanswered' },
              { target: 'notStopped' },
            ],
          },
        },
        /** Nobody could be asked: it goes on. */
        notStopped: { on: { 'import.cancelRequested': 'stopping' } },
        /** Everything was added already; only the answer is missing. */
        late: {},
      },
    },
    /** Nothing was added, as somebody wanted it. */
    cancelled: {
      on: {
        'import.fileChosen': { target: 'reading', actions: { type: 'setFile', params: payload } },
        'import.returned': 'matching',
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'import.retried': { target: 'importing', actions: 'clearFailure' },
        'import.returned': { target: 'matching', actions: 'clearFailure' },
      },
    },
    /**
     * The rows may have been added. Until that is known the file is kept with its key: sent again it adds none twice, and cancelling tells
     * whether they are there.
     */
    unanswered: {
      tags: 'failed',
      entry: ['refreshList', 'setUnsure'],
      on: { 'import.closed': {}, 'import.retried': { target: 'importing', actions: 'clearFailure' } },
      initial: 'open',
      states: {
        open: { on: { 'import.cancelRequested': 'asking' } },
        asking: {
          invoke: {
            ...CANCELLING,
            onDone: [CANCELLED, { target: '#import.imported.found', actions: 'clearFailure' }],
            onError: { target: 'open', actions: SET_FAILURE },
          },
        },
      },
    },
    imported: {
      entry: 'refreshList',
      initial: 'done',
      // The others where somebody wanted it cancelled and came too late, the last without an answer to what was sent.
      states: { done: {}, late: {}, found: {} },
      on: { 'import.fileChosen': { target: 'reading', actions: { type: 'setFile', params: payload } } },
    },
  },
});

export type ImportRef = ActorRefFrom<typeof importMachine>;
export type ImportSnapshot = SnapshotFrom<typeof importMachine>;
export const selectImport = ({ context }: ImportSnapshot): ImportContext => context;
/** Within the page: how far cancelling has come, and whether it came too late. */
export const selectImportStage = ({ value }: ImportSnapshot): string => (typeof value === 'string' ? '' : (Object.values(value)[0] ?? ''));
/** Which of the dialog's pages is open. */
export const selectImportStep = ({ value }: ImportSnapshot): string => (typeof value === 'string' ? value : (Object.keys(value)[0] ?? ''));
