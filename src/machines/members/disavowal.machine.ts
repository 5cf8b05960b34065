/**
 * "This was not me": every other sign-in of the account ends, and a new password is the next thing to do. A leaf of the page around the
 * safety of the account. Source: security.md rule 4.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';

export interface DisavowalInput {
  /** Somebody has said so already, and is asked at once. */
  readonly isAsked: boolean;
}

export type DisavowalEvent = { readonly type: `disavowal.${'requested' | 'confirmed' | 'cancelled'}` };

export const disavowalMachine = setup({
  types: {
    context: {} as DisavowalInput & { readonly failure: Failure | null },
    input: {} as DisavowalInput,
    events: {} as DisavowalEvent,
    tags: {} as 'asking' | 'busy',
  },
  actors: { endOthers: fromPromise<void>(notProvided('endOthers')) },
  guards: { isAsked: ({ context: { isAsked } }) => isAsked },
  actions: { setFailure: assign(toFailure), clearFailure: assign({ failure: null }) },
}).createMachine({
  id: 'disavowal',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'beginning',
  states: {
    beginning: { always: [{ guard: 'isAsked', target: 'confirming' }, { target: 'untouched' }] },
    untouched: { on: { 'disavowal.requested': 'confirming' } },
    confirming: {
      tags: 'asking',
      on: {
        'disavowal.confirmed': { target: 'ending', actions: 'clearFailure' },
        'disavowal.cancelled': { target: 'untouched', actions: 'clearFailure' },
      },
    },
    ending: {
      tags: ['asking', 'busy'],
      invoke: {
        id: 'endOthers',
        src: 'endOthers',
        onDone: 'ended',
        onError: { target: 'confirming', actions: SET_FAILURE },
      },
    },
    /** The password that let somebody else in still counts. */
    ended: {},
  },
});

export type DisavowalRef = ActorRefFrom<typeof disavowalMachine>;
export type DisavowalSnapshot = SnapshotFrom<typeof disavowalMachine>;
export const selectDisavowalFailure = ({ context }: DisavowalSnapshot): Failure | null => context.failure;
export const selectDisavowalIsEnded = (snapshot: DisavowalSnapshot): boolean => snapshot.matches('ended');
