/**
 * Making the token of an entry, which is told this once. Owned by its window. It asks for the own
 * password, since a token outlives the sign-in; a token that is there already ends with it.
 * Source: security.md rules 1, 12.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export type TokenIssueEvent = { readonly type: 'token.issueRequested'; readonly password: Secret };

/** Which entry, and the own password. */
export interface TokenIssueOrder extends TokenIssueInput {
  readonly password: Secret | null;
}

export interface TokenIssueInput {
  /** Of the entry. */
  readonly id: number;
}

interface TokenIssueContext extends TokenIssueOrder {
  /** Only while it is shown. */
  readonly token: Secret | null;
  readonly failure: Failure | null;
}

const SET_PASSWORD = {
  type: 'setPassword',
  params: ({ event }: { readonly event: TokenIssueEvent }) => event.password,
} as const;

export const tokenIssueMachine = setup({
  types: { context: {} as TokenIssueContext, events: {} as TokenIssueEvent, input: {} as TokenIssueInput, tags: {} as 'busy' | 'failed' },
  actors: { issue: fromPromise<Secret, TokenIssueOrder>(notProvided('issue')) },
  actions: {
    setPassword: assign({ password: (_, password: Secret) => password }),
    clearPassword: assign({ password: null }),
    setToken: assign({ token: (_, token: Secret) => token }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'tokenIssue',
  context: ({ input }) => ({ ...input, password: null, token: null, failure: null }),
  initial: 'asking',
  states: {
    asking: { on: { 'token.issueRequested': { target: 'issuing', actions: SET_PASSWORD } } },
    issuing: {
      tags: 'busy',
      exit: 'clearPassword',
      invoke: {
        id: 'issue',
        src: 'issue',
        input: ({ context: { id, password } }) => ({ id, password }),
        onDone: { target: 'shown', actions: { type: 'setToken', params: output } },
        onError: { target: 'refused', actions: SET_FAILURE },
      },
    },
    refused: { tags: 'failed', on: { 'token.issueRequested': { target: 'issuing', actions: ['clearFailure', SET_PASSWORD] } } },
    shown: {},
  },
});

export type TokenIssueRef = ActorRefFrom<typeof tokenIssueMachine>;
export type TokenIssueSnapshot = SnapshotFrom<typeof tokenIssueMachine>;
export const selectIssuedToken = ({ context }: TokenIssueSnapshot): Secret | null => context.token;
export const selectIssueFailure = ({ context }: TokenIssueSnapshot): Failure | null => context.failure;
