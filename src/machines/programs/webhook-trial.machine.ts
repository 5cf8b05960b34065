/**
 * Trying a webhook out. Owned by its window, whose opening is the first message; each further one is asked for.
 * Source: docs/security.md, rule 25.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { DeliveryOutcome } from '#domain/programs/webhook';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export type WebhookTrialEvent = { readonly type: 'webhookTrial.repeated' };

export interface WebhookTrialInput {
  /** Of the webhook. */
  readonly id: number;
}

interface WebhookTrialContext extends WebhookTrialInput {
  readonly outcome: DeliveryOutcome | null;
  readonly failure: Failure | null;
}

export const webhookTrialMachine = setup({
  types: {
    context: {} as WebhookTrialContext,
    events: {} as WebhookTrialEvent,
    input: {} as WebhookTrialInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: { send: fromPromise<DeliveryOutcome, WebhookTrialInput>(notProvided('send')) },
  actions: {
    setOutcome: assign({ outcome: (_, outcome: DeliveryOutcome) => outcome }),
    setFailure: assign(toFailure),
    clear: assign({ outcome: null, failure: null }),
  },
}).createMachine({
  id: 'webhookTrial',
  context: ({ input }) => ({ ...input, outcome: null, failure: null }),
  initial: 'sending',
  states: {
    sending: {
      tags: 'busy',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { id } }) => ({ id }),
        onDone: { target: 'sent', actions: { type: 'setOutcome', params: output } },
        onError: { target: 'unsent', actions: SET_FAILURE },
      },
    },
    sent: { on: { 'webhookTrial.repeated': { target: 'sending', actions: 'clear' } } },
    unsent: { tags: 'failed', on: { 'webhookTrial.repeated': { target: 'sending', actions: 'clear' } } },
  },
});

export type WebhookTrialRef = ActorRefFrom<typeof webhookTrialMachine>;
export type WebhookTrialSnapshot = SnapshotFrom<typeof webhookTrialMachine>;
export const selectTrialOutcome = ({ context }: WebhookTrialSnapshot): DeliveryOutcome | null => context.outcome;
export const selectWebhookTrialFailure = ({ context }: WebhookTrialSnapshot): Failure | null => context.failure;
