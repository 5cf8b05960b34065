/** The steps of other sections by which a life that is drawn may lead their records on. A leaf of the drawing desk: read once, when it opens. */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { SendableSection } from '#domain/life/drawing/sendable-steps';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export interface SendableStepsEvent {
  readonly type: 'steps.retried';
}

interface SendableStepsContext {
  /** null while nobody knows them. */
  readonly sections: readonly SendableSection[] | null;
  readonly failure: Failure | null;
}

export const sendableStepsMachine = setup({
  types: { context: {} as SendableStepsContext, events: {} as SendableStepsEvent },
  actors: { loadSteps: fromPromise<readonly SendableSection[]>(notProvided('loadSteps')) },
  actions: {
    setSections: assign({ sections: (_, sections: readonly SendableSection[]) => sections }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'sendableSteps',
  context: { sections: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadSteps',
        src: 'loadSteps',
        onDone: { target: 'known', actions: { type: 'setSections', params: output } },
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    unavailable: { on: { 'steps.retried': { target: 'loading', actions: 'clearFailure' } } },
    known: {},
  },
});

export type SendableStepsRef = ActorRefFrom<typeof sendableStepsMachine>;
type SendableStepsSnapshot = SnapshotFrom<typeof sendableStepsMachine>;

/** null while nobody knows them. */
export const selectSendable = ({ context }: SendableStepsSnapshot): readonly SendableSection[] | null => context.sections;
export const selectSendableFailure = ({ context }: SendableStepsSnapshot): Failure | null => context.failure;
