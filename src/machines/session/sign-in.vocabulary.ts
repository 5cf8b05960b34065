import type { Failure } from '#domain/base/failure';
import type { Person, TokenPair } from '#domain/session/people';
import type { Secret } from '#domain/base/secret';
import type { CaptchaAnswer } from './click-captcha.machine.ts';

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
