import type { Generated, GeneratedAlways } from 'kysely';
import type { ColumnShape } from '#domain/designer/column-shape';
import type { Step } from '#domain/designer/plan-step';
import type { Renames, SectionDesign } from '#domain/designer/section-design';
import type { Json, JsonWithDefault, Stamped, UnixSeconds, Versioned } from '../columns/column-types.ts';

/** A design that is worked on, and what was done to names since the one that is published. */
export interface SectionDraft {
  readonly design: SectionDesign;
  readonly renames: Renames;
  /** The table is made anew, and the one with the rows waits. */
  readonly isRebuilt?: true;
}

/** A section that is designed in the browser. */
export interface SectionTable extends Stamped, Versioned {
  name: string;
  controller: string | null;
  table_name: string | null;
  /** The one that is published; null before the first time. */
  design: Json<SectionDesign> | null;
  draft: Json<SectionDraft> | null;
  /** Counted up by each publishing. */
  revision: Generated<number>;
  state: Generated<'draft' | 'live' | 'paused' | 'ejected'>;
  origin: Generated<'blank' | 'table' | 'statement' | 'history' | 'shipped' | 'module'>;
  module_uid: string | null;
  /** What stood in the database after the last publishing. */
  catalogue: Json<unknown> | null;
  shape_hash: Generated<string>;
  /** Menu rules that were made for it. */
  rule_ids: JsonWithDefault<readonly number[]>;
  /** Of these, what pausing switched off; null where nothing pauses, or a version before did it. */
  hidden_rules: Json<readonly number[]> | null;
}

/** What was published, and what it did; nothing of it changes but that a client of the family has taken it away. */
export interface SectionRevisionTable {
  id: GeneratedAlways<number>;
  section: string;
  revision: number;
  status: 'start' | 'success' | 'error' | 'delete';
  design: Json<SectionDesign>;
  renames: Json<Renames>;
  plan: Json<readonly Step[]>;
  error: Generated<string>;
  admin_id: number;
  create_time: UnixSeconds;
  /** That the design is of; the log is searched by it. */
  table_name: Generated<string>;
}

/** A column, or a whole table, that was dropped and waits. */
export interface SectionKeptTable {
  id: GeneratedAlways<number>;
  section: string;
  revision: number;
  table_name: string;
  /** Its name while it waits; null of a table. */
  column_name: string | null;
  shape: Json<ColumnShape> | null;
  until: UnixSeconds;
}

/** One row: a counter that every change of a section raises. */
export interface SectionClockTable {
  id: number;
  counter: number;
}
