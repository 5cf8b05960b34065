import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Switch, UnixSeconds } from './column-types.ts';

/** Provinces, cities and districts. Their ids are the official codes. Source: wire-protocol.md §7, "area". */
export interface AreaTable {
  id: number;
  /** 0 is the root. */
  pid: number;
  name: string;
  /** 1 province, 2 city, 3 district. */
  level: number;
}

/** A tree of which there are several, told apart by `type`; the database keeps the type of whatever stands below another. */
interface TypedTreeTable {
  id: Generated<number>;
  pid: Generated<number>;
  parent_id: GeneratedAlways<number | null>;
  type: Generated<number>;
  name: string;
  status: Generated<Switch>;
  weigh: Generated<number>;
  version: Generated<number>;
  create_time: UnixSeconds;
  update_time: UnixSeconds;
}
export type ProjectTable = TypedTreeTable;
export type ClassificationTable = TypedTreeTable;

/** What an administrator works on, for each kind of selector. */
export interface ProjectChoiceTable {
  admin_id: number;
  type: number;
  /** How many levels the selector has. */
  lv: number;
  /** From the top down. */
  ids: Json<readonly number[]>;
  update_time: UnixSeconds;
}
