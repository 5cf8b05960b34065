/** The files that a member has uploaded, a page of them, and the end of one. A leaf of their page. Source: specification §5. */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { pageCount } from '#domain/members/ledger-page';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export interface OwnFile {
  readonly id: number;
  readonly name: string;
  /** As it is stored, and as it is shown. */
  readonly url: string;
  readonly fullUrl: string;
  readonly sizeBytes: number;
  readonly isPicture: boolean;
  /** Unix seconds. */
  readonly createTime: number;
  /** It is the member's picture. */
  readonly isAvatar: boolean;
}

export interface OwnFilesPage {
  readonly list: readonly OwnFile[];
  readonly total: number;
  readonly usedBytes: number;
  readonly maxBytes: number;
  readonly maxFiles: number;
}

export type OwnFilesEvent =
  | { readonly type: 'ownFiles.paged'; readonly page: number }
  | { readonly type: 'ownFiles.removeRequested'; readonly file: Pick<OwnFile, 'id' | 'name'> }
  | { readonly type: `ownFiles.${'removeConfirmed' | 'removeCancelled' | 'retried' | 'added'}` };

interface OwnFilesContext {
  readonly page: number;
  readonly shown: OwnFilesPage | null;
  /** Which one is to go; it stays named while its question goes away. */
  readonly chosen: Pick<OwnFile, 'id' | 'name'> | null;
  readonly failure: Failure | null;
}

/** As many as are shown at once. */
export const FILES_A_PAGE = 24;

export const ownFilesMachine = setup({
  types: { context: {} as OwnFilesContext, events: {} as OwnFilesEvent, tags: {} as 'busy' | 'asking' },
  actors: {
    loadFiles: fromPromise<OwnFilesPage, { readonly page: number }>(notProvided('loadFiles')),
    removeFile: fromPromise<void, { readonly id: number }>(notProvided('removeFile')),
  },
  guards: {
    /** The last one of the last page is gone. */
    isBeyond: ({ context }, { list, total }: OwnFilesPage) => list.length === 0 && context.page > pageCount(total, FILES_A_PAGE),
  },
  actions: {
    setLastPage: assign({ page: (_, { total }: OwnFilesPage) => pageCount(total, FILES_A_PAGE) }),
    setPage: assign({ page: (_, { page }: { readonly page: number }) => page }),
    showFirst: assign({ page: 1 }),
    setShown: assign({ shown: (_, shown: OwnFilesPage) => shown, failure: null }),
    choose: assign({ chosen: (_, { file }: { readonly file: Pick<OwnFile, 'id' | 'name'> }) => file, failure: null }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'ownFiles',
  context: { page: 1, shown: null, chosen: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadFiles',
        src: 'loadFiles',
        input: ({ context: { page } }) => ({ page }),
        onDone: [
          {
            guard: { type: 'isBeyond', params: output },
            target: 'loading',
            reenter: true,
            actions: { type: 'setLastPage', params: output },
          },
          { target: 'ready', actions: { type: 'setShown', params: output } },
        ],
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      on: {
        'ownFiles.paged': { target: 'loading', reenter: true, actions: { type: 'setPage', params: payload } },
        'ownFiles.added': { target: 'loading', reenter: true, actions: 'showFirst' },
      },
    },
    ready: {
      on: {
        'ownFiles.paged': { target: 'loading', actions: { type: 'setPage', params: payload } },
        'ownFiles.removeRequested': { target: 'confirming', actions: { type: 'choose', params: payload } },
        // The newest stand on the first page.
        'ownFiles.added': { target: 'loading', actions: 'showFirst' },
      },
    },
    confirming: {
      tags: 'asking',
      on: {
        'ownFiles.removeConfirmed': { target: 'removing', actions: 'clearFailure' },
        'ownFiles.removeCancelled': { target: 'loading', actions: 'clearFailure' },
      },
    },
    removing: {
      tags: ['busy', 'asking'],
      invoke: {
        id: 'removeFile',
        src: 'removeFile',
        input: ({ context: { chosen } }) => ({ id: chosen?.id ?? 0 }),
        onDone: 'loading',
        onError: { target: 'confirming', actions: SET_FAILURE },
      },
    },
    failed: {
      on: {
        'ownFiles.retried': { target: 'loading', actions: 'clearFailure' },
        'ownFiles.added': { target: 'loading', actions: ['clearFailure', 'showFirst'] },
      },
    },
  },
});

export type OwnFilesRef = ActorRefFrom<typeof ownFilesMachine>;
export type OwnFilesSnapshot = SnapshotFrom<typeof ownFilesMachine>;
export const selectOwnFiles = ({ context }: OwnFilesSnapshot): OwnFilesPage | null => context.shown;
export const selectOwnFilesPage = ({ context }: OwnFilesSnapshot): number => context.page;
export const selectChosenFile = ({ context }: OwnFilesSnapshot): OwnFilesContext['chosen'] => context.chosen;
export const selectOwnFilesFailure = ({ context }: OwnFilesSnapshot): Failure | null => context.failure;
export const selectOwnFilesHasFailed = (snapshot: OwnFilesSnapshot): boolean => snapshot.matches('failed');
export const selectOwnFilesIsRemoving = (snapshot: OwnFilesSnapshot): boolean => snapshot.matches('removing');
