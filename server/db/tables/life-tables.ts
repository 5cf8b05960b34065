import type { Generated } from 'kysely';
import type { ChangeSource } from '#domain/changes/change';
import type { Life } from '#domain/life/life';
import type { Json, UnixSeconds } from './column-types.ts';

/** Which life a section had since when, the newest with the highest number. */
export interface LifeRevisionTable {
  resource: string;
  revision: number;
  life: Json<Life>;
  at: UnixSeconds;
}

/** What happened to the state of a record. Folded in the order of ids, it gives the state. */
export interface LifeStepTable {
  id: Generated<number>;
  resource: string;
  record_id: number;
  /** `found`: the record was there before its life. */
  kind: 'found' | 'created' | 'event' | 'undone' | 'restored' | 'removed';
  event: string | null;
  from_state: string | null;
  to_state: string | null;
  actor_type: 'admin' | 'member' | 'server';
  actor_id: number;
  actor_name: string;
  comment: Generated<string>;
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
