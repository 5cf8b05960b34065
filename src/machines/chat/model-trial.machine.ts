/**
 * Trying a model of the chat out. Owned by its window, whose opening is the first question; each further one is asked for.
 * Source: open content, "Chat page".
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { ModelTrial } from '#domain/chat/model-trial';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export type ModelTrialEvent = { readonly type: 'trial.repeated' };

export interface ModelTrialInput {
  /** Of the model. */
  readonly id: number;
}

interface ModelTrialContext extends ModelTrialInput {
  readonly trial: ModelTrial | null;
  readonly failure: Failure | null;
}

export const modelTrialMachine = setup({
  types: { context: {} as ModelTrialContext, events: {} as ModelTrialEvent, input: {} as ModelTrialInput, tags: {} as 'busy' | 'failed' },
  actors: { tryModel: fromPromise<ModelTrial, ModelTrialInput>(notProvided('tryModel')) },
  actions: {
    setTrial: assign({ trial: (_, trial: ModelTrial) => trial }),
    setFailure: assign(toFailure),
    clear: assign({ trial: null, failure: null }),
  },
}).createMachine({
  id: 'modelTrial',
  context: ({ input }) => ({ ...input, trial: null, failure: null }),
  initial: 'trying',
  states: {
    trying: {
      tags: 'busy',
      invoke: {
        id: 'tryModel',
        src: 'tryModel',
        input: ({ context: { id } }) => ({ id }),
        onDone: { target: 'tried', actions: { type: 'setTrial', params: output } },
        onError: { target: 'untried', actions: SET_FAILURE },
      },
    },
    tried: { on: { 'trial.repeated': { target: 'trying', actions: 'clear' } } },
    untried: { tags: 'failed', on: { 'trial.repeated': { target: 'trying', actions: 'clear' } } },
  },
});

export type ModelTrialRef = ActorRefFrom<typeof modelTrialMachine>;
export type ModelTrialSnapshot = SnapshotFrom<typeof modelTrialMachine>;
export const selectModelTrial = ({ context }: ModelTrialSnapshot): ModelTrial | null => context.trial;
export const selectTrialFailure = ({ context }: ModelTrialSnapshot): Failure | null => context.failure;
