/** A copy of a conversation that somebody has shared, as whoever has its address reads it. A leaf of its page. Source: specification §1, "AI chat"; docs/chat.md. */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

/** What is known of the copy beside its texts; `uuid` names a text. Times are Unix seconds. */
export interface SharedCopy {
  readonly chatTitle: string;
  readonly isLabelled: boolean;
  readonly createTime: number;
  readonly messages: readonly { readonly uuid: string; readonly role: 'user' | 'assistant' }[];
}

export type SharedThreadEvent = { readonly type: 'shared.retried' };

export interface SharedThreadInput {
  readonly share: string;
}

interface SharedThreadContext extends SharedThreadInput {
  readonly copy: SharedCopy | null;
  readonly failure: Failure | null;
}

export const sharedThreadMachine = setup({
  types: {
    context: {} as SharedThreadContext,
    events: {} as SharedThreadEvent,
    input: {} as SharedThreadInput,
    tags: {} as 'busy' | 'missing',
  },
  /** Null where there is none, or no longer. */
  actors: { readShared: fromPromise<SharedCopy | null, SharedThreadInput>(notProvided('readShared')) },
  guards: { isMissing: (_, copy: SharedCopy | null) => copy === null },
  actions: {
    setCopy: assign({ copy: (_, copy: SharedCopy | null) => copy, failure: null }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'sharedThread',
  context: ({ input }) => ({ ...input, copy: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readShared',
        src: 'readShared',
        input: ({ context: { share } }) => ({ share }),
        onDone: [
          { guard: { type: 'isMissing', params: output }, target: 'missing' },
          { target: 'shown', actions: { type: 'setCopy', params: output } },
        ],
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    shown: {},
    missing: { tags: 'missing' },
    failed: { on: { 'shared.retried': 'loading' } },
  },
});

export type SharedThreadRef = ActorRefFrom<typeof sharedThreadMachine>;
type SharedThreadSnapshot = SnapshotFrom<typeof sharedThreadMachine>;
export const selectSharedCopy = ({ context }: SharedThreadSnapshot): SharedCopy | null => context.copy;
export const selectSharedFailure = ({ context }: SharedThreadSnapshot): Failure | null => context.failure;
export const selectIsSharedMissing = (snapshot: SharedThreadSnapshot): boolean => snapshot.hasTag('missing');
