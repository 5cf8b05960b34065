import type { Generated } from 'kysely';
import type { ChangeSource, KeptOut } from '#domain/changes/change';
import type { WriteAction } from '#domain/table/resource';
import type { UnixSeconds } from '#server/db/columns/column-types';

/** One write. Append-only; in blocks by month, which the id names. The order is that of ids, never of times. */
export interface ChangeSetTable {
  id: Generated<number>;
  at: UnixSeconds;
  actor_type: 'admin' | 'member' | 'server';
  /** 0 where nobody of the table is meant. */
  actor_id: number;
  /** The name of the account at that time. */
  actor_name: string;
  ip: string;
  useragent: string;
  resource: string;
  action: WriteAction;
  source: ChangeSource;
  records: number;
  /** What its first record was called. */
  title: Generated<string>;
  /** Why it cannot be taken back from the journal. */
  kept_out: KeptOut | null;
}
