/**
 * Why an administrator may do something, or not. Owned by its window: first a rule is chosen, then the server says what decides.
 * Source: specification §6; readings 6.1–6.3; wire protocol §2.2.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { Explanation, RuleOption } from '#domain/rights/explanation';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export type ExplanationEvent =
  | { readonly type: 'explanation.ruleChosen'; readonly node: string }
  | { readonly type: 'explanation.retried' };

export interface ExplanationInput {
  /** Of the administrator. */
  readonly id: number;
}

interface ExplanationContext extends ExplanationInput {
  readonly rules: readonly RuleOption[];
  /** '' before one is chosen. */
  readonly node: string;
  readonly explanation: Explanation | null;
  readonly failure: Failure | null;
}

export const explanationMachine = setup({
  types: {
    context: {} as ExplanationContext,
    events: {} as ExplanationEvent,
    input: {} as ExplanationInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    loadRules: fromPromise<readonly RuleOption[]>(notProvided('loadRules')),
    explain: fromPromise<Explanation, { readonly id: number; readonly node: string }>(notProvided('explain')),
  },
  guards: { isKnown: ({ context }, { node }: { readonly node: string }) => context.rules.some((rule) => rule.node === node) },
  actions: {
    setRules: assign((_, rules: readonly RuleOption[]) => ({ rules, failure: null })),
    setNode: assign((_, { node }: { readonly node: string }) => ({ node, explanation: null, failure: null })),
    setExplanation: assign({ explanation: (_, explanation: Explanation) => explanation }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'explanation',
  context: ({ input }) => ({ ...input, rules: [], node: '', explanation: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadRules',
        src: 'loadRules',
        onDone: { target: 'choosing', actions: { type: 'setRules', params: output } },
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    unavailable: { tags: 'failed', on: { 'explanation.retried': { target: 'loading', actions: 'clearFailure' } } },
    choosing: {},
    explaining: {
      tags: 'busy',
      invoke: {
        id: 'explain',
        src: 'explain',
        input: ({ context: { id, node } }) => ({ id, node }),
        onDone: { target: 'explained', actions: { type: 'setExplanation', params: output } },
        onError: { target: 'unexplained', actions: SET_FAILURE },
      },
    },
    explained: {},
    unexplained: { tags: 'failed', on: { 'explanation.retried': { target: 'explaining', actions: 'clearFailure' } } },
  },
  on: {
    'explanation.ruleChosen': {
      guard: { type: 'isKnown', params: payload },
      target: '.explaining',
      actions: { type: 'setNode', params: payload },
    },
  },
});

export type ExplanationRef = ActorRefFrom<typeof explanationMachine>;
export type ExplanationSnapshot = SnapshotFrom<typeof explanationMachine>;
export const selectRules = ({ context }: ExplanationSnapshot): readonly RuleOption[] => context.rules;
export const selectExplanation = ({ context }: ExplanationSnapshot): Explanation | null => context.explanation;
export const selectExplanationFailure = ({ context }: ExplanationSnapshot): Failure | null => context.failure;
