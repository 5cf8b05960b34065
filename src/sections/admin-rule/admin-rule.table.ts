import type { Generated, GeneratedAlways } from 'kysely';
import type { Stamped, Switch, Versioned } from '#server/db/columns/column-types';

export interface AdminRuleTable extends Stamped, Versioned {
  /** Shipped rules are below 1001, rules made by people start there. */
  id: Generated<number>;
  pid: Generated<number>;
  parent_id: GeneratedAlways<number | null>;
  type: Generated<'menu_dir' | 'menu' | 'button'>;
  title: string;
  name: string;
  path: Generated<string>;
  icon: Generated<string>;
  menu_type: 'tab' | 'link' | 'iframe' | null;
  url: Generated<string>;
  component: Generated<string>;
  keepalive: Generated<Switch>;
  extend: Generated<'none' | 'add_rules_only' | 'add_menu_only'>;
  remark: Generated<string>;
  weigh: Generated<number>;
  status: Generated<Switch>;
}
