/**
 * Becoming a member: what the server lets register, a code to the address, and the account itself. A leaf of the sign-in page; what was
 * typed stays in its fields, so that another tab of the page loses nothing.
 * Source: wire protocol §2.6, §2.9; open content, "Member centre".
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import type { Channel, CodeTerms } from '#domain/members/channel';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import type { SessionEvent, SignedIn } from '../session/sign-in.vocabulary.ts';
import { verificationCodeMachine } from '../session/verification-code.machine.ts';

export interface RegistrationTerms extends CodeTerms {
  /** Whether anybody may become a member by themselves. */
  readonly isOpen: boolean;
  /** Pages of the site that whoever registers agrees to. */
  readonly agreements: readonly { readonly path: string; readonly title: string }[];
}

export interface Registration {
  readonly username: string;
  readonly address: string;
  readonly code: Secret;
  readonly password: Secret;
}

export type RegistrationEvent =
  | { readonly type: 'registration.retried' }
  | { readonly type: 'registration.channelChosen'; readonly channel: Channel }
  | ({ readonly type: 'registration.submitted' } & Registration)
  /** A field was edited: what was said about it is old. */
  | { readonly type: 'registration.edited' };

export interface RegistrationInput {
  /** The area's session, which the new member enters. */
  readonly owner: Owner<Extract<SessionEvent, { readonly type: 'session.entered' }>>;
}

interface RegistrationContext extends RegistrationInput {
  readonly terms: RegistrationTerms | null;
  readonly channel: Channel;
  readonly typed: Registration | null;
  readonly failure: Failure | null;
}

export const registrationMachine = setup({
  types: {
    context: {} as RegistrationContext,
    events: {} as RegistrationEvent,
    input: {} as RegistrationInput,
    tags: {} as 'busy',
    children: {} as { code: 'code' },
  },
  actors: {
    readTerms: fromPromise<RegistrationTerms>(notProvided('readTerms')),
    register: fromPromise<SignedIn, Registration & { readonly channel: Channel }>(notProvided('register')),
    code: verificationCodeMachine,
  },
  guards: {
    isClosed: (_, { isOpen, channels }: RegistrationTerms) => !isOpen || channels.length === 0,
    isOffered: ({ context }, { channel }: { readonly channel: Channel }) =>
      channel !== context.channel && context.terms?.channels.includes(channel) === true,
  },
  actions: {
    setTerms: assign((_, terms: RegistrationTerms) => ({ terms, channel: terms.channels[0] ?? 'email', failure: null })),
    setChannel: assign({ channel: (_, { channel }: { readonly channel: Channel }) => channel, failure: null }),
    setTyped: assign((_, { username, address, code, password }: Registration) => ({
      typed: { username, address, code, password },
      failure: null,
    })),
    clearTyped: assign({ typed: null }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
    notifySession: sendTo(
      ({ context }) => context.owner,
      (_, { person, tokens }: SignedIn) => ({ type: 'session.entered', person, tokens }) as const,
    ),
  },
}).createMachine({
  id: 'registration',
  context: ({ input }) => ({ ...input, terms: null, channel: 'email', typed: null, failure: null }),
  initial: 'asking',
  states: {
    asking: {
      tags: 'busy',
      invoke: {
        id: 'readTerms',
        src: 'readTerms',
        onDone: [
          { guard: { type: 'isClosed', params: output }, target: 'closed', actions: { type: 'setTerms', params: output } },
          { target: 'open', actions: { type: 'setTerms', params: output } },
        ],
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    failed: { on: { 'registration.retried': 'asking' } },
    closed: { on: { 'registration.retried': 'asking' } },
    open: {
      initial: 'filling',
      // Owns captcha, sending and the pause before the next code, each address kind its own.
      invoke: {
        id: 'code',
        src: 'code',
        input: ({ context: { channel } }) => ({ channel, purpose: 'user_register' }),
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      states: {
        filling: {
          on: {
            'registration.channelChosen': {
              guard: { type: 'isOffered', params: payload },
              target: '#registration.open',
              reenter: true,
              actions: { type: 'setChannel', params: payload },
            },
            'registration.submitted': { target: 'submitting', actions: { type: 'setTyped', params: payload } },
            'registration.edited': { actions: 'clearFailure' },
          },
        },
        submitting: {
          tags: 'busy',
          // However it ends, the password is kept no longer.
          exit: 'clearTyped',
          invoke: {
            id: 'register',
            src: 'register',
            input: ({ context }) => registrationIn(context),
            onDone: { target: '#registration.entered', actions: { type: 'notifySession', params: output } },
            onError: { target: 'filling', actions: SET_FAILURE },
          },
        },
      },
    },
    /** The session leads on from here. */
    entered: { type: 'final' },
  },
});

function registrationIn({ typed, channel }: RegistrationContext): Registration & { readonly channel: Channel } {
  if (!typed) throw new Error('nothing was typed');
  return { ...typed, channel };
}

export type RegistrationSnapshot = SnapshotFrom<typeof registrationMachine>;
export type RegistrationRef = ActorRefFrom<typeof registrationMachine>;
export const selectRegistrationFailure = ({ context }: RegistrationSnapshot): Failure | null => context.failure;
export const selectRegistrationTerms = ({ context }: RegistrationSnapshot): RegistrationTerms | null => context.terms;
export const selectRegistrationChannel = ({ context }: RegistrationSnapshot): Channel => context.channel;
export const selectRegistrationCode = (snapshot: RegistrationSnapshot) => snapshot.children.code;
export const selectRegistrationIsClosed = (snapshot: RegistrationSnapshot): boolean => snapshot.matches('closed');
export const selectRegistrationHasFailed = (snapshot: RegistrationSnapshot): boolean => snapshot.matches('failed');
