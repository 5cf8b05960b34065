import type { Generated, GeneratedAlways } from 'kysely';

/** When somebody last asked for a code, for a purpose and a target. */
export interface CodeTurnTable {
  purpose: string;
  target: string;
  /** As in `verification_code`; a member is told by their network here. */
  requester: Generated<string>;
  /** Unix seconds; set by a conditional write before a message goes out, and 0 when it could not be sent. */
  asked_at: number;
}

/** One row for each purpose, target and requester: the newest code. */
export interface VerificationCodeTable {
  id: GeneratedAlways<number>;
  purpose: string;
  /** An e-mail address in lower case, or a mobile number. */
  target: string;
  /** Who may use the code: `member:<id>`, or `network:<address>`. */
  requester: Generated<string>;
  salt: Generated<string>;
  /** SHA-256 with the salt; empty where no code was sent, which nothing fits. */
  hash: Generated<string>;
  tries: Generated<number>;
  /** Unix seconds. */
  expire_time: Generated<number>;
  /** Set once, by a conditional update. */
  used_at: number | null;
}

/** Settings that nobody reads back; their rows in `config` have no value. Source: security.md rule 12. */
export interface ConfigSecretTable {
  name: string;
  value: string;
}
