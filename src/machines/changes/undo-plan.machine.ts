/**
 * Taking writes back after a look at what that would mean: the server plans, the person reviews, and what was reviewed is done or nothing
 * is. A world that moved on in between gives a new plan to look at. Lives with its dialog. Source: journal.md 7.3.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/base/failure';
import {
  isApplicable,
  needsColumnsDropped,
  needsDependents,
  sectionsOfPlan,
  type ChangePlan,
  type PlanPlace,
  type PlanRequest,
} from '#domain/changes/change-plan';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';

export type UndoPlanEvent =
  /** Plans anew. */
  | { readonly type: 'plan.requested' }
  /** What was written on top goes along. */
  | { readonly type: 'plan.dependentsIncluded' }
  /** What columns held that are gone is given up. */
  | { readonly type: 'plan.columnsDropped' }
  /** To which moment, in Unix seconds. */
  | { readonly type: 'plan.momentChosen'; readonly at: number }
  | { readonly type: 'plan.confirmed' }
  | { readonly type: 'plan.retried' }
  | { readonly type: 'plan.cancelled' };

export interface UndoPlanInput {
  /** null: a moment has to be chosen first. */
  readonly request: PlanRequest | null;
  /** What a chosen moment is about. */
  readonly place?: PlanPlace;
  /** Made once per dialog, so that a write that is repeated is done once. */
  readonly key: string;
  /** Whoever shows records or changes: it is told once they are others. */
  readonly list: Owner<{ readonly type: 'collection.refreshed' }>;
  /** The dialog: it has done its work then. */
  readonly dialog: Owner<{ readonly type: 'disclosure.closed' }>;
}

export interface PlanApplyInput {
  readonly request: PlanRequest;
  readonly hash: string;
  /** Sections whose records will be others; null: also some that are not shown. */
  readonly resources: readonly string[] | null;
  readonly idempotencyKey: string;
}

/** `moved`: something was written since the plan was made, which is not what was reviewed any more. */
export type ApplyAnswer = { readonly outcome: 'applied' } | { readonly outcome: 'moved'; readonly plan: ChangePlan };

interface UndoPlanContext extends UndoPlanInput {
  readonly plan: ChangePlan | null;
  readonly failure: Failure | null;
  /** Counts refusals: what got no answer is sent again as the same write, anything else is another. */
  readonly revision: number;
}

type Moment = { readonly at: number };

