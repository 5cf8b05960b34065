/**
 * One call that is tried: written, sent with a token, and answered. What was answered stays while the next is written. A leaf of the call
 * that is open. Source: security.md rules 1, 12.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import type { ApiOperation } from '#domain/programs/api-operation';
import { BODY, draftIssues, firstDraft, requestOf, type ApiRequest, type CallDraft, type RequestIssue } from '#domain/programs/api-request';
import type { ApiAnswer } from '#domain/programs/api-answer';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export interface ApiCallInput {
  readonly operation: ApiOperation;
}

export type ApiCallEvent =
  | { readonly type: 'call.valueWritten'; readonly name: string; readonly value: string }
  | { readonly type: 'call.bodyWritten'; readonly text: string }
  | { readonly type: 'call.exampleRestored' }
  | { readonly type: 'call.sent'; readonly token: Secret | null }
  | { readonly type: 'call.cancelled' };

export interface ApiCallTask {
  readonly request: ApiRequest;
  readonly token: Secret | null;
}

interface ApiCallContext extends ApiCallInput {
  readonly draft: CallDraft;
  /** Only while it is sent. */
  readonly token: Secret | null;
  /** Why it was not sent; without a token that alone. */
  readonly issues: readonly RequestIssue[];
  readonly answer: ApiAnswer | null;
  readonly failure: Failure | null;
}

const WRITING = {
  'call.valueWritten': { actions: { type: 'setValue', params: payload } },
  'call.bodyWritten': { actions: { type: 'setBody', params: payload } },
  'call.exampleRestored': { actions: 'restoreExample' },
  'call.sent': [
    { guard: { type: 'hasNoToken', params: payload }, target: '#apiCall.tokenMissing' },
    { guard: 'hasIssues', target: '#apiCall.refused', actions: 'setIssues' },
    { target: '#apiCall.sending', actions: { type: 'setToken', params: payload } },
  ],
} as const;

export const apiCallMachine = setup({
  types: {
    context: {} as ApiCallContext,
    events: {} as ApiCallEvent,
    input: {} as ApiCallInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: { send: fromPromise<ApiAnswer, ApiCallTask>(notProvided('send')) },
  guards: {
    hasNoToken: (_, { token }: { readonly token: Secret | null }) => token === null,
    hasIssues: ({ context: { operation, draft } }) => draftIssues(operation, draft).length > 0,
  },
  actions: {
    setValue: assign(({ context: { draft, issues } }, { name, value }: { readonly name: string; readonly value: string }) => ({
      draft: { ...draft, values: { ...draft.values, [name]: value } },
      issues: issues.filter(({ at }) => at !== name),
    })),
    setBody: assign(({ context: { draft, issues } }, { text }: { readonly text: string }) => ({
      draft: { ...draft, body: text },
      issues: issues.filter(({ at }) => at !== BODY),
    })),
    restoreExample: assign(({ context: { operation } }) => ({ draft: firstDraft(operation), issues: [] })),
    setIssues: assign(({ context: { operation, draft } }) => ({ issues: draftIssues(operation, draft) })),
    setToken: assign((_, { token }: { readonly token: Secret | null }) => ({ token, issues: [], failure: null })),
    clearToken: assign({ token: null }),
    setAnswer: assign({ answer: (_, answer: ApiAnswer) => answer }),
    clearAnswer: assign({ answer: null }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'apiCall',
  context: ({ input }) => ({ ...input, draft: firstDraft(input.operation), token: null, issues: [], answer: null, failure: null }),
  initial: 'idle',
  states: {
    idle: { on: WRITING },
    tokenMissing: { on: WRITING },
    refused: { on: WRITING },
    sending: {
      tags: 'busy',
      exit: 'clearToken',
      on: { 'call.cancelled': 'cancelled' },
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { operation, draft, token } }) => ({ request: requestOf(operation, draft), token }),
        onDone: { target: 'answered', actions: { type: 'setAnswer', params: output } },
        onError: { target: 'failed', actions: ['clearAnswer', SET_FAILURE] },
      },
    },
    answered: { on: WRITING },
    /** Nobody waits any more; a write may have been done all the same. */
    cancelled: { entry: 'clearAnswer', on: WRITING },
    failed: { tags: 'failed', on: WRITING },
  },
});

export type ApiCallRef = ActorRefFrom<typeof apiCallMachine>;
type ApiCallSnapshot = SnapshotFrom<typeof apiCallMachine>;
export const selectCall = ({ context }: ApiCallSnapshot): ApiCallContext => context;
export const selectApiCallHasFailed = (snapshot: ApiCallSnapshot): boolean => snapshot.matches('failed');
export const selectApiCallIsCancelled = (snapshot: ApiCallSnapshot): boolean => snapshot.matches('cancelled');
export const selectApiCallIsSending = (snapshot: ApiCallSnapshot): boolean => snapshot.matches('sending');
export const selectApiCallIsTokenMissing = (snapshot: ApiCallSnapshot): boolean => snapshot.matches('tokenMissing');
