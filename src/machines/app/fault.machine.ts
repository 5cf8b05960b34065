/**
 * A page that says something went wrong and returns by itself after a visible countdown. A leaf: lives with its page.
 * Any key, pointer or focus move of the visitor stops the countdown. Source: specification §2 "The error page"; readings 2.9.
 */
import { assign, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { effect } from '../base/effect.ts';

export type FaultEvent =
  /** The visitor does something here and may want to read on. */
  { readonly type: 'fault.touched' } | { readonly type: 'fault.homeRequested' } | { readonly type: 'fault.backRequested' };

export interface FaultInput {
  /** Until the return; 0 for a page that stays until somebody leaves it. */
  readonly seconds: number;
}

interface FaultContext {
  readonly secondsLeft: number;
}

export const faultMachine = setup({
  types: { context: {} as FaultContext, events: {} as FaultEvent, input: {} as FaultInput },
  delays: { oneSecond: 1000 },
  guards: {
    isLastSecond: ({ context }) => context.secondsLeft <= 1,
    isStaying: ({ context }) => context.secondsLeft <= 0,
  },
  actions: {
    countDown: assign({ secondsLeft: ({ context }) => context.secondsLeft - 1 }),
    goHome: effect(),
    /** To the previous page, or home where there is none. */
    goBack: effect(),
  },
}).createMachine({
  id: 'fault',
  context: ({ input }) => ({ secondsLeft: input.seconds }),
  initial: 'counting',
  on: {
    'fault.homeRequested': { target: '.left', actions: 'goHome' },
    'fault.backRequested': { target: '.left', actions: 'goBack' },
  },
  states: {
    counting: {
      always: { guard: 'isStaying', target: 'stopped' },
      after: {
        oneSecond: [
          { guard: 'isLastSecond', target: 'left', actions: ['countDown', 'goBack'] },
          { target: 'counting', reenter: true, actions: 'countDown' },
        ],
      },
      on: { 'fault.touched': 'stopped' },
    },
    stopped: {},
    /** On the way; the page may still be seen if the navigation is refused. */
    left: {},
  },
});

export type FaultSnapshot = SnapshotFrom<typeof faultMachine>;
export type FaultRef = ActorRefFrom<typeof faultMachine>;
export const selectSecondsToReload = (snapshot: FaultSnapshot): number => snapshot.context.secondsLeft;
export const selectIsCounting = (snapshot: FaultSnapshot): boolean => snapshot.matches('counting');
