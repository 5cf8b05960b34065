import type { GeneratedAlways } from 'kysely';
import type { StoredViewContent, SavedViewScope } from '#domain/table/saved-view';
import type { Json, Switch, UnixSeconds } from '../columns/column-types.ts';

/** A list as its owner likes to see it. One of a scope opens with the section. */
export interface SavedViewTable {
  id: GeneratedAlways<number>;
  owner_id: number;
  /** Name of the resource. */
  resource: string;
  name: string;
  scope: SavedViewScope;
  is_default: Switch;
  content: Json<StoredViewContent>;
  create_time: UnixSeconds;
  update_time: UnixSeconds;
}
