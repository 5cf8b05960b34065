/**
 * What is not published yet, as visitors will see it. Owned by its window: the server gives an address for each language that opens once;
 * when one was opened, or they are about to be too old, others are asked for. Until they come those before stay, for the browser that is about to follow one.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { PreviewAddresses, PreviewKind } from '#domain/site/preview';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export type DraftPreviewEvent = { readonly type: 'draftPreview.opened' } | { readonly type: 'draftPreview.retried' };

export interface DraftPreviewInput {
  readonly kind: PreviewKind;
  readonly id: number;
}

interface DraftPreviewContext extends DraftPreviewInput {
  readonly addresses: PreviewAddresses | null;
  readonly failure: Failure | null;
}

export const draftPreviewMachine = setup({
  types: {
    context: {} as DraftPreviewContext,
    events: {} as DraftPreviewEvent,
    input: {} as DraftPreviewInput,
    tags: {} as 'busy' | 'failed',
  },
  // Half a minute before the server forgets them.
  delays: { freshness: 570_000 },
  actors: { issue: fromPromise<PreviewAddresses, DraftPreviewInput>(notProvided('issue')) },
  actions: {
    setAddresses: assign((_, addresses: PreviewAddresses) => ({ addresses })),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'draftPreview',
  context: ({ input }) => ({ ...input, addresses: null, failure: null }),
  initial: 'issuing',
  states: {
    issuing: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'issue',
        src: 'issue',
        input: ({ context: { kind, id } }) => ({ kind, id }),
        onDone: { target: 'ready', actions: { type: 'setAddresses', params: output } },
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    ready: { on: { 'draftPreview.opened': 'issuing' }, after: { freshness: 'issuing' } },
    /** The address in the other language may still open. */
    unavailable: { tags: 'failed', on: { 'draftPreview.retried': 'issuing', 'draftPreview.opened': 'issuing' } },
  },
});

export type DraftPreviewRef = ActorRefFrom<typeof draftPreviewMachine>;
export type DraftPreviewSnapshot = SnapshotFrom<typeof draftPreviewMachine>;
export const selectAddresses = ({ context }: DraftPreviewSnapshot): PreviewAddresses | null => context.addresses;
export const selectPreviewFailure = ({ context }: DraftPreviewSnapshot): Failure | null => context.failure;
