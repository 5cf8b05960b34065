/**
 * Guards an area's access token: one renewal for any number of refused calls, which wait for it and are replayed in order.
 * Owned by the app beside the area's session; outlives sign-in and sign-out.
 * A generation counts the tokens: a late refusal of an old token needs no renewal, and a late redirect is not followed twice.
 * Where a renewal got no answer, the token is known to have run out: it is renewed when the line is back, or before the next call is sent.
 * Source: specification §4 "Token refresh", §8 "Reply codes".
 */
import { assign, fromPromise, setup, type ActorRefFrom, type DoneActorEvent, type ErrorActorEvent, type SnapshotFrom } from 'xstate';
import type { Area } from '#domain/base/area';
import { failureOf, type Failure } from '#domain/base/failure';
import type { TokenPair } from '#domain/session/people';
import { effect } from '../base/effect.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export interface RedirectTarget {
  readonly routeName?: string;
  readonly routePath?: string;
}

/** `refused`: the server will not renew; `unanswered`: nobody knows, so nobody is signed out. */
export type Renewal =
  | { readonly outcome: 'renewed'; readonly tokens: TokenPair }
  | { readonly outcome: 'refused'; readonly isOnLoginRoute: boolean; readonly failure: Failure }
  | { readonly outcome: 'unanswered'; readonly failure: Failure };

export type GatewayEvent =
  /** A call of this generation was answered with "token expired". */
  | { readonly type: 'gateway.tokenExpired'; readonly generation: number }
  /** A call of this generation was answered with a redirect. */
  | { readonly type: 'gateway.redirected'; readonly generation: number; readonly target: RedirectTarget; readonly message: string }
  /** A call is about to be sent, and the token is known to have run out. */
  | { readonly type: 'gateway.tokenNeeded' }
  /** The session has a new token: by signing in, or from another tab. */
  | { readonly type: 'gateway.tokenReplaced' }
  /** Another tab has signed out or lost the session that the tabs share. */
  | { readonly type: 'gateway.sessionEnded' };

export interface GatewayInput {
  readonly area: Area;
}

interface GatewayContext {
  readonly area: Area;
  readonly generation: number;
  /** Why the last renewal failed; what waiting calls are rejected with. */
  readonly failure: Failure | null;
}

type RenewalDone = DoneActorEvent<Renewal>;
const isOfCurrentToken = {
  type: 'isCurrent',
  params: ({ event }: { readonly event: { readonly generation: number } }) => ({ generation: event.generation }),
} as const;
const tokensOf = ({ output }: RenewalDone) => (output.outcome === 'renewed' ? output.tokens : null);
const failureIn = ({ output }: RenewalDone) => (output.outcome === 'renewed' ? null : output.failure);

const waitFailed = {
  actions: { type: 'setFailure', params: ({ event }: { readonly event: ErrorActorEvent }) => ({ failure: failureOf(event.error) }) },
} as const;

const ofArea = ({ context }: { readonly context: GatewayContext }) => ({ area: context.area });
const sessionEnded = {
  target: 'lost',
  actions: [
    'countGeneration',
    { type: 'removeTokens', params: ofArea },
    { type: 'announceLoss', params: ({ context }: { readonly context: GatewayContext }) => ({ area: context.area, failure: null }) },
  ],
} as const;

