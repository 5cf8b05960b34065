import type { Generated } from 'kysely';
import type { UnixSeconds } from '#server/db/columns/column-types';

export interface MemberTable {
  id: Generated<number>;
  group_id: number;
  /** Unique without regard to case, as the e-mail address is; the mobile number is unique as well, where there is one. */
  username: string;
  nickname: Generated<string>;
  email: Generated<string>;
  mobile: Generated<string>;
  avatar: Generated<string>;
  /** 0 unknown, 1 male, 2 female; a number on the wire. */
  gender: Generated<'0' | '1' | '2'>;
  /** `YYYY-MM-DD`. */
  birthday: string | null;
  /** Cents: what the money log sums up to. Only the ledger writes it. */
  money: Generated<number>;
  /** What the score log sums up to. Only the ledger writes it. */
  score: Generated<number>;
  last_login_time: UnixSeconds | null;
  last_login_ip: Generated<string>;
  login_failure: Generated<number>;
  join_ip: Generated<string>;
  join_time: UnixSeconds | null;
  motto: Generated<string>;
  status: Generated<'enable' | 'disable'>;
  /** Whether a second factor is on, kept by the database after `two_factor`. */
  has_factor: Generated<'0' | '1'>;
  version: Generated<number>;
  create_time: UnixSeconds;
  update_time: UnixSeconds;
}
