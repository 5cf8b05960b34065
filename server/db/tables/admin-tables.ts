import type { UnixSeconds } from '../columns/column-types.ts';

export interface AdminGroupAccessTable {
  uid: number;
  group_id: number;
}

/** Apart from `admin`, so that no `select *` and no record change can carry it out. Source: security.md rule 12. */
export interface AdminPasswordTable {
  admin_id: number;
  /** PHC string: algorithm, parameters, salt and hash. */
  hash: string;
  update_time: UnixSeconds;
}
