import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, JsonWithDefault, UnixSeconds } from '../columns/column-types.ts';
import type { RowImage } from './row-image.ts';

export type TokenType = 'admin' | 'admin-refresh' | 'user' | 'user-refresh';

export interface TokenTable {
  /** SHA-256 of the token; the token itself is never stored. */
  hash: string;
  type: TokenType;
  account_id: number;
  /** All tokens that came from one sign-in. */
  family_id: string;
  /** When that sign-in happened: the absolute limit counts from here. */
  session_created_at: UnixSeconds;
  create_time: UnixSeconds;
  expire_time: UnixSeconds;
  /** Set once: when a refresh token is spent, when an access token comes for the first time. */
  used_at: UnixSeconds | null;
  /** Hash of the refresh token that replaced it. */
  replaced_by: string | null;
  /** The pair that replaced it, encrypted, for a request whose reply was lost; cleared with the next renewal. */
  sealed_successor: string | null;
  /**
   * Of a refresh token: whether each renewal replaces it; another one stays good until it lies unused. Of an access token: whether the sign-in or
   * renewal that it came by said so, also where there is no refresh token.
   */
  rotates: Generated<boolean>;
  /** Of a refresh token that replaced another: the hash of the access token issued beside it. */
  issued_with: string | null;
  revoked_at: UnixSeconds | null;
  /** When an access token was last used, to the minute; `ip` and `useragent` are those of that use. */
  seen_at: Generated<number>;
  ip: Generated<string>;
  useragent: Generated<string>;
  /** Whether its sign-in began with a passkey, which stands for a second factor. */
  by_passkey: Generated<boolean>;
}

/** Whom logs have still to forget; deleted when they have. */
export interface TraceErasureTable {
  id: GeneratedAlways<number>;
  section: 'admin' | 'member';
  account_id: number;
  /** What the account was called, encrypted; empty where nobody can read it any more. */
  known: string;
  /** The newest entry of the log of operations that is of the account. */
  newest_log: number;
  /** Where the job goes on: at a step, behind the row of this key. */
  step: Generated<string>;
  place: Json<readonly (string | number)[]> | null;
  create_time: UnixSeconds;
}

/** Append-only, like record_change, but that an entry counts the further ones that are folded into it. */
export interface SecurityLogTable {
  id: GeneratedAlways<number>;
  at: UnixSeconds;
  /** One of `SECURITY_EVENTS`, as they were when it was written. */
  kind: string;
  account_type: 'admin' | 'user' | null;
  account_id: number | null;
  /** The account, where it is an administrator's or a member's; the list is filtered by them. */
  admin_id: GeneratedAlways<number | null>;
  member_id: GeneratedAlways<number | null>;
  ip: Generated<string>;
  useragent: Generated<string>;
  detail: JsonWithDefault<RowImage>;
  /** How many events it stands for, and when the newest of them was. */
  count: Generated<number>;
  last_at: UnixSeconds;
  /** Names what is folded into it; null where nothing is. */
  fold_key: string | null;
}

/** Apart from `sign_in_provider`, so that nothing of it is ever listed. */
export interface SignInProviderSecretTable {
  provider_id: number;
  encrypted: string;
  update_time: UnixSeconds;
}

/** Somebody elsewhere who is an account here. */
export interface ExternalIdentityTable {
  id: GeneratedAlways<number>;
  account_type: 'admin' | 'user';
  account_id: number;
  issuer: string;
  /** As the issuer calls them, and nobody else. */
  subject: string;
  /** What people know it by. */
  label: string;
  /** Whether the account came into being by it: its groups follow the provider. */
  is_made: Generated<boolean>;
  create_time: UnixSeconds;
  used_time: UnixSeconds | null;
}

/** A sign-in at a provider that is under way in one browser. */
export interface ExternalSignInTable {
  /** SHA-256 of what the browser keeps. */
  cookie_hash: string;
  /** SHA-256 of what the provider sends back. */
  state_hash: string;
  provider_id: number;
  account_type: 'admin' | 'user';
  /** `begun` until the provider has answered, `proved` from then on; `linking` where somebody who is signed in began it. */
  stage: 'begun' | 'linking' | 'proved';
  account_id: number | null;
  family_id: string | null;
  /** What the answer is judged by, or whom it names. */
  encrypted: string;
  /** The path to go on to. */
  back: string;
  expire_time: UnixSeconds;
}

/** A session here that began at a provider where it is to end as well. */
export interface ExternalSessionTable {
  family_id: string;
  provider_id: number;
  account_type: 'admin' | 'user';
  account_id: number;
  /** Where it is ended there, and by what the provider knows it. */
  encrypted: string;
  expire_time: UnixSeconds;
}

export interface ExternalTables {
  sign_in_provider_secret: SignInProviderSecretTable;
  external_identity: ExternalIdentityTable;
  external_sign_in: ExternalSignInTable;
  external_session: ExternalSessionTable;
}
