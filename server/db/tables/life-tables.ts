import type { Generated } from 'kysely';
import type { ChangeSource } from '#domain/changes/change';
import type { AnyRecord } from '#domain/fields/field';
import type { Life } from '#domain/life/life';
import type { RequestState } from '#domain/life/life-request';
import type { Json, JsonWithDefault, Stamped, UnixSeconds, Versioned } from '../columns/column-types.ts';

/** Which life a section had since when, the newest with the highest number. */
export interface LifeRevisionTable {
  resource: string;
  revision: number;
  /** Null where the section has none any more. */
  life: Json<Life | null>;
  /** Of the life; empty where it was kept before there were any. */
  hash: Generated<string>;
  origin: Generated<'shipped' | 'designed' | 'site' | 'module'>;
  /** Who published it; null where it came with the program. */
  admin_id: number | null;
  /** The version of the program that noted it; empty where it was noted before any was. */
  program: Generated<string>;
  at: UnixSeconds;
}

/** The life that a site has drawn for a section of the program. */
export interface SiteLifeTable extends Stamped, Versioned {
  resource: string;
  /** What is worked on; null where that is what is published. */
  draft: Json<Life> | null;
  /** What is published; null before the first time. */
  life: Json<Life> | null;
  /** The program's own life, as it was when the site's was last put on it. */
  base: Json<Life>;
  /** `stopped`: the program has changed so that it cannot be run; the program's own runs. */
  state: Generated<'draft' | 'live' | 'stopped'>;
}

/**
 * `found`: the record was there before its life. `placed`: somebody put it there past the chart. `migrated`: the life was changed.
 */
export type LifeStepKind = 'found' | 'created' | 'event' | 'placed' | 'migrated' | 'undone' | 'restored' | 'removed';

/** What happened to the state of a record. Folded in the order of ids, it gives the state. */
export interface LifeStepTable {
  id: Generated<number>;
  resource: string;
  record_id: number;
  kind: LifeStepKind;
  event: string | null;
  from_state: string | null;
  to_state: string | null;
  actor_type: 'admin' | 'member' | 'server';
  actor_id: number;
  actor_name: string;
  /** Who approved it, where another person had to. */
  second_id: number | null;
  second_name: Generated<string>;
  comment: Generated<string>;
  /** Names of the effects that left the house with it. */
  effects: JsonWithDefault<readonly string[]>;
  source: ChangeSource;
  /** The write that it belongs to; null where nothing but the step was written. */
  set_id: number | null;
  at: UnixSeconds;
}

/** A time that leads a record on. */
export interface LifeTimerTable {
  resource: string;
  record_id: number;
  /** Of the delay. */
  name: string;
  /** In which it is set. */
  state: string;
  /** As the record says. */
  planned_at: UnixSeconds;
  /** When it is tried; null where it is done, or waits for its record to change. */
  due_at: UnixSeconds | null;
  tries: Generated<number>;
  /** Why it waits. */
  waits: Json<unknown> | null;
}

/** What somebody has sent and somebody else has to approve; of a record one at a time. */
export interface LifeRequestTable {
  id: Generated<number>;
  resource: string;
  record_id: number;
  event: string;
  /** Of the record, when it was asked for; null where the section counts none. */
  version: number | null;
  /** The last change of the record that whoever asked could have seen. */
  seen_change: Generated<number>;
  /** What comes with the event, by field key. */
  values: Json<AnyRecord>;
  comment: Generated<string>;
  asked_by: number;
  asked_name: string;
  asked_at: UnixSeconds;
  expires_at: UnixSeconds;
  settled_by: number | null;
  settled_name: Generated<string>;
  settled_at: UnixSeconds | null;
  settled_comment: Generated<string>;
  step_id: number | null;
  state: RequestState;
}
