import { type Kysely, sql } from 'kysely';

/** Administrators, groups and menu rules as pages, and their menu rules for databases that had their first start before. Source: wire-protocol.md §5.3–5.6, §7.6. */
export const rights = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** The groups of an account also stand in its own row, as the wire carries them; the database keeps both the same. */
const groupsOfAccounts = [
  "alter table admin add column group_arr jsonb not null default '[]' check (jsonb_typeof(group_arr) = 'array')",
  `create function copy_admin_groups() returns trigger language plpgsql as $body$
   declare account bigint := coalesce(new.uid, old.uid);
   begin
     update admin set group_arr = (select coalesce(jsonb_agg(group_id order by group_id), '[]') from admin_group_access where uid = account)
     where id = account;
     return null;
   end $body$`,
  'create trigger admin_group_access_copy after insert or delete on admin_group_access for each row execute function copy_admin_groups()',
  `update admin set group_arr = (select coalesce(jsonb_agg(group_id order by group_id), '[]') from admin_group_access where uid = admin.id)`,
];

const columns = [
  "create unique index admin_email_unique on admin (lower(email)) where email <> ''",
  "create unique index admin_mobile_unique on admin (mobile) where mobile <> ''",
  // Nodes are compared without regard to case, so their names are unique without regard to case.
  'alter table admin_rule drop constraint admin_rule_name_unique',
  'create unique index admin_rule_name_unique on admin_rule (lower(name))',
  'alter table admin_rule drop constraint admin_rule_keepalive_check, alter column keepalive drop default',
  'alter table admin_rule alter column keepalive type varchar(1) using keepalive::text',
  "alter table admin_rule alter column keepalive set default '0', add constraint admin_rule_keepalive_check check (keepalive in ('0', '1'))",
];

/** A new database gets these rows with its first data instead. */
const SEEDED = 'exists (select from admin_group)';
const NOW = 'extract(epoch from now())::bigint';

const rule = (id: number, pid: number, type: string, name: string, title: string, extra = '', values = ''): string =>
  `insert into admin_rule (id, pid, type, name, title, create_time, update_time${extra})
   select ${id}, ${pid}, '${type}', '${name}', '${title}', ${NOW}, ${NOW}${values} where ${SEEDED} on conflict do nothing`;

const page = (id: number, name: string, icon: string, weigh: number): string =>
  rule(
    id,
    2,
    'menu',
    name,
    `menu.${name.replace('/', '.')}`,
    ', path, icon, weigh, menu_type, keepalive, component',
    `, '${name}', '${icon}', ${weigh}, 'tab', '1', '/src/views/backend/${name}/index.vue'`,
  );

const buttons = (pid: number, name: string, first: number, actions: readonly string[]): string[] =>
  actions.map((action, index) => rule(first + index, pid, 'button', `${name}/${action}`, `menu.action.${action}`));

const rules = [
  rule(2, 0, 'menu_dir', 'auth', 'menu.auth', ', path, icon, weigh', ", 'auth', 'fa fa-group', 100"),
  page(3, 'auth/group', 'fa fa-group', 99),
  ...buttons(3, 'auth/group', 4, ['index', 'add', 'edit', 'del']),
  page(8, 'auth/admin', 'el-icon-UserFilled', 98),
  ...buttons(8, 'auth/admin', 9, ['index', 'add', 'edit', 'del']),
  page(13, 'auth/rule', 'el-icon-Grid', 97),
  ...buttons(13, 'auth/rule', 14, ['index', 'add', 'edit', 'del', 'sortable']),
];

const statements: readonly string[] = [...groupsOfAccounts, ...columns, ...rules];
