import type { NewRow } from '../tables/tables.ts';

type MemberRule = Omit<NewRow<'member_rule'>, 'create_time' | 'update_time'>;

/** Where members stand who belong to no group of their own: everything a member can do. */
export const DEFAULT_MEMBER_GROUP = { id: 1, name: '默认分组', rules: '*' } as const;

/** The first member has no password: nobody signs in as it before an administrator has set one. */
export const FIRST_MEMBER = { id: 1, group_id: DEFAULT_MEMBER_GROUP.id, username: 'user', nickname: 'User', gender: '2' } as const;

const page = (id: number, name: string, title: string, icon: string, weigh: number): MemberRule => ({
  id,
  pid: 1,
  type: 'menu',
  title,
  name: `account/${name}`,
  path: `account/${name}`,
  icon,
  component: `/src/views/frontend/user/account/${name}.vue`,
  weigh,
});

/** The pages of the member centre. Those of ours have ids from 101; stock clients have no component for them. Source: wire-protocol.md §7.6, "user_rule". */
export const SHIPPED_MEMBER_RULES: readonly MemberRule[] = [
  { id: 1, pid: 0, type: 'menu_dir', title: '我的账户', name: 'account', path: 'account', icon: 'fa fa-user-circle', weigh: 98 },
  page(2, 'overview', '账户概览', 'fa fa-home', 99),
  page(3, 'profile', '个人资料', 'fa fa-user-circle-o', 98),
  page(4, 'changePassword', '修改密码', 'fa fa-shield', 97),
  page(110, 'security', '账户安全', 'fa fa-lock', 97),
  page(5, 'integral', '积分记录', 'fa fa-tag', 96),
  page(6, 'balance', '余额记录', 'fa fa-money', 95),
  // Stock clients have no such component, and skip the page.
  page(120, 'messages', '消息', 'fa fa-envelope-o', 94),
  page(123, 'notices', '公告', 'fa fa-bullhorn', 94),
  page(122, 'files', '我的文件', 'fa fa-folder-o', 93),
  page(121, 'data', '我的数据', 'fa fa-archive', 92),
];
