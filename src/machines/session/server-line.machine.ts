/**
 * The server, once a call has found it away for longer than it waits. It is asked at each moment at which it may be back, until it answers this or any other call.
 * Made with the first call that has given up, one for all calls of the page.
 */
import { fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

/** What came of asking. */
export interface Asked {
  readonly isThere: boolean;
}

export const serverLineMachine = setup({
  types: { events: {} as { readonly type: 'line.answered' } },
  actors: {
    /** Resolves when another try is worth it. */
    awaitMoment: fromPromise<void>(notProvided('awaitMoment')),
    askServer: fromPromise<Asked>(notProvided('askServer')),
  },
  guards: { isThere: (_, { isThere }: Asked) => isThere },
}).createMachine({
  id: 'serverLine',
  initial: 'missed',
  states: {
    /** One call has gone without an answer, which may be all. */
    missed: {
      on: { 'line.answered': 'passed' },
      invoke: { id: 'awaitMoment', src: 'awaitMoment', onDone: 'asking', onError: 'asking' },
    },
    asking: {
      on: { 'line.answered': 'back' },
      invoke: {
        id: 'askServer',
        src: 'askServer',
        onDone: [{ guard: { type: 'isThere', params: output }, target: 'back' }, 'away'],
        // A fault of this page says nothing of the server.
        onError: 'away',
      },
    },
    away: {
      on: { 'line.answered': 'back' },
      invoke: { id: 'awaitMoment', src: 'awaitMoment', onDone: 'asking', onError: 'asking' },
    },
    /** The next call came through: what could not be read can be read again, and nobody has to be told. */
    passed: { type: 'final' },
    back: { type: 'final' },
  },
});

export type ServerLineRef = ActorRefFrom<typeof serverLineMachine>;
/** Whoever uses the page has noticed, and hears that it is over. */
export const selectWasAway = (snapshot: SnapshotFrom<typeof serverLineMachine>): boolean => snapshot.matches('back');
