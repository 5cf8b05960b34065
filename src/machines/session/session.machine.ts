/**
 * Who is signed in to an area, and the way in and out. Owned by the app; lives as long as the page.
 * Restored from the area's storage slice: a person counts as signed in when both id and token are present.
 * Source: specification §4 "Language and login"; readings 4.7, 4.8.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Area } from '#domain/base/area';
import { isRefusedAt, type Failure } from '#domain/base/failure';
import type { AdminInfo, MemberInfo, Person, TokenPair } from '#domain/session/people';
import type { Secret } from '#domain/base/secret';
import type { CaptchaAnswer } from './click-captcha.machine.ts';
import { effect } from '../base/effect.ts';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import { RECEIVE_TYPED } from './receive-typed.ts';
import type { Credentials, SessionEvent, SignedIn } from './sign-in.vocabulary.ts';

export interface SessionInput {
  readonly area: Area;
  readonly person: Person | null;
  readonly tokens: TokenPair | null;
}

interface SessionContext extends SessionInput {
  /** What was typed, until the server has judged it. */
  readonly credentials: Credentials | null;
  readonly failure: Failure | null;
  readonly isUnsaved: boolean;
}

const ledOn = ({ event }: { readonly event: { readonly output: string | null } }) => ({ to: event.output });
const foundElsewhere = ({ event }: { readonly event: { readonly output: boolean } }) => ({ isUnsaved: event.output });
const announce = {
  type: 'announceToken',
  params: ({ context }: { readonly context: SessionContext }) => ({ area: context.area }),
} as const;
const enterElsewhere = [
  { type: 'enter', params: ({ event: { person, tokens } }: { readonly event: SignedIn }) => ({ person, tokens }) },
  announce,
] as const;

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as 'busy' | 'asking' | 'secondStep' | 'signedIn' | 'signedOut',
  },
  actors: {
    readLogin: fromPromise<{ readonly captcha: boolean }, { readonly area: Area }>(notProvided('readLogin')),
    signIn: fromPromise<SignedIn, { readonly area: Area; readonly credentials: Credentials }>(notProvided('signIn')),
    /** Whether another tab of the browser holds work of the area that is not saved. */
    readUnsavedElsewhere: fromPromise<boolean, { readonly area: Area }>(notProvided('readUnsavedElsewhere')),
    /** Answers where the person goes on to, to sign out of the provider that they came by; null for nowhere. */
    signOut: fromPromise<string | null, { readonly area: Area; readonly refreshToken: Secret | null }>(notProvided('signOut')),
  },
  guards: {
    isVouched: (_, { by }: Credentials) => by === 'provider',
    needsCaptcha: (_, params: { readonly captcha: boolean }) => params.captcha,
    wasCaptchaRefused: (_, params: { readonly error: unknown }) => isRefusedAt(params.error, 'captchaInfo'),
    /** The password was right, and a code is asked for beside it. */
    isCodeWanted: ({ context }, params: { readonly error: unknown }) =>
      context.credentials?.code === undefined && isRefusedAt(params.error, 'factorCode'),
    wasCodeRefused: (_, params: { readonly error: unknown }) => isRefusedAt(params.error, 'factorCode'),
    /** The password was right, but nobody is let in without a second factor. */
    isFactorWanted: (_, params: { readonly error: unknown }) => isRefusedAt(params.error, 'factorSetup'),
    /** Another place has a session to end as well. */
    isLedOn: (_, params: { readonly to: string | null }) => Boolean(params.to),
    hasEntered: (_, params: { readonly signedIn: SignedIn | null }) => params.signedIn !== null,
    hasUnsaved: ({ context }) => context.isUnsaved,
    isUnsavedElsewhere: (_, params: { readonly isUnsaved: boolean }) => params.isUnsaved,
    isRestored: ({ context }) => context.person !== null && context.person.id > 0 && context.tokens !== null,
  },
  actions: {
    enter: assign((_, params: SignedIn) => ({ ...params, credentials: null, failure: null })),
    clearSession: assign({ person: null, tokens: null, credentials: null, failure: null }),
    setPerson: assign({ person: (_, params: { readonly person: Person }) => params.person }),
    setTokens: assign({ tokens: (_, params: { readonly tokens: TokenPair }) => params.tokens }),
    setCredentials: assign({ credentials: (_, params: Credentials) => params }),
    receiveAnswer: assign({
      credentials: ({ context }, captcha: CaptchaAnswer) => context.credentials && { ...context.credentials, captcha },
    }),
    setCode: assign({
      credentials: ({ context }, { code }: { readonly code: Secret }) => context.credentials && { ...context.credentials, code },
    }),
    clearCredentials: assign({ credentials: null }),
    enterEnrolled: assign((_, { signedIn }: { readonly signedIn: SignedIn | null }) => ({ ...signedIn, credentials: null, failure: null })),
    setFailure: assign(toFailure),
    receiveFailure: assign({ failure: (_, { failure }: { readonly failure: Failure }) => failure }),
    clearFailure: assign({ failure: null }),
    setUnsaved: assign({ isUnsaved: (_, params: { readonly isUnsaved: boolean }) => params.isUnsaved }),
    /** Tells the gateway that calls carry another token from now on. */
    announceToken: effect<{ readonly area: Area }>(),
    /** The page begins anew, with nothing of the area's in it. */
    reloadPage: effect(),
    /** The same at another place, which leads back. */
    leavePage: effect<{ readonly to: string | null }>(),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, credentials: null, failure: null, isUnsaved: false }),
  initial: 'restored',
  on: {
    'work.unsavedChanged': { actions: { type: 'setUnsaved', params: payload } },
    // Whatever is on its way here is given up: the browser is signed in.
    'session.signedInElsewhere': { target: '.signedIn', actions: enterElsewhere },
    'session.entered': { target: '.signedIn', actions: enterElsewhere },
  },
  states: {
    restored: {
      always: [
        { guard: 'isRestored', target: 'signedIn' },
        { target: 'signedOut', actions: 'clearSession' },
      ],
    },
    signedOut: {
      tags: 'signedOut',
      on: {
        'session.signInRequested': [
          // It was looked at elsewhere whether that is a person.
          { guard: { type: 'isVouched', params: payload }, target: 'signingIn', actions: RECEIVE_TYPED },
          { target: 'readingLogin', actions: RECEIVE_TYPED },
        ],
        'session.failureDismissed': { actions: 'clearFailure' },
      },
    },
    /** Asks with each attempt what the server wants to see, so that the page itself has to ask for nothing. */
    readingLogin: {
      tags: ['busy', 'signedOut'],
      invoke: {
        id: 'readLogin',
        src: 'readLogin',
        input: ({ context }) => ({ area: context.area }),
        onDone: [{ guard: { type: 'needsCaptcha', params: output }, target: 'captchaAsked' }, { target: 'signingIn' }],
        onError: { target: 'signedOut', actions: [SET_FAILURE, 'clearCredentials'] },
      },
    },
    captchaAsked: {
      tags: ['asking', 'signedOut'],
      on: {
        'captcha.passed': { target: 'signingIn', actions: { type: 'receiveAnswer', params: ({ event: { id, info } }) => ({ id, info }) } },
        'captcha.closed': { target: 'signedOut', actions: ['clearCredentials', 'clearFailure'] },
      },
    },
    signingIn: {
      tags: ['busy', 'signedOut'],
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => ({ area: context.area, credentials: typedIn(context) }),
        onDone: { target: 'signedIn', actions: [{ type: 'enter', params: output }, announce] },
        onError: [
          // What was typed is still good; only the picture was not.
          { guard: { type: 'wasCaptchaRefused', params: errorOf }, target: 'captchaAsked', actions: SET_FAILURE },
          { guard: { type: 'isCodeWanted', params: errorOf }, target: 'codeAsked', actions: 'clearFailure' },
          { guard: { type: 'wasCodeRefused', params: errorOf }, target: 'codeAsked', actions: SET_FAILURE },
          { guard: { type: 'isFactorWanted', params: errorOf }, target: 'enrolmentAsked', actions: 'clearFailure' },
          { target: 'signedOut', actions: [SET_FAILURE, 'clearCredentials'] },
        ],
      },
    },
    /** The second step; what was typed in the first is kept until it is over. */
    codeAsked: {
      tags: ['secondStep', 'signedOut'],
      on: {
        'session.codeGiven': { target: 'checkingCode', actions: ['clearFailure', { type: 'setCode', params: payload }] },
        'session.codeDismissed': { target: 'signedOut', actions: ['clearCredentials', 'clearFailure'] },
      },
    },
    checkingCode: {
      tags: ['busy', 'secondStep', 'signedOut'],
      invoke: {
        id: 'signInWithCode',
        src: 'signIn',
        input: ({ context }) => ({ area: context.area, credentials: typedIn(context) }),
        onDone: { target: 'signedIn', actions: [{ type: 'enter', params: output }, announce] },
        onError: [
          { guard: { type: 'wasCaptchaRefused', params: errorOf }, target: 'captchaAsked', actions: SET_FAILURE },
          { guard: { type: 'isFactorWanted', params: errorOf }, target: 'enrolmentAsked', actions: 'clearFailure' },
          { target: 'codeAsked', actions: SET_FAILURE },
        ],
      },
    },
    /** Nobody is let in without a second factor: its set-up ends in the sign-in. */
    enrolmentAsked: {
      tags: ['secondStep', 'signedOut'],
      on: {
        'enrolment.completed': {
          guard: { type: 'hasEntered', params: payload },
          target: 'signedIn',
          actions: [{ type: 'enterEnrolled', params: payload }, announce],
        },
        'enrolment.refused': {
          target: 'signedOut',
          actions: [{ type: 'receiveFailure', params: payload }, 'clearCredentials'],
        },
        'enrolment.closed': { target: 'signedOut', actions: 'clearCredentials' },
      },
    },
    signedIn: {
      tags: 'signedIn',
      initial: 'settled',
      on: {
        'session.personLoaded': { actions: { type: 'setPerson', params: payload } },
        'session.tokensRenewed': { actions: [{ type: 'setTokens', params: payload }, announce] },
        'session.ended': { target: 'signedOut', actions: 'clearSession' },
        'session.signedInElsewhere': { actions: enterElsewhere },
        'session.entered': { actions: enterElsewhere },
        'session.signOutRequested': [{ guard: 'hasUnsaved', target: '.askingToSignOut' }, { target: '.lookingElsewhere' }],
      },
      states: {
        settled: {},
        /** The tabs of a browser have one session: what is typed in another one would go too. */
        lookingElsewhere: {
          tags: 'busy',
          invoke: {
            id: 'readUnsavedElsewhere',
            src: 'readUnsavedElsewhere',
            input: ({ context }) => ({ area: context.area }),
            onDone: [
              { guard: { type: 'isUnsavedElsewhere', params: foundElsewhere }, target: 'askingToSignOut' },
              { target: '#session.signingOut' },
            ],
            onError: '#session.signingOut',
          },
        },
        /** What is not saved would go with the page. */
        askingToSignOut: {
          on: { 'session.signOutConfirmed': '#session.signingOut', 'session.signOutDismissed': 'settled' },
        },
        /** Still signed in; the user may sign out on this device alone. */
        signOutFailed: {
          on: {
            'session.signOutRequested': { target: '#session.signingOut', actions: 'clearFailure' },
            'session.signOutForced': { target: '#session.signedOut', actions: ['clearSession', 'reloadPage'] },
            'session.signOutDismissed': { target: 'settled', actions: 'clearFailure' },
          },
        },
      },
    },
    signingOut: {
      tags: ['busy', 'signedIn'],
      on: {
        'session.tokensRenewed': { actions: [{ type: 'setTokens', params: payload }, announce] },
        'session.ended': { target: 'signedOut', actions: ['clearSession', 'reloadPage'] },
        // Who signs out does not come in by the way.
        'session.signedInElsewhere': {},
        'session.entered': {},
      },
      invoke: {
        id: 'signOut',
        src: 'signOut',
        input: ({ context }) => ({ area: context.area, refreshToken: context.tokens?.refreshToken ?? null }),
        onDone: [
          {
            guard: { type: 'isLedOn', params: ledOn },
            target: 'signedOut',
            actions: ['clearSession', { type: 'leavePage', params: ledOn }],
          },
          { target: 'signedOut', actions: ['clearSession', 'reloadPage'] },
        ],
        onError: { target: 'signedIn.signOutFailed', actions: SET_FAILURE },
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
export const selectPerson = (snapshot: SessionSnapshot): Person | null => snapshot.context.person;
/** Of the back office's session. */
export const selectAdmin = ({ context: { person } }: SessionSnapshot): AdminInfo | null => (person && 'super' in person ? person : null);
/** Of the member centre's. */
export const selectMember = ({ context: { person } }: SessionSnapshot): MemberInfo | null => (person && 'money' in person ? person : null);
export const selectTokens = (snapshot: SessionSnapshot): TokenPair | null => snapshot.context.tokens;
export const selectIsSignedIn = (snapshot: SessionSnapshot): boolean => snapshot.hasTag('signedIn');
export const selectSessionFailure = (snapshot: SessionSnapshot): Failure | null => snapshot.context.failure;
export const selectIsAskingToSignOut = (snapshot: SessionSnapshot): boolean => snapshot.matches({ signedIn: 'askingToSignOut' });
/** What is not saved is in this tab, be it alone. */
export const selectIsUnsavedHere = (snapshot: SessionSnapshot): boolean => snapshot.context.isUnsaved;
export const selectHasSignOutFailed = (snapshot: SessionSnapshot): boolean => snapshot.matches({ signedIn: 'signOutFailed' });
/** The sign-in is on its way, be it that a captcha is being solved or a code typed. */
export const selectIsSigningIn = (snapshot: SessionSnapshot): boolean => snapshot.context.credentials !== null;
/** What the sign-in page asks for. */
export const selectSignInStep = (snapshot: SessionSnapshot): 'password' | 'code' | 'enrolment' =>
  snapshot.matches('enrolmentAsked') ? 'enrolment' : snapshot.hasTag('secondStep') ? 'code' : 'password';
export const selectCredentials = (snapshot: SessionSnapshot): Credentials | null => snapshot.context.credentials;
export const selectIsAskingCaptcha = (snapshot: SessionSnapshot): boolean => snapshot.hasTag('asking');
