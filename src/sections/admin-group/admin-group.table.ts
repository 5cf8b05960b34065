import type { Generated, GeneratedAlways } from 'kysely';
import type { Stamped, Switch, Versioned } from '#server/db/columns/column-types';

export interface AdminGroupTable extends Stamped, Versioned {
  id: Generated<number>;
  /** 0 is the root. The database refuses unknown parents, circles, and deleting a row that has children. */
  pid: Generated<number>;
  parent_id: GeneratedAlways<number | null>;
  name: string;
  /** '*', or the ids of rules separated by commas. */
  rules: string | null;
  status: Generated<Switch>;
  /** Whether its administrators need a second factor. */
  needs_factor: Generated<Switch>;
}