export const gatewayMachine = setup({
  types: {
    context: {} as GatewayContext,
    events: {} as GatewayEvent,
    input: {} as GatewayInput,
    tags: {} as 'busy',
  },
  actors: {
    renewToken: fromPromise<Renewal, { readonly area: Area }>(notProvided('renewToken')),
    /** Resolves when another try is worth it. */
    awaitLine: fromPromise<void>(notProvided('awaitLine')),
  },
  guards: {
    isCurrent: ({ context }, params: { readonly generation: number }) => params.generation === context.generation,
    isRenewed: (_, renewal: Renewal) => renewal.outcome === 'renewed',
    isRefused: (_, renewal: Renewal) => renewal.outcome === 'refused',
    isRefusedOnLoginRoute: (_, renewal: Renewal) => renewal.outcome === 'refused' && renewal.isOnLoginRoute,
  },
  actions: {
    countGeneration: assign({ generation: ({ context }) => context.generation + 1, failure: null }),
    setFailure: assign({ failure: (_, params: { readonly failure: Failure | null }) => params.failure }),
    storeTokens: effect<{ readonly area: Area; readonly tokens: TokenPair | null }>(),
    removeTokens: effect<{ readonly area: Area }>(),
    announceLoss: effect<{ readonly area: Area; readonly failure: Failure | null }>(),
    leaveFor: effect<{ readonly area: Area; readonly target: RedirectTarget; readonly message: string }>(),
  },
}).createMachine({
  id: 'gateway',
  context: ({ input }) => ({ area: input.area, generation: 0, failure: null }),
  initial: 'ready',
  on: {
    'gateway.redirected': {
      guard: isOfCurrentToken,
      target: '.lost',
      actions: [
        'countGeneration',
        { type: 'removeTokens', params: ofArea },
        { type: 'leaveFor', params: ({ context, event }) => ({ area: context.area, target: event.target, message: event.message }) },
      ],
    },
  },
  states: {
    ready: {
      on: {
        'gateway.tokenExpired': { guard: isOfCurrentToken, target: 'renewing' },
        'gateway.tokenReplaced': { actions: 'countGeneration' },
        'gateway.sessionEnded': sessionEnded,
      },
    },
    /** The token has run out, and nobody knows whether the server would renew it. */
    stale: {
      invoke: { id: 'awaitLine', src: 'awaitLine', onDone: 'renewing', onError: waitFailed },
      on: {
        'gateway.tokenNeeded': 'renewing',
        'gateway.tokenExpired': { guard: isOfCurrentToken, target: 'renewing' },
        'gateway.tokenReplaced': { target: 'ready', actions: 'countGeneration' },
        'gateway.sessionEnded': sessionEnded,
      },
    },
    renewing: {
      tags: 'busy',
      on: {
        'gateway.tokenReplaced': { target: 'ready', actions: 'countGeneration' },
        'gateway.sessionEnded': sessionEnded,
      },
      invoke: {
        id: 'renewToken',
        src: 'renewToken',
        input: ({ context }) => ({ area: context.area }),
        onDone: [
          {
            guard: { type: 'isRenewed', params: output },
            target: 'ready',
            actions: [
              'countGeneration',
              { type: 'storeTokens', params: ({ context, event }) => ({ area: context.area, tokens: tokensOf(event) }) },
            ],
          },
          {
            // Waiting calls are sent again without a token: the login page's own calls need none.
            guard: { type: 'isRefusedOnLoginRoute', params: output },
            target: 'ready',
            actions: ['countGeneration', { type: 'removeTokens', params: ofArea }],
          },
          {
            guard: { type: 'isRefused', params: output },
            target: 'lost',
            actions: [
              'countGeneration',
              { type: 'setFailure', params: ({ event }) => ({ failure: failureIn(event) }) },
              { type: 'removeTokens', params: ofArea },
              { type: 'announceLoss', params: ({ context, event }) => ({ area: context.area, failure: failureIn(event) }) },
            ],
          },
          { target: 'stale', actions: { type: 'setFailure', params: ({ event }) => ({ failure: failureIn(event) }) } },
        ],
        onError: { target: 'stale', actions: { type: 'setFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) } },
      },
    },
    /** Nobody is signed in any more and the user is on the way out; calls are refused quietly. */
    lost: {
      on: { 'gateway.tokenReplaced': { target: 'ready', actions: 'countGeneration' } },
    },
  },
});

export type GatewaySnapshot = SnapshotFrom<typeof gatewayMachine>;
export type GatewayRef = ActorRefFrom<typeof gatewayMachine>;
export const selectGeneration = (snapshot: GatewaySnapshot): number => snapshot.context.generation;
export const selectRenewalFailure = (snapshot: GatewaySnapshot): Failure | null => snapshot.context.failure;
export const selectIsRenewing = (snapshot: GatewaySnapshot): boolean => snapshot.matches('renewing');
export const selectIsSessionStale = (snapshot: GatewaySnapshot): boolean => snapshot.matches('stale');
export const selectIsLost = (snapshot: GatewaySnapshot): boolean => snapshot.matches('lost');
