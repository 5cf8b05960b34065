/**
 * The attempts to deliver one message, and sending it once more, after which they are read anew. Owned by its window.
 * Source: docs/security.md, rule 25.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { DeliveryAttempt, DeliveryLog, DeliveryOutcome } from '#domain/programs/webhook';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export type DeliveryLogEvent = { readonly type: 'deliveryLog.retried' } | { readonly type: 'deliveryLog.replayRequested' };

export interface DeliveryLogInput {
  /** Of the message. */
  readonly id: number;
}

interface DeliveryLogContext extends DeliveryLogInput, DeliveryLog {
  readonly failure: Failure | null;
}

const REPLAY = { target: 'replaying', actions: 'clearFailure' } as const;

export const deliveryLogMachine = setup({
  types: {
    context: {} as DeliveryLogContext,
    events: {} as DeliveryLogEvent,
    input: {} as DeliveryLogInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    load: fromPromise<DeliveryLog, DeliveryLogInput>(notProvided('load')),
    replay: fromPromise<DeliveryOutcome, DeliveryLogInput>(notProvided('replay')),
  },
  actions: {
    setLog: assign((_, { attempts, nextAt }: DeliveryLog) => ({ attempts, nextAt })),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'deliveryLog',
  context: ({ input }) => ({ ...input, attempts: [], nextAt: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { id } }) => ({ id }),
        onDone: { target: 'ready', actions: { type: 'setLog', params: output } },
        onError: { target: 'loadFailed', actions: SET_FAILURE },
      },
    },
    loadFailed: { tags: 'failed', on: { 'deliveryLog.retried': { target: 'loading', actions: 'clearFailure' } } },
    ready: { on: { 'deliveryLog.replayRequested': REPLAY } },
    replaying: {
      tags: 'busy',
      invoke: {
        id: 'replay',
        src: 'replay',
        input: ({ context: { id } }) => ({ id }),
        onDone: 'loading',
        onError: { target: 'refused', actions: SET_FAILURE },
      },
    },
    refused: { tags: 'failed', on: { 'deliveryLog.replayRequested': REPLAY } },
  },
});

export type DeliveryLogRef = ActorRefFrom<typeof deliveryLogMachine>;
export type DeliveryLogSnapshot = SnapshotFrom<typeof deliveryLogMachine>;
export const selectAttempts = ({ context }: DeliveryLogSnapshot): readonly DeliveryAttempt[] => context.attempts;
export const selectNextAttemptAt = ({ context }: DeliveryLogSnapshot): number | null => context.nextAt;
export const selectDeliveryFailure = ({ context }: DeliveryLogSnapshot): Failure | null => context.failure;
export const selectDeliveryLogIsLoading = (snapshot: DeliveryLogSnapshot): boolean => snapshot.matches('loading');
export const selectDeliveryLogIsLoadFailed = (snapshot: DeliveryLogSnapshot): boolean => snapshot.matches('loadFailed');
export const selectDeliveryLogIsReplaying = (snapshot: DeliveryLogSnapshot): boolean => snapshot.matches('replaying');
