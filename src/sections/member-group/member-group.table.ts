import type { Generated } from 'kysely';
import type { UnixSeconds } from '#server/db/columns/column-types';

export interface MemberGroupTable {
  id: Generated<number>;
  name: string;
  /** '*', or the ids of rules separated by commas. */
  rules: string | null;
  status: Generated<'0' | '1'>;
  version: Generated<number>;
  create_time: UnixSeconds;
  update_time: UnixSeconds;
}
