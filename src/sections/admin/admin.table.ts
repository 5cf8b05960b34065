import type { Generated } from 'kysely';
import type { JsonWithDefault, Stamped, Switch, UnixSeconds, Versioned } from '#server/db/columns/column-types';

export interface AdminTable extends Stamped, Versioned {
  id: Generated<number>;
  /** Unique without regard to case. */
  username: string;
  nickname: Generated<string>;
  avatar: Generated<string>;
  email: Generated<string>;
  mobile: Generated<string>;
  login_failure: Generated<number>;
  last_login_time: UnixSeconds | null;
  last_login_ip: Generated<string>;
  motto: Generated<string>;
  status: Generated<Switch>;
  /** Whether a second factor is on, kept by the database after `two_factor`. */
  has_factor: Generated<'0' | '1'>;
  /** Ids of groups, kept by the database after `admin_group_access`. */
  group_arr: JsonWithDefault<readonly number[]>;
}
