import type { Failure } from '#domain/base/failure';
import type { Person, TokenPair } from '#domain/session/people';
import type { Secret } from '#domain/base/secret';
import type { CaptchaAnswer, CaptchaReport } from './click-captcha.machine.ts';

/** What a sign-in is made of, and what the set-up of a second factor tells whoever asked for it. */

export interface Credentials {
  readonly username: string;
  readonly password: Secret;
  /** "Keep signed in": asks for a refresh token. */
  readonly keep: boolean;
  readonly captcha?: CaptchaAnswer;
  /** Of the second factor: a code of the app, or a recovery code. */
  readonly code?: Secret;
  /** Where a provider has spoken for them in this browser: name and password are empty then. */
  readonly by?: 'provider';
}

export interface SignedIn {
  readonly person: Person;
  readonly tokens: TokenPair;
}

export type EnrolmentReport =
  /** `signedIn` where the set-up was part of a sign-in. */
  | { readonly type: 'enrolment.completed'; readonly signedIn: SignedIn | null }
  | { readonly type: 'enrolment.refused'; readonly failure: Failure }
  | { readonly type: 'enrolment.closed' };

export type SessionEvent =
  | ({ readonly type: 'session.signInRequested' } & Credentials)
  /** From the dialog that is shown while the captcha is asked for. */
  | CaptchaReport
  /** The second step of a sign-in: the code of a second factor, or back to the first. */
  | { readonly type: 'session.codeGiven'; readonly code: Secret }
  | { readonly type: 'session.codeDismissed' }
  /** From the page that sets a second factor up before somebody is let in. */
  | EnrolmentReport
  | { readonly type: 'session.failureDismissed' }
  | { readonly type: 'session.personLoaded'; readonly person: Person }
  | { readonly type: 'session.tokensRenewed'; readonly tokens: TokenPair }
  /** The server no longer knows the token, or another tab of this browser has signed out. */
  | { readonly type: 'session.ended' }
  /** Another tab has signed in. */
  | ({ readonly type: 'session.signedInElsewhere' } & SignedIn)
  /** A registration, a change of password or whatever else yields tokens of its own has signed in here. */
  | ({ readonly type: 'session.entered' } & SignedIn)
  | { readonly type: 'session.signOutRequested' }
  | { readonly type: 'session.signOutConfirmed' }
  | { readonly type: 'session.signOutForced' }
  | { readonly type: 'session.signOutDismissed' }
  /** Whether signing out would lose something. */
  | { readonly type: 'work.unsavedChanged'; readonly isUnsaved: boolean };
