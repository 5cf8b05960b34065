/**
 * The archive of all that is kept of a member, from the wish to the file: it is made elsewhere, and looked at until it is ready. A leaf of
 * the page of the member's own data. Source: open content, "Member centre".
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { FailureError, type Failure } from '#domain/base/failure';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

/** The newest archive, as the server has it. */
export interface ExportInfo {
  readonly state: 'none' | 'queued' | 'making' | 'ready' | 'expired' | 'failed';
  /** What it is fetched by; null where there is none. */
  readonly uuid: string | null;
  readonly sizeBytes: number | null;
  /** Unix seconds: until when it can be fetched. */
  readonly expireTime: number | null;
  /** While it is made: how many of its parts are in it; null where nobody has said. */
  readonly progress: { readonly done: number; readonly total: number } | null;
}

export type DataExportEvent = { readonly type: `dataExport.${'requested' | 'retried' | 'fetchRequested' | 'fetchCancelled'}` };

interface DataExportContext {
  readonly info: ExportInfo | null;
  readonly failure: Failure | null;
}

const SET_INFO = { type: 'setInfo', params: output } as const;
const found = (state: ExportInfo['state']) =>
  ({
    guard: { type: 'is', params: ({ event }: { readonly event: { readonly output: ExportInfo } }) => ({ info: event.output, state }) },
    actions: SET_INFO,
  }) as const;

/** Where an archive stands that cannot be had leads to a state. */
const UNREADY = [
  { ...found('none'), target: '#dataExport.none' },
  { ...found('queued'), target: '#dataExport.underWay' },
  { ...found('making'), target: '#dataExport.underWay' },
  { ...found('expired'), target: '#dataExport.expired' },
  { actions: SET_INFO, target: '#dataExport.failed' },
] as const;
const READY = { ...found('ready'), target: '#dataExport.ready' } as const;
const JUDGED = [READY, ...UNREADY] as const;

export const dataExportMachine = setup({
  types: {
    context: {} as DataExportContext,
    events: {} as DataExportEvent,
    tags: {} as 'busy' | 'underWay',
  },
  actors: {
    readExport: fromPromise<ExportInfo>(notProvided('readExport')),
    requestExport: fromPromise<ExportInfo>(notProvided('requestExport')),
    /** Hands the file to the browser for saving. */
    fetchExport: fromPromise<void, { readonly uuid: string }>(notProvided('fetchExport')),
  },
  delays: { pace: 2000 },
  guards: {
    is: (_, { info, state }: { readonly info: ExportInfo; readonly state: ExportInfo['state'] }) => info.state === state,
    /** Nobody has answered: a moment later somebody may. */
    isLineDown: (_, { error }: { readonly error: unknown }) =>
      error instanceof FailureError && (error.failure.kind === 'unreachable' || error.failure.kind === 'timeout'),
  },
  actions: {
    setInfo: assign({ info: (_, info: ExportInfo) => info, failure: null }),
    renewInfo: assign({ info: (_, info: ExportInfo) => info }),
    clearFailure: assign({ failure: null }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'dataExport',
  context: { info: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: { id: 'readExport', src: 'readExport', onDone: JUDGED, onError: { target: 'loadFailed', actions: SET_FAILURE } },
    },
    loadFailed: { on: { 'dataExport.retried': 'loading' } },
    none: { on: { 'dataExport.requested': { target: 'requesting', actions: 'clearFailure' } } },
    requesting: {
      tags: 'busy',
      invoke: { id: 'requestExport', src: 'requestExport', onDone: JUDGED, onError: { target: 'none', actions: SET_FAILURE } },
    },
    /** Waited for, or being made. */
    underWay: {
      tags: 'underWay',
      initial: 'resting',
      states: {
        resting: { after: { pace: 'looking' } },
        looking: {
          invoke: {
            id: 'look',
            src: 'readExport',
            onDone: JUDGED,
            onError: [
              { guard: { type: 'isLineDown', params: errorOf }, target: 'resting' },
              { target: '#dataExport.loadFailed', actions: SET_FAILURE },
            ],
          },
        },
      },
    },
    ready: { on: { 'dataExport.fetchRequested': { target: 'fetching', actions: 'clearFailure' } } },
    fetching: {
      tags: 'busy',
      on: { 'dataExport.fetchCancelled': 'ready' },
      invoke: {
        id: 'fetchExport',
        src: 'fetchExport',
        input: ({ context: { info } }) => ({ uuid: info?.uuid ?? '' }),
        onDone: 'ready',
        onError: { target: 'checking', actions: SET_FAILURE },
      },
    },
    /** It may have expired meanwhile, or its file have gone: what failed is told only of one that can still be had. */
    checking: {
      tags: 'busy',
      invoke: {
        id: 'check',
        src: 'readExport',
        onDone: [{ ...READY, actions: { type: 'renewInfo', params: output } }, ...UNREADY],
        onError: 'ready',
      },
    },
    expired: { on: { 'dataExport.requested': { target: 'requesting', actions: 'clearFailure' } } },
    /** Nobody believes in it any more. */
    failed: { on: { 'dataExport.requested': { target: 'requesting', actions: 'clearFailure' } } },
  },
});

export type DataExportRef = ActorRefFrom<typeof dataExportMachine>;
export type DataExportSnapshot = SnapshotFrom<typeof dataExportMachine>;
export const selectExportInfo = ({ context }: DataExportSnapshot): ExportInfo | null => context.info;
export const selectExportFailure = ({ context }: DataExportSnapshot): Failure | null => context.failure;
export const selectDataExportIsLoading = (snapshot: DataExportSnapshot): boolean => snapshot.matches('loading');
export const selectDataExportIsFetching = (snapshot: DataExportSnapshot): boolean => snapshot.matches('fetching');
const THERE = ['ready', 'checking', 'fetching'] as const;
export const selectDataExportIsRequesting = (snapshot: DataExportSnapshot): boolean => snapshot.matches('requesting');
const STAGES = ['expired', 'failed', 'loadFailed'] as const;
/** Why there is no archive and none comes; nothing where one is there, or under way. */
export const selectDataExportStage = (snapshot: DataExportSnapshot): (typeof STAGES)[number] | undefined =>
  STAGES.find((stage) => snapshot.matches(stage));
export const selectIsExportThere = (snapshot: DataExportSnapshot): boolean => THERE.some((state) => snapshot.matches(state));
