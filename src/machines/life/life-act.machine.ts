/**
 * Sends one event to a record, or to several of which all take it or none: what it asks for is asked first, what was typed stays where it
 * is refused or nobody answers, and what nobody has answered is the same write when it is sent again. Whoever came first is told of, and the
 * record is read again. Owned by whatever shows the offers.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/base/failure';
import { hasIssues, type Issue, type Issues } from '#domain/base/issue';
import { among, withHeld, without } from '#domain/fields/editable';
import type { AnyRecord } from '#domain/fields/field';
import { isAsking, isOpenOffer, type LifeOffer } from '#domain/life/record-life';
import { isEmptyValue } from '#domain/life/unmet';
import { errorOf, SET_FAILURE, toFailure, type Thrown } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { payload } from '../base/payload.ts';
import { ANSWERED, isRejected, nextSent, NOTHING_SENT, type SentOnce } from '../base/sent-once.ts';

export type LifeActEvent =
  | ({ readonly type: 'act.chosen' } & Chosen)
  | { readonly type: 'act.commentTyped'; readonly comment: string }
  /** Of a field that comes with it, by its wire name. */
  | { readonly type: 'act.valueTyped'; readonly field: string; readonly value: unknown }
  /** What is typed into such a field is no value yet; freed once it is, or its input is gone. */
  | { readonly type: 'act.fieldHeld'; readonly field: string; readonly issue: Issue }
  | { readonly type: 'act.fieldFreed'; readonly field: string }
  | { readonly type: 'act.confirmed' }
  /** What was asked stays unanswered, or what was said is understood. */
  | { readonly type: 'act.cancelled' };

export type ActReport =
  /** It was done. */
  | { readonly type: 'life.acted' }
  /** Somebody else was first: what is shown is no longer so. */
  | { readonly type: 'life.refreshed' }
  /** Nothing was done: it was given up, or the refusal was read. */
  | { readonly type: 'life.left' };

export interface LifeActInput {
  readonly resource: string;
  /** Reads again once something was done. */
  readonly owner: Owner<ActReport>;
  /** What it sends can be sent again under this key. */
  readonly key: string;
}

interface Chosen {
  readonly offer: LifeOffer;
  readonly ids: readonly number[];
  /** Of the one record by which it was decided. */
  readonly version: number | null;
}

export interface SendRequest extends Omit<Chosen, 'offer'> {
  readonly resource: string;
  readonly event: string;
  /** The state that it leads to, where there is but one. */
  readonly to: string;
  readonly comment: string;
  /** By wire name. */
  readonly values: AnyRecord;
  readonly idempotencyKey: string;
}

interface LifeActContext extends LifeActInput, SentOnce {
  readonly chosen: Chosen | null;
  readonly comment: string;
  readonly values: AnyRecord;
  /** By wire name: why nothing can be sent yet. */
  readonly held: Issues;
  /** What of it was said when somebody wanted to send. */
  readonly issues: Issues;
  readonly failure: Failure | null;
  /** Whether anything was done since this began, or may have been: lists show another state than they did. */
  readonly hasActed: boolean;
}

const LEFT = { type: 'notifyOwner', params: { type: 'life.left' } } as const;
const NOTE_OUTCOME = { type: 'setOutcome', params: errorOf } as const;
const REFRESHED = { type: 'notifyOwner', params: { type: 'life.refreshed' } } as const;
const GIVE_UP = { target: 'resting', actions: ['clear', LEFT] } as const;
const LEAVE = [
  // It may have been done all the same.
  { guard: 'isUnanswered', target: 'resting', actions: ['clear', REFRESHED, LEFT] },
  GIVE_UP,
] as const;

const wishOf = ({ chosen, comment, values }: Pick<LifeActContext, 'chosen' | 'comment' | 'values'>) => ({
  ids: chosen?.ids ?? [],
  event: chosen?.offer.event ?? '',
  to: chosen?.offer.to[0] ?? '',
  version: chosen?.version ?? null,
  comment,
  values,
});

