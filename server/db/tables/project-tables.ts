import type { Json, UnixSeconds } from '../columns/column-types.ts';

/** Provinces, cities and districts. Their ids are the official codes. Source: wire-protocol.md §7, "area". */
export interface AreaTable {
  id: number;
  /** 0 is the root. */
  pid: number;
  name: string;
  /** 1 province, 2 city, 3 district. */
  level: number;
}

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
