/**
 * A list on its way into a file: what it shall be like, then the download. Lives with its dialog; closing that gives the download up.
 * Source: wire protocol §4.1; security.md rules 10, 13–15.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type DoneActorEvent, type SnapshotFrom } from 'xstate';
import type { ExportFormat } from '#domain/table/export-columns';
import type { Failure } from '#domain/base/failure';
import type { CollectionQuery } from '#domain/table/resource-query';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { payload } from '../base/payload.ts';

/** All that the list finds, or the chosen records of it. */
export type ExportScope = 'found' | 'chosen';

export interface ExportWish {
  readonly resource: string;
  /** The list as it was when the dialog opened. */
  readonly query: CollectionQuery;
  readonly ids: readonly number[];
  readonly format: ExportFormat;
  readonly scope: ExportScope;
  /** Fields in the order of the file's columns. */
  readonly columns: readonly string[];
}

export interface ExportedFile {
  readonly name: string;
  readonly rows: number;
  readonly sizeBytes: number;
}

/** Rows of the file that have come, and all that will; null where the server does not say. */
type RowsDone = { readonly done: number; readonly of: number } | null;

/** From the running download: what has come. */
type DownloadProgress = { readonly type: 'download.advanced'; readonly bytes: number; readonly rows: RowsDone };

export type ExportEvent =
  | { readonly type: 'export.formatChosen'; readonly format: ExportFormat }
  | { readonly type: 'export.scopeChosen'; readonly scope: ExportScope }
  | { readonly type: 'export.columnsChosen'; readonly columns: readonly string[] }
  | { readonly type: 'export.requested' }
  | { readonly type: 'export.cancelled' }
  | DownloadProgress;

export interface DownloadTask {
  readonly wish: ExportWish;
  readonly owner: Owner<DownloadProgress>;
}

interface ExportContext extends ExportWish {
  readonly bytes: number;
  readonly rows: RowsDone;
  readonly file: ExportedFile | null;
  readonly failure: Failure | null;
}

export const exportMachine = setup({
  types: {
    context: {} as ExportContext,
    events: {} as ExportEvent,
    input: {} as Omit<ExportWish, 'format' | 'scope'>,
    tags: {} as 'busy' | 'failed' | 'saved',
  },
  actors: {
    /** Brings the file and hands it to the browser for saving. */
    download: fromPromise<ExportedFile, DownloadTask>(notProvided('download')),
  },
  guards: {
    hasColumns: ({ context }) => context.columns.length > 0,
    hasChosen: ({ context }, params: { readonly scope: ExportScope }) => params.scope === 'found' || context.ids.length > 0,
  },
  actions: {
    setFormat: assign({ format: (_, params: { readonly format: ExportFormat }) => params.format }),
    setScope: assign({ scope: (_, params: { readonly scope: ExportScope }) => params.scope }),
    setColumns: assign({ columns: (_, params: { readonly columns: readonly string[] }) => params.columns }),
    start: assign({ bytes: 0, rows: null, file: null, failure: null }),
    setProgress: assign((_, { bytes, rows }: { readonly bytes: number; readonly rows: RowsDone }) => ({ bytes, rows })),
    setFile: assign({ file: (_, params: { readonly file: ExportedFile }) => params.file }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'export',
  context: ({ input }) => ({
    ...input,
    format: 'csv',
    scope: input.ids.length > 0 ? 'chosen' : 'found',
    bytes: 0,
    rows: null,
    file: null,
    failure: null,
  }),
  initial: 'choosing',
  states: {
    choosing: {
      initial: 'ready',
      on: {
        'export.formatChosen': { target: '.ready', actions: { type: 'setFormat', params: payload } },
        'export.scopeChosen': {
          guard: { type: 'hasChosen', params: payload },
          target: '.ready',
          actions: { type: 'setScope', params: payload },
        },
        'export.columnsChosen': { target: '.ready', actions: { type: 'setColumns', params: payload } },
        'export.requested': { guard: 'hasColumns', target: 'downloading', actions: 'start' },
      },
      states: {
        ready: {},
        saved: { tags: 'saved' },
        failed: { tags: 'failed' },
      },
    },
    downloading: {
      tags: 'busy',
      on: {
        'download.advanced': { actions: { type: 'setProgress', params: payload } },
        'export.cancelled': 'choosing',
      },
      invoke: {
        id: 'download',
        src: 'download',
        input: ({ context: { bytes: _bytes, rows: _rows, file: _file, failure: _failure, ...wish }, self }) => ({ wish, owner: self }),
        onDone: {
          target: 'choosing.saved',
          actions: { type: 'setFile', params: ({ event }: { readonly event: DoneActorEvent<ExportedFile> }) => ({ file: event.output }) },
        },
        onError: { target: 'choosing.failed', actions: SET_FAILURE },
      },
    },
  },
});

export type ExportSnapshot = SnapshotFrom<typeof exportMachine>;
export type ExportRef = ActorRefFrom<typeof exportMachine>;
export const selectExport = ({ context }: ExportSnapshot): ExportContext => context;
export const selectExportOutcome = (snapshot: ExportSnapshot): 'busy' | 'failed' | 'saved' | null =>
  (['busy', 'failed', 'saved'] as const).find((tag) => snapshot.hasTag(tag)) ?? null;
