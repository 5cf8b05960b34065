import type { Generated, GeneratedAlways } from 'kysely';

interface OfAccount {
  account_type: 'admin' | 'user';
  account_id: number;
}

/** The second factor of an account; gone with the account. Source: RFC 6238; security.md rule 12. */
export interface TwoFactorTable extends OfAccount {
  /** Base32, encrypted with the server's key. */
  sealed_secret: string;
  /** Unix seconds; null until a code has shown that the secret arrived. */
  confirmed_at: number | null;
  /** The newest time step whose code was used: none counts twice. */
  last_step: Generated<number>;
  create_time: number;
  /** What is to take the place of the secret once a code of it has come, encrypted alike, and when it was drawn in Unix seconds. */
  sealed_successor: string | null;
  successor_time: number | null;
}

/** Each opens the account once, in place of a code. */
export interface RecoveryCodeTable extends OfAccount {
  id: GeneratedAlways<number>;
  hash: string;
  used_at: number | null;
}

/** The password was right there a moment ago, and the second step is awaited: no captcha is asked for again. */
export interface SignInStepTable extends OfAccount {
  network: string;
  expire_time: number;
}

/** An address from which an account has signed in. */
export interface SignInPlaceTable extends OfAccount {
  network: string;
  /** Unix seconds, of the newest sign-in there. */
  last_time: number;
}
