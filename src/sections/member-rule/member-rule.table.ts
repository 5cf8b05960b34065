import type { Generated, GeneratedAlways } from 'kysely';
import type { UnixSeconds } from '#server/db/columns/column-types';

export interface MemberRuleTable {
  id: Generated<number>;
  pid: Generated<number>;
  parent_id: GeneratedAlways<number | null>;
  type: Generated<'route' | 'menu_dir' | 'menu' | 'nav_user_menu' | 'nav' | 'button'>;
  title: string;
  title_en: Generated<string>;
  name: string;
  path: Generated<string>;
  icon: Generated<string>;
  menu_type: Generated<'tab' | 'link' | 'iframe'>;
  url: Generated<string>;
  component: Generated<string>;
  no_login_valid: Generated<'0' | '1'>;
  extend: Generated<'none' | 'add_rules_only' | 'add_menu_only'>;
  remark: Generated<string>;
  weigh: Generated<number>;
  status: Generated<'0' | '1'>;
  version: Generated<number>;
  create_time: UnixSeconds;
  update_time: UnixSeconds;
}
