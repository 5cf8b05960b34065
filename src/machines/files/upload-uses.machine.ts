/** Where stored files are used. Owned by the view that asks: a preview, or the question before deleting. */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

/** A record that names a file. */
export interface FileUse {
  readonly resource: string;
  readonly recordId: number;
  readonly title: string;
}

export interface FileUses {
  readonly list: readonly FileUse[];
  /** How many more there are than are listed. */
  readonly more: number;
  /** How many more there are that the person may not see. */
  readonly hidden: number;
}

export interface AttachmentUsesInput {
  /** Of the attachments. */
  readonly ids: readonly number[];
}

interface AttachmentUsesContext extends AttachmentUsesInput {
  readonly uses: FileUses;
  readonly failure: Failure | null;
}

export const attachmentUsesMachine = setup({
  types: {
    context: {} as AttachmentUsesContext,
    events: {} as { readonly type: 'uses.retried' },
    input: {} as AttachmentUsesInput,
  },
  actors: { findUses: fromPromise<FileUses, AttachmentUsesInput>(notProvided('findUses')) },
  actions: {
    setUses: assign({ uses: (_, params: FileUses) => params, failure: null }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'attachmentUses',
  context: ({ input }) => ({ ...input, uses: { list: [], more: 0, hidden: 0 }, failure: null }),
  initial: 'finding',
  states: {
    finding: {
      invoke: {
        id: 'findUses',
        src: 'findUses',
        input: ({ context }) => ({ ids: context.ids }),
        onDone: { target: 'known', actions: { type: 'setUses', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    known: {},
    failed: { on: { 'uses.retried': 'finding' } },
  },
});

export type AttachmentUsesRef = ActorRefFrom<typeof attachmentUsesMachine>;
export type AttachmentUsesSnapshot = SnapshotFrom<typeof attachmentUsesMachine>;
export const selectUsesFailure = ({ context }: AttachmentUsesSnapshot): Failure | null => context.failure;
export const selectUses = ({ context }: AttachmentUsesSnapshot): FileUses => context.uses;
export const selectUsesState = ({ value }: AttachmentUsesSnapshot): 'finding' | 'known' | 'failed' => value;
