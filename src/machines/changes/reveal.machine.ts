/** The bare values of one entry of the log of sensitive data, fetched when somebody asks for them; that they did is written down. Lives with its window. */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { effect } from '../base/effect.ts';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';

export type RevealEvent = { readonly type: 'reveal.requested' } | { readonly type: 'reveal.hidden' };

export interface RevealInput {
  /** Of the entry. */
  readonly id: number;
}

interface RevealContext extends RevealInput {
  readonly failure: Failure | null;
}

export const revealMachine = setup({
  types: {
    context: {} as RevealContext,
    events: {} as RevealEvent,
    input: {} as RevealInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    /** Keeps the values for whoever shows them: told to an actor, they would stand in this tab's own journal. */
    reveal: fromPromise<void, RevealInput>(notProvided('reveal')),
  },
  actions: { forget: effect(), setFailure: assign(toFailure), clearFailure: assign({ failure: null }) },
}).createMachine({
  id: 'reveal',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'masked',
  states: {
    masked: { on: { 'reveal.requested': 'revealing' } },
    revealing: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'reveal',
        src: 'reveal',
        input: ({ context: { id } }) => ({ id }),
        onDone: 'revealed',
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    revealed: { exit: 'forget', on: { 'reveal.hidden': 'masked' } },
    failed: { tags: 'failed', on: { 'reveal.requested': 'revealing' } },
  },
});

export type RevealRef = ActorRefFrom<typeof revealMachine>;
export type RevealSnapshot = SnapshotFrom<typeof revealMachine>;
export const selectIsRevealed = (snapshot: RevealSnapshot): boolean => snapshot.matches('revealed');
export const selectRevealFailure = ({ context }: RevealSnapshot): Failure | null => context.failure;
