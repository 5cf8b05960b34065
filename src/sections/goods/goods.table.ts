import type { Generated } from 'kysely';
import type { JsonWithDefault, Stamped, Switch, UnixSeconds, Versioned } from '#server/db/columns/column-types';

export interface GoodsTable extends Stamped, Versioned {
  id: Generated<number>;
  category_id: number;
  title: string;
  title_en: Generated<string>;
  subtitle: Generated<string>;
  images: JsonWithDefault<readonly string[]>;
  /** Cents. */
  price: number;
  /** Cents. */
  list_price: number | null;
  stock: Generated<number>;
  unit: Generated<string>;
  status: Generated<'draft' | 'on' | 'off'>;
  tags: JsonWithDefault<readonly string[]>;
  description: Generated<string>;
  is_featured: Generated<Switch>;
  /** When a draft goes on sale by itself. */
  publish_time: Generated<UnixSeconds | null>;
  /** When it goes off sale by itself. */
  end_time: Generated<UnixSeconds | null>;
  weigh: Generated<number>;
}
