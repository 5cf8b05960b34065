/**
 * Stored files to choose from, page by page, the newest first. Owned by the dialog that shows them.
 * Source: wire protocol §6.7.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

/** An attachment as the choice shows it. */
export interface PickableFile {
  readonly id: number;
  readonly url: string;
  readonly name: string;
}

export interface PickerRequest {
  readonly picturesOnly: boolean;
  readonly text: string;
  /** From 1. */
  readonly page: number;
}

export interface PickerPage {
  readonly files: readonly PickableFile[];
  readonly total: number;
}

export type UploadPickerEvent =
  | { readonly type: 'picker.searched'; readonly text: string }
  | { readonly type: 'picker.pageChosen'; readonly page: number }
  | { readonly type: 'picker.retried' };

export interface UploadPickerInput {
  readonly picturesOnly: boolean;
}

interface UploadPickerContext extends PickerRequest, PickerPage {
  readonly failure: Failure | null;
}

export const PICKER_LIMIT = 8;

export const uploadPickerMachine = setup({
  types: {
    context: {} as UploadPickerContext,
    events: {} as UploadPickerEvent,
    input: {} as UploadPickerInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: { loadFiles: fromPromise<PickerPage, PickerRequest>(notProvided('loadFiles')) },
  delays: { typingPause: 250 },
  actions: {
    setText: assign({ text: (_, params: { readonly text: string }) => params.text, page: 1 }),
    turnTo: assign({ page: (_, params: { readonly page: number }) => params.page }),
    receivePage: assign({ files: (_, params: PickerPage) => params.files, total: (_, params: PickerPage) => params.total, failure: null }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'uploadPicker',
  context: ({ input }) => ({ picturesOnly: input.picturesOnly, text: '', page: 1, files: [], total: 0, failure: null }),
  initial: 'loading',
  on: {
    'picker.searched': { target: '.pausing', reenter: true, actions: { type: 'setText', params: payload } },
    'picker.pageChosen': { target: '.loading', reenter: true, actions: { type: 'turnTo', params: payload } },
  },
  states: {
    pausing: { tags: 'busy', after: { typingPause: 'loading' } },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadFiles',
        src: 'loadFiles',
        input: ({ context }) => ({ picturesOnly: context.picturesOnly, text: context.text, page: context.page }),
        onDone: { target: 'ready', actions: { type: 'receivePage', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    ready: {},
    failed: { tags: 'failed', on: { 'picker.retried': 'loading' } },
  },
});

export type UploadPickerSnapshot = SnapshotFrom<typeof uploadPickerMachine>;
export type UploadPickerRef = ActorRefFrom<typeof uploadPickerMachine>;
export const selectPickable = ({ context }: UploadPickerSnapshot): readonly PickableFile[] => context.files;
export const selectUploadText = ({ context }: UploadPickerSnapshot): string => context.text;
export const selectPickerPage = ({ context }: UploadPickerSnapshot): number => context.page;
export const selectPickerPages = ({ context }: UploadPickerSnapshot): number => Math.max(1, Math.ceil(context.total / PICKER_LIMIT));
export const selectPickerFailure = (snapshot: UploadPickerSnapshot): Failure | null =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
