/** The copies of a conversation that others read: made, listed and taken away. A leaf of its window. Source: specification §1, "AI chat"; docs/chat.md. */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

/** Unix seconds. */
export interface ChatShare {
  readonly share: string;
  readonly createTime: number;
  /** Messages that it holds. */
  readonly messages: number;
}

export interface SharesInput {
  readonly conversation: string;
  /** Where a new copy ends; null for the end of the shown branch. */
  readonly message: string | null;
}

/** Null makes a new copy, up to the message. */
export interface ShareChange extends SharesInput {
  readonly share: string | null;
}

export type SharesEvent =
  | { readonly type: 'shares.added' }
  | { readonly type: 'shares.removed'; readonly share: string }
  | { readonly type: 'shares.retried' };

interface SharesContext extends SharesInput {
  readonly list: readonly ChatShare[];
  readonly share: string | null;
  readonly failure: Failure | null;
}

export const sharesMachine = setup({
  types: { context: {} as SharesContext, events: {} as SharesEvent, input: {} as SharesInput, tags: {} as 'busy' | 'known' },
  actors: {
    listShares: fromPromise<readonly ChatShare[], Pick<SharesInput, 'conversation'>>(notProvided('listShares')),
    changeShares: fromPromise<void, ShareChange>(notProvided('changeShares')),
  },
  actions: {
    setList: assign({ list: (_, list: readonly ChatShare[]) => list }),
    setShare: assign({ share: (_, { share }: { readonly share: string | null }) => share, failure: null }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'shares',
  context: ({ input }) => ({ ...input, list: [], share: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'listShares',
        src: 'listShares',
        input: ({ context: { conversation } }) => ({ conversation }),
        onDone: { target: 'ready', actions: { type: 'setList', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    ready: {
      tags: 'known',
      on: {
        'shares.added': { target: 'changing', actions: { type: 'setShare', params: { share: null } } },
        'shares.removed': { target: 'changing', actions: { type: 'setShare', params: payload } },
      },
    },
    changing: {
      tags: ['busy', 'known'],
      invoke: {
        id: 'changeShares',
        src: 'changeShares',
        input: ({ context: { conversation, message, share } }) => ({ conversation, message, share }),
        onDone: 'loading',
        onError: { target: 'ready', actions: SET_FAILURE },
      },
    },
    failed: { on: { 'shares.retried': { target: 'loading', actions: 'clearFailure' } } },
  },
});

export type SharesRef = ActorRefFrom<typeof sharesMachine>;
type SharesSnapshot = SnapshotFrom<typeof sharesMachine>;
export const selectShares = ({ context }: SharesSnapshot): readonly ChatShare[] => context.list;
export const selectSharesFailure = ({ context }: SharesSnapshot): Failure | null => context.failure;
export const selectAreSharesKnown = (snapshot: SharesSnapshot): boolean => snapshot.hasTag('known');
