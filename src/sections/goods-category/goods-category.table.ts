import type { Generated, GeneratedAlways } from 'kysely';
import type { Stamped, Switch, Versioned } from '#server/db/columns/column-types';

export interface GoodsCategoryTable extends Stamped, Versioned {
  id: Generated<number>;
  pid: Generated<number>;
  parent_id: GeneratedAlways<number | null>;
  name: string;
  name_en: Generated<string>;
  icon: Generated<string>;
  image: Generated<string>;
  status: Generated<Switch>;
  weigh: Generated<number>;
}
