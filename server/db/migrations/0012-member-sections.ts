import { type Kysely, sql } from 'kysely';

/**
 * The sessions of a member end with what they rest on; and for databases that had their first start before: the first member, the
 * default group, the pages of the member centre and the menu rules of their sections. Source: wire-protocol.md §7.6, security.md 4.
 */
export const memberSections = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** The database's own work, so that no way of changing an account can forget it. */
const endOfSessions = [
  `create function end_member_sessions() returns trigger language plpgsql as $body$
   begin
     update token set revoked_at = extract(epoch from now())::bigint, sealed_successor = null
     where account_id = (case when tg_table_name = 'member' then (to_jsonb(old) ->> 'id')::bigint else (to_jsonb(old) ->> 'member_id')::bigint end)
       and type in ('user', 'user-refresh') and revoked_at is null;
     return null;
   end $body$`,
  'create trigger member_gone after delete on member for each row execute function end_member_sessions()',
  `create trigger member_disabled after update of status on member for each row
     when (new.status = 'disable' and old.status <> 'disable') execute function end_member_sessions()`,
  `create trigger member_password_changed after update of hash on member_password for each row
     when (new.hash <> old.hash) execute function end_member_sessions()`,
];

/** Choices and switches lie as short texts, as they do in every other table. */
const asText = (table: string, column: string, values: string): string =>
  `alter table ${table} drop constraint ${table}_${column}_check, alter column ${column} drop default,
     alter column ${column} type varchar(1) using ${column}::text, alter column ${column} set default '0', add check (${column} in (${values}))`;
const texts = [asText('member', 'gender', "'0', '1', '2'"), asText('member_rule', 'no_login_valid', "'0', '1'")];

/** A new database gets these rows with its first data instead. */
const SEEDED = 'exists (select from admin_group)';
const NOW = 'extract(epoch from now())::bigint';

const people = [
  `insert into member_group (id, name, rules, create_time, update_time) select 1, '默认分组', '*', ${NOW}, ${NOW} where ${SEEDED} on conflict do nothing`,
  `insert into member (id, group_id, username, nickname, gender, birthday, create_time, update_time)
   select 1, 1, 'user', 'User', '2', current_date, ${NOW}, ${NOW} where ${SEEDED} on conflict do nothing`,
  ...['member_group', 'member'].map(
    (table) =>
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table})) where exists (select from ${table})`,
  ),
];

const memberRule = (id: number, name: string, title: string, icon: string, weigh: number): string => {
  const [pid, type, component] = name === 'account' ? [0, 'menu_dir', ''] : [1, 'menu', `/src/views/frontend/user/${name}.vue`];
  return `insert into member_rule (id, pid, type, title, name, path, icon, component, weigh, create_time, update_time)
   select ${id}, ${pid}, '${type}', '${title}', '${name}', '${name}', '${icon}', '${component}', ${weigh}, ${NOW}, ${NOW}
   where ${SEEDED} on conflict do nothing`;
};

const memberRules = [
  memberRule(1, 'account', '我的账户', 'fa fa-user-circle', 98),
  memberRule(2, 'account/overview', '账户概览', 'fa fa-home', 99),
  memberRule(3, 'account/profile', '个人资料', 'fa fa-user-circle-o', 98),
  memberRule(4, 'account/changePassword', '修改密码', 'fa fa-shield', 97),
  memberRule(5, 'account/integral', '积分记录', 'fa fa-tag', 96),
  memberRule(6, 'account/balance', '余额记录', 'fa fa-money', 95),
];

const rule = (id: number, pid: number, type: string, name: string, title: string, extra = '', values = ''): string =>
  `insert into admin_rule (id, pid, type, name, title, create_time, update_time${extra})
   select ${id}, ${pid}, '${type}', '${name}', '${title}', ${NOW}, ${NOW}${values} where ${SEEDED} on conflict do nothing`;

const page = (id: number, name: string, icon: string, weigh: number, actions: readonly string[]): string[] => [
  rule(
    id,
    21,
    'menu',
    name,
    `menu.${name.replaceAll('/', '.')}`,
    ', path, icon, weigh, menu_type, keepalive, component',
    `, '${name}', '${icon}', ${weigh}, 'tab', 1, '/src/views/backend/${name}/index.vue'`,
  ),
  ...actions.map((action, index) => rule(id + 1 + index, id, 'button', `${name}/${action}`, `menu.action.${action}`)),
];

const FORM = ['index', 'add', 'edit', 'del'];

const rules = [
  rule(21, 0, 'menu_dir', 'user', 'menu.user', ', path, icon, weigh', ", 'user', 'fa fa-drivers-license', 95"),
  ...page(22, 'user/user', 'fa fa-user', 94, FORM),
  ...page(27, 'user/group', 'fa fa-group', 93, FORM),
  ...page(32, 'user/rule', 'fa fa-th-list', 92, [...FORM, 'sortable']),
  ...page(38, 'user/moneyLog', 'el-icon-Money', 91, ['index', 'add']),
  ...page(41, 'user/scoreLog', 'el-icon-Discount', 90, ['index', 'add']),
];

const statements: readonly string[] = [...endOfSessions, ...texts, ...people, ...memberRules, ...rules];
