/**
 * Which step goes with the next save of a form: what it asks for is asked first, and stays while the save is refused. Owned by the form's
 * buttons; the form sends it.
 */
import { assign, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { LifeOffer } from '#domain/life/record-life';
import type { Owner } from '../base/owner.ts';
import { payload } from '../base/payload.ts';

export type StepChoiceEvent =
  | { readonly type: 'choice.made'; readonly offer: LifeOffer }
  | { readonly type: 'choice.commentTyped'; readonly comment: string }
  | { readonly type: 'choice.confirmed' }
  | { readonly type: 'choice.cancelled' };

/** A step that a save takes along. */
export interface SavedStep {
  readonly event: string;
  /** What the event is called. */
  readonly label: string;
  readonly comment: string;
}

export interface StepChoiceInput {
  readonly form: Owner<{ readonly type: 'form.submitted'; readonly step: SavedStep }>;
}

interface StepChoiceContext extends StepChoiceInput {
  readonly offer: LifeOffer | null;
  readonly comment: string;
}

type Made = { readonly offer: LifeOffer };

export const stepChoiceMachine = setup({
  types: { context: {} as StepChoiceContext, events: {} as StepChoiceEvent, input: {} as StepChoiceInput },
  guards: {
    isAsking: (_, { offer }: Made) => offer.asks.comment !== null,
    isAnswered: ({ context: { offer, comment } }) => offer?.asks.comment !== 'required' || comment.trim() !== '',
  },
  actions: {
    choose: assign((_, { offer }: Made) => ({ offer, comment: '' })),
    setComment: assign({ comment: (_, { comment }: { readonly comment: string }) => comment }),
    clear: assign({ offer: null, comment: '' }),
    submit: sendTo(
      ({ context }) => context.form,
      ({ context: { offer, comment } }) =>
        ({ type: 'form.submitted', step: { event: offer?.event ?? '', label: offer?.label ?? '', comment: comment.trim() } }) as const,
    ),
  },
}).createMachine({
  id: 'stepChoice',
  context: ({ input }) => ({ ...input, offer: null, comment: '' }),
  initial: 'resting',
  on: {
    'choice.made': [
      { guard: { type: 'isAsking', params: payload }, target: '.asking', actions: { type: 'choose', params: payload } },
      { target: '.resting', actions: [{ type: 'choose', params: payload }, 'submit'] },
    ],
  },
  states: {
    resting: {},
    asking: {
      on: {
        'choice.commentTyped': { actions: { type: 'setComment', params: payload } },
        // It stays open: a save that is refused is pressed again.
        'choice.confirmed': { guard: 'isAnswered', actions: 'submit' },
        'choice.cancelled': { target: 'resting', actions: 'clear' },
      },
    },
  },
});

export type StepChoiceRef = ActorRefFrom<typeof stepChoiceMachine>;
type StepChoiceSnapshot = SnapshotFrom<typeof stepChoiceMachine>;
export const selectAskedStep = (snapshot: StepChoiceSnapshot): LifeOffer | null =>
  snapshot.matches('asking') ? snapshot.context.offer : null;
export const selectChosenOffer = ({ context }: StepChoiceSnapshot): LifeOffer | null => context.offer;
export const selectStepComment = ({ context }: StepChoiceSnapshot): string => context.comment;
