/** The sign-ins of an account and the attempts at one, page by page. A leaf of the page around its safety. Source: security.md rule 4. */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export interface OwnSignIn {
  readonly id: number;
  /** Unix seconds; of repeated ones, of the first. */
  readonly time: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly outcome: 'signedIn' | 'refused';
  /** How many attempts the entry stands for. */
  readonly count: number;
}

export interface SignInsPage {
  readonly list: readonly OwnSignIn[];
  readonly total: number;
}

export const SIGN_INS_A_PAGE = 10;

interface SignInsContext {
  /** From 1. */
  readonly page: number;
  /** What came last; it stays while the next page is on its way. */
  readonly shown: SignInsPage | null;
  readonly failure: Failure | null;
}

export const signInsMachine = setup({
  types: {
    context: {} as SignInsContext,
    events: {} as { readonly type: 'signIns.pageChosen'; readonly page: number } | { readonly type: 'signIns.retried' },
    tags: {} as 'busy',
  },
  actors: { loadSignIns: fromPromise<SignInsPage, { readonly page: number }>(notProvided('loadSignIns')) },
  guards: {
    isPage: ({ context }, { page }: { readonly page: number }) =>
      page !== context.page && page >= 1 && (page - 1) * SIGN_INS_A_PAGE < (context.shown?.total ?? 0),
  },
  actions: {
    setPage: assign({ page: (_, { page }: { readonly page: number }) => page }),
    setShown: assign({ shown: (_, shown: SignInsPage) => shown, failure: null }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'signIns',
  context: { page: 1, shown: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadSignIns',
        src: 'loadSignIns',
        input: ({ context: { page } }) => ({ page }),
        onDone: { target: 'ready', actions: { type: 'setShown', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    ready: {
      on: {
        'signIns.pageChosen': {
          guard: { type: 'isPage', params: payload },
          target: 'loading',
          actions: { type: 'setPage', params: payload },
        },
      },
    },
    failed: { on: { 'signIns.retried': 'loading' } },
  },
});

export type SignInsRef = ActorRefFrom<typeof signInsMachine>;
export type SignInsSnapshot = SnapshotFrom<typeof signInsMachine>;
export const selectSignIns = ({ context }: SignInsSnapshot): SignInsPage | null => context.shown;
export const selectSignInsPage = ({ context }: SignInsSnapshot): number => context.page;
export const selectSignInsFailure = ({ context }: SignInsSnapshot): Failure | null => context.failure;
export const selectSignInsHasFailed = (snapshot: SignInsSnapshot): boolean => snapshot.matches('failed');
