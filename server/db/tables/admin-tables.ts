import type { Generated, GeneratedAlways } from 'kysely';
import type { JsonWithDefault, Stamped, Switch, UnixSeconds, Versioned } from './column-types.ts';

export interface AdminTable extends Stamped, Versioned {
  id: Generated<number>;
  /** Unique without regard to case. */
  username: string;
  nickname: Generated<string>;
  avatar: Generated<string>;
  email: Generated<string>;
  mobile: Generated<string>;
  login_failure: Generated<number>;
  last_login_time: UnixSeconds | null;
  last_login_ip: Generated<string>;
  motto: Generated<string>;
  status: Generated<Switch>;
  /** Ids of groups, kept by the database after `admin_group_access`. */
  group_arr: JsonWithDefault<readonly number[]>;
}

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

export interface AdminGroupAccessTable {
  uid: number;
  group_id: number;
}

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

export interface AdminLogTable {
  id: Generated<number>;
  admin_id: Generated<number>;
  username: Generated<string>;
  url: Generated<string>;
  title: Generated<string>;
  data: string | null;
  ip: Generated<string>;
  useragent: Generated<string>;
  create_time: UnixSeconds;
}

/** Apart from `admin`, so that no `select *` and no record change can carry it out. Source: security.md rule 12. */
export interface AdminPasswordTable {
  admin_id: number;
  /** PHC string: algorithm, parameters, salt and hash. */
  hash: string;
  update_time: UnixSeconds;
}