export const undoPlanMachine = setup({
  types: {
    context: {} as UndoPlanContext,
    events: {} as UndoPlanEvent,
    input: {} as UndoPlanInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    plan: fromPromise<ChangePlan, { readonly request: PlanRequest | null }>(notProvided('plan')),
    apply: fromPromise<ApplyAnswer, PlanApplyInput>(notProvided('apply')),
  },
  guards: {
    isAsked: ({ context }) => context.request !== null,
    isAboutPlace: ({ context }) => context.place !== undefined,
    needsDependents: ({ context }) => context.plan !== null && needsDependents(context.plan),
    needsColumnsDropped: ({ context }) => context.plan !== null && needsColumnsDropped(context.plan),
    isApplicable: ({ context }) => context.plan !== null && isApplicable(context.plan),
    isAnswered: (_, { error }: { readonly error: unknown }) => failureOf(error)?.kind === 'rejected',
    isApplied: (_, answer: ApplyAnswer) => answer.outcome === 'applied',
  },
  actions: {
    /** All of them, and those that stand on them. */
    includeDependents: assign({
      request: ({ context: { request } }) => (request && 'sets' in request ? { ...request, withDependents: true } : request),
    }),
    dropColumns: assign({ request: ({ context: { request } }) => request && { ...request, withoutColumns: true } }),
    setMoment: assign({
      request: ({ context: { place, request } }, { at }: Moment): PlanRequest | null => (place ? { ...place, at } : request),
    }),
    setPlan: assign((_, plan: ChangePlan) => ({ plan, failure: null })),
    setNewPlan: assign(({ context }, answer: ApplyAnswer) => ({
      plan: answer.outcome === 'moved' ? answer.plan : context.plan,
      failure: null,
    })),
    setFailure: assign(toFailure),
    countAnswer: assign({ revision: ({ context }) => context.revision + 1 }),
    clearFailure: assign({ failure: null }),
    refreshList: sendTo(({ context }) => context.list, { type: 'collection.refreshed' }),
    closeDialog: sendTo(({ context }) => context.dialog, { type: 'disclosure.closed' }),
  },
}).createMachine({
  id: 'undoPlan',
  context: ({ input }) => ({ ...input, plan: null, failure: null, revision: 0 }),
  initial: 'idle',
  on: {
    'plan.momentChosen': {
      guard: 'isAboutPlace',
      target: '.planning',
      actions: { type: 'setMoment', params: payload },
    },
  },
  states: {
    idle: { always: { guard: 'isAsked', target: 'planning' }, on: { 'plan.cancelled': 'cancelled' } },
    planning: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'plan',
        src: 'plan',
        input: ({ context: { request } }) => ({ request }),
        onDone: { target: 'reviewing', actions: { type: 'setPlan', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      on: { 'plan.cancelled': 'cancelled' },
    },
    failed: { tags: 'failed', on: { 'plan.retried': 'planning', 'plan.cancelled': 'cancelled' } },
    reviewing: {
      initial: 'asked',
      on: {
        'plan.requested': 'planning',
        'plan.dependentsIncluded': { guard: 'needsDependents', target: 'planning', actions: 'includeDependents' },
        'plan.columnsDropped': { guard: 'needsColumnsDropped', target: 'planning', actions: 'dropColumns' },
        'plan.confirmed': { guard: 'isApplicable', target: 'applying' },
        'plan.cancelled': 'cancelled',
      },
      states: {
        asked: {},
        /** The plan is another than the one that was confirmed. */
        renewed: {},
        /** It was confirmed, and could not be done. */
        refused: { tags: 'failed' },
      },
    },
    // What is on its way cannot be called back.
    applying: {
      tags: 'busy',
      entry: 'clearFailure',
      on: { 'plan.momentChosen': {} },
      invoke: {
        id: 'apply',
        src: 'apply',
        input: ({ context: { request, plan, key, revision } }) => ({
          request: request ?? { sets: [] },
          hash: plan?.hash ?? '',
          resources: plan && sectionsOfPlan(plan),
          idempotencyKey: `${key}:${plan?.hash}:${revision}`,
        }),
        onDone: [
          { guard: { type: 'isApplied', params: output }, target: 'done' },
          { target: 'reviewing.renewed', actions: { type: 'setNewPlan', params: output } },
        ],
        onError: [
          { guard: { type: 'isAnswered', params: errorOf }, target: 'reviewing.refused', actions: [SET_FAILURE, 'countAnswer'] },
          // It may have been done all the same.
          { target: 'reviewing.refused', actions: [SET_FAILURE, 'refreshList'] },
        ],
      },
    },
    done: { type: 'final', entry: ['refreshList', 'closeDialog'] },
    cancelled: { type: 'final', entry: 'closeDialog' },
  },
});

export type UndoPlanRef = ActorRefFrom<typeof undoPlanMachine>;
export type UndoPlanSnapshot = SnapshotFrom<typeof undoPlanMachine>;
export const selectPlan = ({ context }: UndoPlanSnapshot): ChangePlan | null => context.plan;
export const selectPlanFailure = ({ context }: UndoPlanSnapshot): Failure | null => context.failure;
export const selectIsPlanRenewed = (snapshot: UndoPlanSnapshot): boolean => snapshot.matches({ reviewing: 'renewed' });
export const selectMayApply = (snapshot: UndoPlanSnapshot): boolean => snapshot.can({ type: 'plan.confirmed' });
export const selectUndoPlanIsPlanning = (snapshot: UndoPlanSnapshot): boolean => snapshot.matches('planning');
export const selectUndoPlanIsApplying = (snapshot: UndoPlanSnapshot): boolean => snapshot.matches('applying');
export const selectUndoPlanHasFailed = (snapshot: UndoPlanSnapshot): boolean => snapshot.matches('failed');
