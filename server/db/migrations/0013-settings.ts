import { type Kysely, sql } from 'kysely';

/** The pages of the log, the settings and the own profile, and the settings they bring, for databases that had their first start before. Source: wire-protocol.md §7.6. */
export const settings = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** A new database gets these rows with its first data instead. */
const SEEDED = 'exists (select from admin_group)';
const NOW = 'extract(epoch from now())::bigint';

const config = [
  `insert into config (name, "group", title, type, value, weigh)
   select 'config_quick_entrance', 'config_quick_entrance', 'Config Quick entrance', 'array', '', 0 where ${SEEDED} on conflict (name) do nothing`,
  `insert into config (name, "group", title, tip, type, value, weigh)
   select 'site_logo', 'basics', 'Site logo', 'Stands beside the name of the site', 'image', '', 98 where ${SEEDED} on conflict (name) do nothing`,
  `update config set value = (value::jsonb || '[{"key":"config_quick_entrance","value":"Config Quick entrance"}]')::text
   where name = 'config_group' and not value::jsonb @> '[{"key":"config_quick_entrance"}]'`,
];

const rule = (id: number, pid: number, type: string, name: string, title: string, extra = '', values = ''): string =>
  `insert into admin_rule (id, pid, type, name, title, create_time, update_time${extra})
   select ${id}, ${pid}, '${type}', '${name}', '${title}', ${NOW}, ${NOW}${values} where ${SEEDED} on conflict do nothing`;

const page = (id: number, pid: number, name: string, icon: string, weigh: number, file: string): string =>
  rule(
    id,
    pid,
    'menu',
    name,
    `menu.${name.replace('/', '.')}`,
    ', path, icon, weigh, menu_type, keepalive, component',
    `, '${name}', '${icon}', ${weigh}, 'tab', 1, '/src/views/backend/${file}'`,
  );

const buttons = (pid: number, name: string, ids: Readonly<Record<string, number>>): string[] =>
  Object.entries(ids).map(([action, id]) => rule(id, pid, 'button', `${name}/${action}`, `menu.action.${action}`));

const rules = [
  rule(2, 0, 'menu_dir', 'auth', 'menu.auth', ', path, icon, weigh', ", 'auth', 'fa fa-group', 100"),
  page(19, 2, 'auth/adminLog', 'el-icon-List', 96, 'auth/adminLog/index.vue'),
  ...buttons(19, 'auth/adminLog', { index: 20, del: 140 }),
  rule(44, 0, 'menu_dir', 'routine', 'menu.routine', ', path, icon, weigh', ", 'routine', 'fa fa-cogs', 89"),
  page(45, 44, 'routine/config', 'el-icon-Tools', 88, 'routine/config/index.vue'),
  ...buttons(45, 'routine/config', { index: 46, edit: 47, add: 77, del: 88 }),
  page(52, 44, 'routine/adminInfo', 'fa fa-user', 86, 'routine/adminInfo.vue'),
  ...buttons(52, 'routine/adminInfo', { index: 53, edit: 54 }),
];

const statements: readonly string[] = [...config, ...rules];
