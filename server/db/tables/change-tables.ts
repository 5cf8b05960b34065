import type { Generated } from 'kysely';
import type { Beside, ChangeSource, KeptOut } from '#domain/changes/change';
import type { RestoreMode, RestoreReport, RestoreTrouble } from '#domain/changes/section-restore';
import type { WriteAction } from '#domain/table/resource';
import type { Json, JsonWithDefault, Switch, UnixSeconds } from './column-types.ts';
import type { RowImage } from './row-image.ts';

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

/** Which sets a set took back. */
export interface ChangeSetUndoTable {
  set_id: number;
  undoes_id: number;
}

/** What a write did to one record. Append-only, but that its images can be erased. Source: journal.md 7.3. */
export interface RecordChangeTable {
  id: Generated<number>;
  set_id: number;
  at: UnixSeconds;
  resource: string;
  record_id: number;
  kind: 'created' | 'changed' | 'deleted';
  /** What named the record to people. */
  title: Generated<string>;
  /** The value of the column by which the section limits who sees what. */
  owner_id: number | null;
  /** The whole row of what was created or deleted, the changed columns of what was changed; `{}` where it was erased. */
  before: Json<RowImage> | null;
  after: Json<RowImage> | null;
  beside: Json<Beside> | null;
  erased_at: UnixSeconds | null;
}

interface RuleTable {
  id: Generated<number>;
  name: string;
  /** Name of the section. */
  resource: string;
  /** As the wire names it, such as `auth/Admin`; in lower case in `controller_as`. */
  controller: string;
  controller_as: string;
  data_table: string;
  connection: Generated<string>;
  primary_key: string;
  status: Generated<Switch>;
  version: Generated<number>;
  create_time: UnixSeconds;
  update_time: UnixSeconds;
}

export type DataRecycleTable = RuleTable;

export interface SensitiveDataTable extends RuleTable {
  /** Columns with their titles. */
  fields: JsonWithDefault<readonly { readonly key: string; readonly value: string }[]>;
}

interface EntryTable {
  id: Generated<number>;
  change_id: number;
  set_id: number;
  resource: string;
  record_id: number;
  title: Generated<string>;
  owner_id: number | null;
  admin_id: number;
  ip: string;
  useragent: string;
  create_time: UnixSeconds;
  settled_at: UnixSeconds | null;
  settled_by: number | null;
  settled_set: number | null;
}

/** A deletion that can be taken back by whoever may restore; its image is in the journal. */
export interface RecycleEntryTable extends EntryTable {
  /** The rule that covered it; null where all deletions are kept. */
  recycle_id: number | null;
  state: Generated<'kept' | 'restored' | 'purged'>;
}

/** A change of a watched column; its values are in the journal. */
export interface SensitiveEntryTable extends EntryTable {
  sensitive_id: number;
  data_field: string;
  /** The column's title at that time. */
  data_comment: string;
  state: Generated<'kept' | 'rolledBack' | 'removed'>;
}

/** A look into a backup, or the restore of one section from it, for whoever waits for it; a job does it. */
export interface SectionRestoreTable {
  id: string;
  admin_id: number;
  /** What the backup is called. */
  backup: string;
  section: string;
  /** Null for a look. */
  mode: RestoreMode | null;
  common_columns: boolean;
  /** Of whoever asked. */
  language: string;
  /** How often the job has begun. */
  attempts: Generated<number>;
  state: Generated<'waiting' | 'done' | 'failed'>;
  report: Json<RestoreReport> | null;
  trouble: Json<RestoreTrouble> | null;
  create_time: UnixSeconds;
}
