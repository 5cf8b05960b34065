/**
 * Who is signed in to an area, and the way in and out. Owned by the app; lives as long as the page.
 * Restored from the area's storage slice: a person counts as signed in when both id and token are present.
 * Source: specification §4 "Language and login"; readings 4.7, 4.8.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type ErrorActorEvent, type SnapshotFrom } from 'xstate';
import type { Area } from '#domain/area';
import { failureOf, type Failure } from '#domain/failure';
import type { AdminInfo, TokenPair } from '#domain/people';
import type { Secret } from '#domain/secret';
import type { CaptchaAnswer, CaptchaReport } from './click-captcha.machine.ts';
import { effect } from './effect.ts';
import { notProvided } from './not-provided.ts';

export interface Credentials {
  readonly username: string;
  readonly password: Secret;
  /** "Keep signed in": asks for a refresh token. */
  readonly keep: boolean;
  readonly captcha?: CaptchaAnswer;
}

export interface SignedIn {
  readonly person: AdminInfo;
  readonly tokens: TokenPair;
}

export type SessionEvent =
  | ({ readonly type: 'session.signInRequested' } & Credentials)
  /** From the dialog that is shown while the captcha is asked for. */
  | CaptchaReport
  | { readonly type: 'session.failureDismissed' }
  | { readonly type: 'session.personLoaded'; readonly person: AdminInfo }
  | { readonly type: 'session.tokensRenewed'; readonly tokens: TokenPair }
  /** The server no longer knows the token, or another tab of this browser has signed out. */
  | { readonly type: 'session.ended' }
  /** Another tab has signed in. */
  | { readonly type: 'session.signedInElsewhere'; readonly person: AdminInfo; readonly tokens: TokenPair }
  | { readonly type: 'session.signOutRequested' }
  | { readonly type: 'session.signOutForced' }
  | { readonly type: 'session.signOutDismissed' };

export interface SessionInput {
  readonly area: Area;
  readonly person: AdminInfo | null;
  readonly tokens: TokenPair | null;
}

interface SessionContext {
  readonly area: Area;
  readonly person: AdminInfo | null;
  readonly tokens: TokenPair | null;
  /** What was typed, until the server has judged it. */
  readonly credentials: Credentials | null;
  readonly failure: Failure | null;
}

