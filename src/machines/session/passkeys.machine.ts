/**
 * The passkeys of the own account: read, added, named, removed. A leaf of the page around the safety of the account; what a change asks for,
 * the password with it or a proof that the effects ask for, and the device's own question. Source: Web Authentication Level 3; security.md rule 4.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export interface Passkey {
  readonly id: number;
  readonly name: string;
  /** Unix seconds; `usedTime` is null until it has been used. */
  readonly createTime: number;
  readonly usedTime: number | null;
  /** Whether it is kept on more than one device. */
  readonly isSynced: boolean;
}

/** What the site and the browser make of passkeys. */
export interface PasskeyList {
  readonly list: readonly Passkey[];
  /** Whether one can be added here. */
  readonly canAdd: boolean;
  /** Of an account without one: a sign-in that is not old stands for it. */
  readonly hasPassword?: false;
}

export interface NewPasskey {
  readonly name: string;
  readonly endOthers: boolean;
  /** Of whoever adds it; null where the effects ask for another proof. */
  readonly password: Secret | null;
}

export type PasskeysEvent =
  | { readonly type: 'passkeys.retried' }
  | { readonly type: 'passkeys.addRequested' }
  | { readonly type: 'passkeys.renameRequested'; readonly id: number }
  | { readonly type: 'passkeys.removeRequested'; readonly id: number }
  | ({ readonly type: 'passkeys.described' } & NewPasskey)
  | { readonly type: 'passkeys.renamed'; readonly name: string }
  | { readonly type: 'passkeys.removeConfirmed'; readonly password: Secret | null }
  | { readonly type: 'passkeys.edited' }
  | { readonly type: 'passkeys.cancelled' };

interface PasskeysContext {
  readonly shown: PasskeyList | null;
  /** Which one is named or removed. */
  readonly chosen: number | null;
  readonly typed: Omit<NewPasskey, 'password'> | null;
  /** On its way alone. */
  readonly password: Secret | null;
  /** What was asked for may have been done, though no answer came: the list is read again. */
  readonly wasSent: boolean;
  readonly failure: Failure | null;
}

