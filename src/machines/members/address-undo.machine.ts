/**
 * A change of address that is taken back by the number which the old address got. A leaf of a page that needs no sign-in.
 * Decision 042 says why. Source: security.md rule 4.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { payload } from '../base/payload.ts';

export type AddressUndoEvent = { readonly type: 'undo.submitted'; readonly number: string } | { readonly type: 'undo.edited' };

interface AddressUndoContext {
  readonly number: string;
  readonly failure: Failure | null;
}

export const addressUndoMachine = setup({
  types: { context: {} as AddressUndoContext, events: {} as AddressUndoEvent, tags: {} as 'busy' },
  actors: { undoAddress: fromPromise<void, { readonly number: string }>(notProvided('undoAddress')) },
  actions: {
    setNumber: assign((_, { number }: { readonly number: string }) => ({ number, failure: null })),
    /** It counts once: nobody needs it any more. */
    clearNumber: assign({ number: '' }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'addressUndo',
  context: { number: '', failure: null },
  initial: 'entering',
  states: {
    entering: {
      on: {
        'undo.submitted': { target: 'takingBack', actions: { type: 'setNumber', params: payload } },
        'undo.edited': { actions: 'clearFailure' },
      },
    },
    takingBack: {
      tags: 'busy',
      invoke: {
        id: 'undoAddress',
        src: 'undoAddress',
        input: ({ context: { number } }) => ({ number }),
        onDone: { target: 'done', actions: 'clearNumber' },
        onError: { target: 'entering', actions: SET_FAILURE },
      },
    },
    done: {},
  },
});

export type AddressUndoRef = ActorRefFrom<typeof addressUndoMachine>;
export type AddressUndoSnapshot = SnapshotFrom<typeof addressUndoMachine>;
export const selectUndoFailure = ({ context }: AddressUndoSnapshot): Failure | null => context.failure;
export const selectAddressUndoIsDone = (snapshot: AddressUndoSnapshot): boolean => snapshot.matches('done');
