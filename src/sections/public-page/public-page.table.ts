import type { Generated } from 'kysely';
import type { Stamped, Switch, Versioned } from '#server/db/columns/column-types';

export interface PublicPageTable extends Stamped, Versioned {
  id: Generated<number>;
  slug: string;
  title: string;
  title_en: Generated<string>;
  body: Generated<string>;
  body_en: Generated<string>;
  status: Generated<'draft' | 'on'>;
  in_footer: Generated<Switch>;
  weigh: Generated<number>;
}
