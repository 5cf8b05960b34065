/**
 * The page on which calls are tried: the list of them, one that is open, and the token that they are made with, which is in memory and goes
 * with the page. A leaf of its page. Source: security.md rules 1, 12.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import type { ApiOperation, ApiOperationEntry } from '#domain/programs/api-operation';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export type ApiExplorerEvent =
  | { readonly type: 'trial.retried' }
  | { readonly type: 'trial.searched'; readonly text: string }
  | { readonly type: 'trial.operationChosen'; readonly entry: ApiOperationEntry }
  | { readonly type: 'trial.operationClosed' }
  /** Null where the field is empty. */
  | { readonly type: 'trial.tokenGiven'; readonly token: Secret | null };

interface ApiExplorerContext {
  readonly entries: readonly ApiOperationEntry[];
  readonly text: string;
  /** Which is open, or on its way. */
  readonly entry: ApiOperationEntry | null;
  readonly operation: ApiOperation | null;
  readonly token: Secret | null;
  readonly failure: Failure | null;
}

export const apiExplorerMachine = setup({
  types: { context: {} as ApiExplorerContext, events: {} as ApiExplorerEvent, tags: {} as 'busy' | 'failed' },
  actors: {
    readOperations: fromPromise<readonly ApiOperationEntry[]>(notProvided('readOperations')),
    readOperation: fromPromise<ApiOperation, ApiOperationEntry | null>(notProvided('readOperation')),
  },
  actions: {
    setEntries: assign({ entries: (_, entries: readonly ApiOperationEntry[]) => entries }),
    setText: assign({ text: (_, { text }: { readonly text: string }) => text }),
    setEntry: assign((_, { entry }: { readonly entry: ApiOperationEntry }) => ({ entry, operation: null, failure: null })),
    setOperation: assign({ operation: (_, operation: ApiOperation) => operation }),
    clearEntry: assign({ entry: null, operation: null, failure: null }),
    setToken: assign({ token: (_, { token }: { readonly token: Secret | null }) => token }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'apiExplorer',
  context: { entries: [], text: '', entry: null, operation: null, token: null, failure: null },
  initial: 'loading',
  on: { 'trial.tokenGiven': { actions: { type: 'setToken', params: payload } } },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readOperations',
        src: 'readOperations',
        onDone: { target: 'listed', actions: { type: 'setEntries', params: output } },
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    unavailable: { tags: 'failed', on: { 'trial.retried': { target: 'loading', actions: 'clearFailure' } } },
    listed: {
      initial: 'choosing',
      on: {
        'trial.searched': { actions: { type: 'setText', params: payload } },
        'trial.operationChosen': { target: '.opening', reenter: true, actions: { type: 'setEntry', params: payload } },
        'trial.operationClosed': { target: '.choosing', actions: 'clearEntry' },
      },
      states: {
        choosing: {},
        opening: {
          tags: 'busy',
          invoke: {
            id: 'readOperation',
            src: 'readOperation',
            input: ({ context }) => context.entry,
            onDone: { target: 'opened', actions: { type: 'setOperation', params: output } },
            onError: { target: 'notOpened', actions: SET_FAILURE },
          },
        },
        opened: {},
        notOpened: { tags: 'failed', on: { 'trial.retried': { target: 'opening', actions: 'clearFailure' } } },
      },
    },
  },
});

export type ApiExplorerRef = ActorRefFrom<typeof apiExplorerMachine>;
type ApiExplorerSnapshot = SnapshotFrom<typeof apiExplorerMachine>;
export const selectExplored = ({ context }: ApiExplorerSnapshot): ApiExplorerContext => context;
export const selectApiExplorerIsUnavailable = (snapshot: ApiExplorerSnapshot): boolean => snapshot.matches('unavailable');
export const selectApiExplorerIsLoading = (snapshot: ApiExplorerSnapshot): boolean => snapshot.matches('loading');
export const selectApiExplorerIsNotOpened = (snapshot: ApiExplorerSnapshot): boolean => snapshot.matches({ listed: 'notOpened' });