const errorOf = ({ event }: { readonly event: ErrorActorEvent }) => ({ error: event.error });

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as 'busy' | 'asking' | 'signedIn' | 'signedOut',
  },
  actors: {
    readLogin: fromPromise<{ readonly captcha: boolean }, { readonly area: Area }>(notProvided('readLogin')),
    signIn: fromPromise<SignedIn, { readonly area: Area; readonly credentials: Credentials }>(notProvided('signIn')),
    signOut: fromPromise<void, { readonly area: Area; readonly refreshToken: Secret | null }>(notProvided('signOut')),
  },
  guards: {
    needsCaptcha: (_, params: { readonly captcha: boolean }) => params.captcha,
    wasCaptchaRefused: (_, params: { readonly error: unknown }) => {
      const failure = failureOf(params.error);
      return failure.kind === 'rejected' && failure.fields?.['captchaInfo'] !== undefined;
    },
    isRestored: ({ context }) => context.person !== null && context.person.id > 0 && context.tokens !== null,
  },
  actions: {
    enter: assign((_, params: SignedIn) => ({ ...params, credentials: null, failure: null })),
    forget: assign({ person: null, tokens: null, credentials: null, failure: null }),
    notePerson: assign({ person: (_, params: { readonly person: AdminInfo }) => params.person }),
    noteTokens: assign({ tokens: (_, params: { readonly tokens: TokenPair }) => params.tokens }),
    noteCredentials: assign({ credentials: (_, params: Credentials) => params }),
    noteAnswer: assign({
      credentials: ({ context }, captcha: CaptchaAnswer) => context.credentials && { ...context.credentials, captcha },
    }),
    forgetCredentials: assign({ credentials: null }),
    noteFailure: assign({ failure: (_, params: { readonly error: unknown }) => failureOf(params.error) }),
    clearFailure: assign({ failure: null }),
    /** Tells the gateway that calls carry another token from now on. */
    announceToken: effect<{ readonly area: Area }>(),
    reloadPage: effect(),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, credentials: null, failure: null }),
  initial: 'restored',
  states: {
    restored: {
      always: [
        { guard: 'isRestored', target: 'signedIn' },
        { target: 'signedOut', actions: 'forget' },
      ],
    },
    signedOut: {
      tags: 'signedOut',
      on: {
        'session.signInRequested': {
          target: 'readingLogin',
          actions: ['clearFailure', { type: 'noteCredentials', params: ({ event: { type: _type, ...typed } }) => typed }],
        },
        'session.failureDismissed': { actions: 'clearFailure' },
        'session.signedInElsewhere': {
          target: 'signedIn',
          actions: [
            { type: 'enter', params: ({ event }) => ({ person: event.person, tokens: event.tokens }) },
            { type: 'announceToken', params: ({ context }) => ({ area: context.area }) },
          ],
        },
      },
    },
    /** Asks with each attempt what the server wants to see, so that the page itself has to ask for nothing. */
    readingLogin: {
      tags: ['busy', 'signedOut'],
      invoke: {
        id: 'readLogin',
        src: 'readLogin',
        input: ({ context }) => ({ area: context.area }),
        onDone: [{ guard: { type: 'needsCaptcha', params: ({ event }) => event.output }, target: 'captchaAsked' }, { target: 'signingIn' }],
        onError: { target: 'signedOut', actions: [{ type: 'noteFailure', params: errorOf }, 'forgetCredentials'] },
      },
    },
    captchaAsked: {
      tags: ['asking', 'signedOut'],
      on: {
        'captcha.passed': { target: 'signingIn', actions: { type: 'noteAnswer', params: ({ event: { id, info } }) => ({ id, info }) } },
        'captcha.closed': { target: 'signedOut', actions: ['forgetCredentials', 'clearFailure'] },
        'session.signedInElsewhere': {
          target: 'signedIn',
          actions: [
            { type: 'enter', params: ({ event }) => ({ person: event.person, tokens: event.tokens }) },
            { type: 'announceToken', params: ({ context }) => ({ area: context.area }) },
          ],
        },
      },
    },
    signingIn: {
      tags: ['busy', 'signedOut'],
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => ({ area: context.area, credentials: typedIn(context) }),
        onDone: {
          target: 'signedIn',
          actions: [
            { type: 'enter', params: ({ event }) => event.output },
            { type: 'announceToken', params: ({ context }) => ({ area: context.area }) },
          ],
        },
        onError: [
          // What was typed is still good; only the picture was not.
          {
            guard: { type: 'wasCaptchaRefused', params: errorOf },
            target: 'captchaAsked',
            actions: { type: 'noteFailure', params: errorOf },
          },
          { target: 'signedOut', actions: [{ type: 'noteFailure', params: errorOf }, 'forgetCredentials'] },
        ],
      },
    },
    signedIn: {
      tags: 'signedIn',
      initial: 'settled',
      on: {
        'session.personLoaded': { actions: { type: 'notePerson', params: ({ event }) => ({ person: event.person }) } },
        'session.tokensRenewed': {
          actions: [
            { type: 'noteTokens', params: ({ event }) => ({ tokens: event.tokens }) },
            { type: 'announceToken', params: ({ context }) => ({ area: context.area }) },
          ],
        },
        'session.ended': { target: 'signedOut', actions: 'forget' },
        'session.signedInElsewhere': {
          actions: [
            { type: 'enter', params: ({ event }) => ({ person: event.person, tokens: event.tokens }) },
            { type: 'announceToken', params: ({ context }) => ({ area: context.area }) },
          ],
        },
        'session.signOutRequested': { target: 'signingOut', actions: 'clearFailure' },
      },
      states: {
        settled: {},
        /** Still signed in; the user may sign out on this device alone. */
        signOutFailed: {
          on: {
            'session.signOutForced': { target: '#session.signedOut', actions: ['forget', 'reloadPage'] },
            'session.signOutDismissed': { target: 'settled', actions: 'clearFailure' },
          },
        },
      },
    },
    signingOut: {
      tags: ['busy', 'signedIn'],
      on: {
        'session.tokensRenewed': {
          actions: [
            { type: 'noteTokens', params: ({ event }) => ({ tokens: event.tokens }) },
            { type: 'announceToken', params: ({ context }) => ({ area: context.area }) },
          ],
        },
        'session.ended': { target: 'signedOut', actions: ['forget', 'reloadPage'] },
      },
      invoke: {
        id: 'signOut',
        src: 'signOut',
        input: ({ context }) => ({ area: context.area, refreshToken: context.tokens?.refreshToken ?? null }),
        onDone: { target: 'signedOut', actions: ['forget', 'reloadPage'] },
        onError: { target: 'signedIn.signOutFailed', actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) } },
      },
    },
  },
});

function typedIn({ credentials }: SessionContext): Credentials {
  if (!credentials) throw new Error('nobody has typed credentials');
  return credentials;
}

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;
export type SessionRef = ActorRefFrom<typeof sessionMachine>;
export const selectPerson = (snapshot: SessionSnapshot): AdminInfo | null => snapshot.context.person;
export const selectTokens = (snapshot: SessionSnapshot): TokenPair | null => snapshot.context.tokens;
export const selectIsSignedIn = (snapshot: SessionSnapshot): boolean => snapshot.hasTag('signedIn');
export const selectSessionFailure = (snapshot: SessionSnapshot): Failure | null => snapshot.context.failure;
export const selectHasSignOutFailed = (snapshot: SessionSnapshot): boolean => snapshot.matches({ signedIn: 'signOutFailed' });
/** The sign-in is on its way, be it that a captcha is being solved. */
export const selectIsSigningIn = (snapshot: SessionSnapshot): boolean =>
  snapshot.hasTag('asking') || (snapshot.hasTag('busy') && snapshot.hasTag('signedOut'));
export const selectIsAskingCaptcha = (snapshot: SessionSnapshot): boolean => snapshot.hasTag('asking');
