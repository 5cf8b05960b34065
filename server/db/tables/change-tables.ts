import type { SafetyEntryColumns } from '../columns/shared-columns.ts';
import type { Generated } from 'kysely';
import type { Beside } from '#domain/changes/change';
import type { RestoreMode, RestoreReport, SectionTrouble } from '#domain/changes/section-restore';
import type { Json, UnixSeconds } from '../columns/column-types.ts';
import type { RowImage } from './row-image.ts';

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

/** A column that some version of its section said belongs to a person: what the journal keeps of it is shown in part for good. */
export interface PersonalColumnTable {
  resource: string;
  name: string;
}

/** A change of a watched column; its values are in the journal. */
export interface SensitiveEntryTable extends SafetyEntryColumns {
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
  trouble: Json<SectionTrouble> | null;
  create_time: UnixSeconds;
}
