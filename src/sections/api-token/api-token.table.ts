import type { Generated } from 'kysely';
import type { Stamped, Switch, UnixSeconds, Versioned } from '#server/db/columns/column-types';

/** What another program may do in the name of an administrator. */
export interface ApiTokenTable extends Stamped, Versioned {
  id: Generated<number>;
  name: string;
  admin_id: number;
  /** Ids of rules separated by commas, or `*`; what the administrator has of them at the time of a call counts. */
  rules: string | null;
  read_only: Generated<Switch>;
  calls_per_minute: Generated<number>;
  end_time: UnixSeconds;
  status: Generated<Switch>;
  /** When the token itself was shown last; null where it never was. */
  issued_time: UnixSeconds | null;
  last_used_time: UnixSeconds | null;
  last_used_ip: Generated<string>;
}
