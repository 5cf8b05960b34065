/**
 * What the own account is linked with at providers of identities elsewhere. Linking leads away from the page; it and its end want the password, or a proof
 * that the effects ask for. A leaf of the page of the own account. Why: docs/decisions/180-others-may-vouch.md
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import { effect } from '../base/effect.ts';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export interface Identity {
  readonly id: number;
  /** Name of the provider. */
  readonly provider: string;
  /** What the account is known by there. */
  readonly label: string;
  /** Unix seconds; `usedTime` is null until it has been used. */
  readonly createTime: number;
  readonly usedTime: number | null;
}

export interface IdentityOffer {
  readonly id: number;
  readonly name: string;
}

export interface IdentityList {
  readonly list: readonly Identity[];
  readonly offers: readonly IdentityOffer[];
}

/** What is to happen, and to which provider or which link. */
export interface IdentityDeed {
  readonly deed: 'link' | 'unlink';
  readonly id: number;
}

export type IdentitiesEvent =
  | ({ readonly type: 'identities.deedRequested' } & IdentityDeed)
  /** Null where the effects ask for another proof. */
  | { readonly type: 'identities.confirmed'; readonly password: Secret | null }
  | { readonly type: 'identities.cancelled' }
  | { readonly type: 'identities.retried' };

interface IdentitiesContext {
  readonly shown: IdentityList | null;
  readonly asked: IdentityDeed | null;
  readonly password: Secret | null;
  readonly failure: Failure | null;
}

interface DeedInput {
  readonly id: number;
  readonly password: Secret | null;
}

export const identitiesMachine = setup({
  types: { context: {} as IdentitiesContext, events: {} as IdentitiesEvent, tags: {} as 'busy' | 'asking' },
  actors: {
    loadIdentities: fromPromise<IdentityList>(notProvided('loadIdentities')),
    /** Answers where the browser is to go. */
    startLink: fromPromise<string, DeedInput>(notProvided('startLink')),
    unlink: fromPromise<void, DeedInput>(notProvided('unlink')),
  },
  guards: { isLinking: ({ context }) => context.asked?.deed === 'link' },
  actions: {
    setShown: assign((_, shown: IdentityList) => ({ shown, failure: null })),
    setAsked: assign((_, { deed, id }: IdentityDeed) => ({ asked: { deed, id }, failure: null })),
    setPassword: assign({ password: (_, { password }: { readonly password: Secret | null }) => password, failure: null }),
    clearPassword: assign({ password: null }),
    clearDeed: assign({ asked: null, password: null, failure: null }),
    setFailure: assign(toFailure),
    leave: effect<{ readonly url: string }>(),
  },
}).createMachine({
  id: 'identities',
  context: { shown: null, asked: null, password: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      entry: 'clearDeed',
      invoke: {
        id: 'loadIdentities',
        src: 'loadIdentities',
        onDone: { target: 'shown', actions: { type: 'setShown', params: output } },
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    unavailable: { on: { 'identities.retried': 'loading' } },
    shown: { on: { 'identities.deedRequested': { target: 'asking', actions: { type: 'setAsked', params: payload } } } },
    /** An unlocked desk is no account. */
    asking: {
      tags: 'asking',
      on: {
        'identities.confirmed': { target: 'decided', actions: { type: 'setPassword', params: payload } },
        'identities.cancelled': { target: 'shown', actions: 'clearDeed' },
      },
    },
    /** Goes on at once. */
    decided: { always: [{ guard: 'isLinking', target: 'linking' }, { target: 'unlinking' }] },
    linking: {
      tags: ['busy', 'asking'],
      exit: 'clearPassword',
      invoke: {
        id: 'startLink',
        src: 'startLink',
        input: ({ context }) => doing(context),
        onDone: { target: 'leaving', actions: { type: 'leave', params: ({ event }) => ({ url: event.output }) } },
        onError: { target: 'asking', actions: SET_FAILURE },
      },
    },
    unlinking: {
      tags: ['busy', 'asking'],
      exit: 'clearPassword',
      invoke: {
        id: 'unlink',
        src: 'unlink',
        input: ({ context }) => doing(context),
        onDone: 'loading',
        onError: { target: 'asking', actions: SET_FAILURE },
      },
    },
    /** Whoever comes back with the browser's own button may choose again. */
    leaving: { on: { 'identities.deedRequested': { target: 'asking', actions: { type: 'setAsked', params: payload } } } },
  },
});

function doing({ asked, password }: IdentitiesContext): DeedInput {
  if (!asked) throw new Error('nothing was asked for');
  return { id: asked.id, password };
}

export type IdentitiesSnapshot = SnapshotFrom<typeof identitiesMachine>;
export type IdentitiesRef = ActorRefFrom<typeof identitiesMachine>;
export const selectIdentities = ({ context }: IdentitiesSnapshot): IdentityList | null => context.shown;
export const selectIdentitiesFailure = ({ context }: IdentitiesSnapshot): Failure | null => context.failure;
/** What is asked about; null while nothing is. */
export const selectAskedIdentityDeed = (snapshot: IdentitiesSnapshot): IdentityDeed | null =>
  snapshot.hasTag('asking') ? snapshot.context.asked : null;
export const selectIdentitiesIsUnavailable = (snapshot: IdentitiesSnapshot): boolean => snapshot.matches('unavailable');
