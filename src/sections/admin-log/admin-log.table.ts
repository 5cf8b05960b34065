import type { Generated } from 'kysely';
import type { UnixSeconds } from '#server/db/columns/column-types';

export interface AdminLogTable {
  id: Generated<number>;
  admin_id: Generated<number>;
  username: Generated<string>;
  url: Generated<string>;
  title: Generated<string>;
  data: string | null;
  ip: Generated<string>;
  useragent: Generated<string>;
  create_time: UnixSeconds;
}