export const lifeActMachine = setup({
  types: {
    context: {} as LifeActContext,
    events: {} as LifeActEvent,
    input: {} as LifeActInput,
    tags: {} as 'busy',
  },
  actors: { sendEvent: fromPromise<void, SendRequest>(notProvided('sendEvent')) },
  guards: {
    isAsking: (_, { offer }: Chosen) => isOpenOffer(offer) && isAsking(offer),
    isOpen: (_, { offer }: Chosen) => isOpenOffer(offer),
    isTyped: ({ context }) => isTyped(context),
    isUnanswered: ({ context: { failure, unanswered } }) => failure !== null && unanswered !== null,
    isAnswered: ({ context: { chosen, comment, values, held } }) =>
      !hasIssues(held) &&
      (chosen?.offer.asks.comment !== 'required' || comment.trim() !== '') &&
      (chosen?.offer.asks.fields ?? []).every((field) => !isEmptyValue(values[field])),
    hasAsked: ({ context: { chosen } }) => chosen !== null && isAsking(chosen.offer),
    isOvertaken: (_, { error }: Thrown) => {
      const failure = failureOf(error);
      return failure.kind === 'rejected' && failure.current !== undefined;
    },
  },
  actions: {
    /** The same field may be asked for again, by the same input. */
    choose: assign(({ context: { held } }, { offer, ids, version }: Chosen) => ({
      chosen: { offer, ids, version },
      comment: '',
      values: {},
      held: among(held, offer.asks.fields),
      issues: {},
      failure: null,
    })),
    setComment: assign({ comment: (_, { comment }: { readonly comment: string }) => comment }),
    setValue: assign(({ context: { values } }, { field, value }: { readonly field: string; readonly value: unknown }) => ({
      values: { ...values, [field]: value },
    })),
    hold: assign(({ context }, params: { readonly field: string; readonly issue: Issue }) => withHeld(context, params)),
    free: assign(({ context: { held, issues } }, { field }: { readonly field: string }) => ({
      held: without(held, field),
      issues: without(issues, field),
    })),
    setHeldIssues: assign({ issues: ({ context }) => context.held }),
    /** What is chosen after that is another deed, although it may look the same: the records may have been led elsewhere meanwhile. */
    clear: assign({ ...ANSWERED, chosen: null, comment: '', values: {}, held: {}, issues: {}, failure: null }),
    setSent: assign(({ context }) => ({ ...nextSent(context, wishOf(context)), failure: null })),
    clearUnanswered: assign(ANSWERED),
    setActed: assign({ chosen: null, comment: '', values: {}, failure: null, hasActed: true }),
    setOutcome: assign((_, { error }: Thrown) => (isRejected(error) ? ANSWERED : { hasActed: true })),
    setFailure: assign(toFailure),
    notifyOwner: sendTo(
      ({ context }) => context.owner,
      (_, report: ActReport) => report,
    ),
  },
}).createMachine({
  id: 'lifeAct',
  context: ({ input }) => ({
    ...input,
    ...NOTHING_SENT,
    chosen: null,
    comment: '',
    values: {},
    held: {},
    issues: {},
    failure: null,
    hasActed: false,
  }),
  initial: 'resting',
  on: {
    // Its input goes after what was asked is over.
    'act.fieldFreed': { actions: { type: 'free', params: payload } },
    'act.chosen': [
      { guard: { type: 'isAsking', params: payload }, target: '.asking', actions: { type: 'choose', params: payload } },
      { guard: { type: 'isOpen', params: payload }, target: '.sending', actions: { type: 'choose', params: payload } },
    ],
  },
  states: {
    resting: {},
    asking: {
      on: {
        // What was typed for one is not lost to a press on another.
        'act.chosen': { guard: 'isTyped' },
        'act.commentTyped': { actions: { type: 'setComment', params: payload } },
        'act.valueTyped': { actions: { type: 'setValue', params: payload } },
        'act.fieldHeld': { actions: { type: 'hold', params: payload } },
        'act.confirmed': [{ guard: 'isAnswered', target: 'sending' }, { actions: 'setHeldIssues' }],
        'act.cancelled': LEAVE,
      },
    },
    sending: {
      tags: 'busy',
      entry: 'setSent',
      // One after the other: what is under way is not overtaken by the next press.
      on: { 'act.chosen': {} },
      invoke: {
        id: 'sendEvent',
        src: 'sendEvent',
        input: ({ context }) => ({
          resource: context.resource,
          ...wishOf(context),
          idempotencyKey: `${context.key}:${context.revision}`,
        }),
        onDone: {
          target: 'resting',
          actions: ['clearUnanswered', 'setActed', { type: 'notifyOwner', params: { type: 'life.acted' } }],
        },
        onError: [
          {
            guard: { type: 'isOvertaken', params: errorOf },
            target: 'overtaken',
            actions: [SET_FAILURE, NOTE_OUTCOME, REFRESHED],
          },
          { guard: 'hasAsked', target: 'asking', actions: [SET_FAILURE, NOTE_OUTCOME] },
          { target: 'refused', actions: [SET_FAILURE, NOTE_OUTCOME] },
        ],
      },
    },
    refused: { on: { 'act.confirmed': { guard: 'isUnanswered', target: 'sending' }, 'act.cancelled': LEAVE } },
    /** Somebody else was first: the record is read again, and nothing was done. */
    overtaken: { on: { 'act.cancelled': GIVE_UP } },
  },
});

export type LifeActRef = ActorRefFrom<typeof lifeActMachine>;
export type LifeActSnapshot = SnapshotFrom<typeof lifeActMachine>;
export const selectAct = ({ context }: LifeActSnapshot): LifeOffer | null => context.chosen?.offer ?? null;
export const selectActFailure = ({ context }: LifeActSnapshot): Failure | null => context.failure;
/** Whether somebody has typed what an event asks for. */
export const selectIsTyped = ({ context }: LifeActSnapshot): boolean => isTyped(context);
function isTyped({ comment, values, held }: Pick<LifeActContext, 'comment' | 'values' | 'held'>): boolean {
  return comment !== '' || hasIssues(held) || Object.values(values).some((value) => !isEmptyValue(value));
}
/** Whether nobody knows if what was sent was done: sent again as it is, it is done once. */
export const selectActIsUnanswered = ({ context: { failure, unanswered } }: LifeActSnapshot): boolean =>
  failure !== null && unanswered !== null;
export const selectHasActed = ({ context }: LifeActSnapshot): boolean => context.hasActed;
export const selectLifeActIsResting = (snapshot: LifeActSnapshot): boolean => snapshot.matches('resting');
export const selectLifeActIsAsking = (snapshot: LifeActSnapshot): boolean => snapshot.matches('asking');
export const selectLifeActIsRefused = (snapshot: LifeActSnapshot): boolean => snapshot.matches('refused');
export const selectLifeActIsOvertaken = (snapshot: LifeActSnapshot): boolean => snapshot.matches('overtaken');
