/**
 * What a rule of data safety can be about, and how much of what was before it the one in the form would cover. Lives with the form.
 * Source: wire protocol §5.14, §5.16.
 */
import { assign, fromCallback, fromPromise, setup, type ActorRef, type ActorRefFrom, type Snapshot, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { RuleChoice, RuleSubject } from '#domain/changes/rule-reach';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export type RuleSubjectEvent =
  | { readonly type: 'choices.retried' }
  /** From the form, at first and whenever it says something else. */
  | { readonly type: 'subject.changed'; readonly subject: RuleSubject };

export interface RuleSubjectInput {
  readonly kind: 'recycle' | 'sensitive';
  /** The form of the rule. */
  readonly form: ActorRef<Snapshot<unknown>, never>;
}

export type ReachRequest = Pick<RuleSubjectInput, 'kind'> & { readonly subject: RuleSubject };

interface RuleSubjectContext extends RuleSubjectInput {
  readonly choices: readonly RuleChoice[];
  readonly subject: RuleSubject;
  readonly earlier: number;
  readonly failure: Failure | null;
}

export const ruleSubjectMachine = setup({
  types: {
    context: {} as RuleSubjectContext,
    events: {} as RuleSubjectEvent,
    input: {} as RuleSubjectInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    loadChoices: fromPromise<readonly RuleChoice[], Pick<RuleSubjectInput, 'kind'>>(notProvided('loadChoices')),
    countEarlier: fromPromise<number, ReachRequest>(notProvided('countEarlier')),
    watchForm: fromCallback<RuleSubjectEvent, RuleSubjectInput>(notProvided('watchForm')),
  },
  guards: {
    isToCount: ({ context: { kind, subject, choices } }) =>
      choices.some(({ controller }) => controller === subject.controller) && (kind === 'recycle' || subject.columns.length > 0),
  },
  actions: {
    setChoices: assign((_, choices: readonly RuleChoice[]) => ({ choices, failure: null })),
    setSubject: assign((_, { subject }: { readonly subject: RuleSubject }) => ({ subject })),
    setEarlier: assign((_, earlier: number) => ({ earlier })),
    clearEarlier: assign({ earlier: 0 }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'ruleSubject',
  context: ({ input }) => ({ ...input, choices: [], subject: { controller: '', columns: [] }, earlier: 0, failure: null }),
  invoke: { id: 'watchForm', src: 'watchForm', input: ({ context: { kind, form } }) => ({ kind, form }) },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      on: { 'subject.changed': { actions: { type: 'setSubject', params: payload } } },
      invoke: {
        id: 'loadChoices',
        src: 'loadChoices',
        input: ({ context: { kind } }) => ({ kind }),
        onDone: { target: 'choosing', actions: { type: 'setChoices', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    failed: {
      tags: 'failed',
      on: { 'choices.retried': 'loading', 'subject.changed': { actions: { type: 'setSubject', params: payload } } },
    },
    choosing: {
      initial: 'deciding',
      on: { 'subject.changed': { target: '.deciding', actions: { type: 'setSubject', params: payload } } },
      states: {
        deciding: { entry: 'clearEarlier', always: [{ guard: 'isToCount', target: 'counting' }, { target: 'still' }] },
        /** Nothing to be counted, or counted; how much it is only tells more of a rule that can be saved without it. */
        still: {},
        counting: {
          invoke: {
            id: 'countEarlier',
            src: 'countEarlier',
            input: ({ context: { kind, subject } }) => ({ kind, subject }),
            onDone: { target: 'still', actions: { type: 'setEarlier', params: output } },
            onError: 'still',
          },
        },
      },
    },
  },
});

export type RuleSubjectRef = ActorRefFrom<typeof ruleSubjectMachine>;
export type RuleSubjectSnapshot = SnapshotFrom<typeof ruleSubjectMachine>;
export const selectRuleChoices = ({ context }: RuleSubjectSnapshot): readonly RuleChoice[] => context.choices;
export const selectRuleSubject = ({ context }: RuleSubjectSnapshot): RuleSubject => context.subject;
export const selectEarlier = ({ context }: RuleSubjectSnapshot): number => context.earlier;
export const selectChoicesFailure = (snapshot: RuleSubjectSnapshot): Failure | null =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