export const passkeysMachine = setup({
  types: { context: {} as PasskeysContext, events: {} as PasskeysEvent, tags: {} as 'busy' | 'adding' | 'naming' | 'removing' },
  actors: {
    loadPasskeys: fromPromise<PasskeyList>(notProvided('loadPasskeys')),
    addPasskey: fromPromise<void, NewPasskey>(notProvided('addPasskey')),
    renamePasskey: fromPromise<void, { readonly id: number; readonly name: string }>(notProvided('renamePasskey')),
    removePasskey: fromPromise<void, { readonly id: number; readonly password: Secret | null }>(notProvided('removePasskey')),
  },
  guards: {
    canAdd: ({ context }) => context.shown?.canAdd === true,
    wasSent: ({ context }) => context.wasSent,
  },
  actions: {
    setShown: assign({ shown: (_, shown: PasskeyList) => shown }),
    choose: assign({ chosen: (_, { id }: { readonly id: number }) => id }),
    setTyped: assign({ typed: (_, { name, endOthers }: Omit<NewPasskey, 'password'>) => ({ name, endOthers }) }),
    setPassword: assign({ password: (_, { password }: { readonly password: Secret | null }) => password }),
    clearPassword: assign({ password: null }),
    setName: assign({ typed: (_, { name }: { readonly name: string }) => ({ name, endOthers: false }) }),
    setSent: assign({ wasSent: true }),
    clearDeed: assign({ chosen: null, typed: null, password: null, wasSent: false, failure: null }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'passkeys',
  context: { shown: null, chosen: null, typed: null, password: null, wasSent: false, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      entry: 'clearDeed',
      invoke: {
        id: 'loadPasskeys',
        src: 'loadPasskeys',
        onDone: { target: 'ready', actions: { type: 'setShown', params: output } },
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    unavailable: { on: { 'passkeys.retried': 'loading' } },
    ready: {
      on: {
        'passkeys.addRequested': { guard: 'canAdd', target: 'describing' },
        'passkeys.renameRequested': { target: 'naming', actions: { type: 'choose', params: payload } },
        'passkeys.removeRequested': { target: 'confirming', actions: { type: 'choose', params: payload } },
      },
    },
    describing: {
      tags: 'adding',
      on: {
        'passkeys.described': {
          target: 'adding',
          actions: ['clearFailure', { type: 'setTyped', params: payload }, { type: 'setPassword', params: payload }],
        },
        'passkeys.edited': { actions: 'clearFailure' },
        'passkeys.cancelled': [
          { guard: 'wasSent', target: 'loading' },
          { target: 'ready', actions: 'clearDeed' },
        ],
      },
    },
    adding: {
      tags: ['busy', 'adding'],
      exit: 'clearPassword',
      entry: 'setSent',
      invoke: {
        id: 'addPasskey',
        src: 'addPasskey',
        input: ({ context }) => ({ ...typedIn(context), password: context.password }),
        onDone: 'loading',
        onError: { target: 'describing', actions: SET_FAILURE },
      },
      // Whoever has thought better of it may leave while the device asks. What was asked for may have been done, though no answer came.
      on: { 'passkeys.cancelled': 'loading' },
    },
    naming: {
      tags: 'naming',
      on: {
        'passkeys.renamed': { target: 'savingName', actions: ['clearFailure', { type: 'setName', params: payload }] },
        'passkeys.edited': { actions: 'clearFailure' },
        'passkeys.cancelled': [
          { guard: 'wasSent', target: 'loading' },
          { target: 'ready', actions: 'clearDeed' },
        ],
      },
    },
    savingName: {
      tags: ['busy', 'naming'],
      entry: 'setSent',
      invoke: {
        id: 'renamePasskey',
        src: 'renamePasskey',
        input: ({ context }) => ({ id: chosenIn(context), name: typedIn(context).name }),
        onDone: 'loading',
        onError: { target: 'naming', actions: SET_FAILURE },
      },
    },
    confirming: {
      tags: 'removing',
      on: {
        'passkeys.removeConfirmed': { target: 'removing', actions: ['clearFailure', { type: 'setPassword', params: payload }] },
        'passkeys.edited': { actions: 'clearFailure' },
        'passkeys.cancelled': [
          { guard: 'wasSent', target: 'loading' },
          { target: 'ready', actions: 'clearDeed' },
        ],
      },
    },
    removing: {
      tags: ['busy', 'removing'],
      exit: 'clearPassword',
      entry: 'setSent',
      invoke: {
        id: 'removePasskey',
        src: 'removePasskey',
        input: ({ context }) => ({ id: chosenIn(context), password: context.password }),
        onDone: 'loading',
        onError: { target: 'confirming', actions: SET_FAILURE },
      },
    },
  },
});

function typedIn({ typed }: PasskeysContext): Omit<NewPasskey, 'password'> {
  if (!typed) throw new Error('nothing was typed');
  return typed;
}

function chosenIn({ chosen }: PasskeysContext): number {
  if (chosen === null) throw new Error('no passkey is chosen');
  return chosen;
}

export type PasskeysSnapshot = SnapshotFrom<typeof passkeysMachine>;
export type PasskeysRef = ActorRefFrom<typeof passkeysMachine>;
export const selectPasskeys = ({ context }: PasskeysSnapshot): PasskeyList | null => context.shown;
export const selectPasskeysFailure = ({ context }: PasskeysSnapshot): Failure | null => context.failure;
export const selectChosenPasskey = ({ context }: PasskeysSnapshot): Passkey | null =>
  context.shown?.list.find(({ id }) => id === context.chosen) ?? null;
export const selectPasskeysIsUnavailable = (snapshot: PasskeysSnapshot): boolean => snapshot.matches('unavailable');
