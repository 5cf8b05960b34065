import type { Generated, GeneratedAlways } from 'kysely';
import type { UnixSeconds } from '../columns/column-types.ts';

/** A public key whose private part is on somebody's device. Source: Web Authentication Level 3. */
export interface PasskeyTable {
  id: GeneratedAlways<number>;
  /** Whose it is: one of the two. */
  member_id: number | null;
  admin_id: Generated<number | null>;
  /** Base64url. */
  credential_id: string;
  /** The host that it was made for. */
  rp_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** How often it has signed, as far as it tells: 0 where it does not count. */
  counter: number;
  /** How it is reached, separated by commas. */
  transports: string;
  is_synced: boolean;
  name: string;
  create_time: UnixSeconds;
  used_time: UnixSeconds | null;
}

/** What is to be signed, once. */
export interface PasskeyChallengeTable {
  hash: string;
  purpose: 'signIn' | 'add' | 'prove';
  /** Who may use it: `network:<address>`, or an account in one sign-in. */
  subject: string;
  expire_time: UnixSeconds;
}
