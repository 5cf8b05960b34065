import { type Kysely, sql } from 'kysely';
import { SHIPPED_RECYCLE_RULES, SHIPPED_SENSITIVE_RULES } from '../seed/shipped-safety-rules.ts';

/** What databases that had their first start before are given of the recycle bin and of watched fields: menu rules, settings, first rules. */
export const dataSafety = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
    for (const [table, rules] of [
      ['security_data_recycle', SHIPPED_RECYCLE_RULES],
      ['security_sensitive_data', SHIPPED_SENSITIVE_RULES],
    ] as const)
      for (const rule of rules) {
        const names = [...Object.keys(rule), 'create_time', 'update_time'];
        const values = Object.values(rule).map((value) => sql`${value}`);
        await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.id(name)))})
          select ${sql.join(values)}, ${sql.raw(NOW)}, ${sql.raw(NOW)} where ${sql.raw(SEEDED)}`.execute(db);
      }
  },
};

/** A new database gets these rows with its first data instead. */
const SEEDED = 'exists (select from admin_group)';
const NOW = 'extract(epoch from now())::bigint';

const rule = (id: number, pid: number, type: string, name: string, title: string, extra = '', values = ''): string =>
  `insert into admin_rule (id, pid, type, name, title, create_time, update_time${extra})
   select ${id}, ${pid}, '${type}', '${name}', '${title}', ${NOW}, ${NOW}${values} where ${SEEDED} on conflict do nothing`;

const page = (ids: readonly number[], name: string, icon: string, weigh: number, actions: readonly string[]): readonly string[] => [
  rule(
    ids[0] ?? 0,
    55,
    'menu',
    `security/${name}`,
    `menu.security.${name}`,
    ', path, icon, weigh, menu_type, keepalive, component',
    `, 'security/${name}', '${icon}', ${weigh}, 'tab', 1, '/src/views/backend/security/${name}/index.vue'`,
  ),
  ...actions.map((action, index) =>
    rule(ids[index + 1] ?? 0, ids[0] ?? 0, 'button', `security/${name}/${action}`, `menu.action.${action}`),
  ),
];

const menu = [
  rule(55, 0, 'menu_dir', 'security', 'menu.security', ', path, icon, weigh', ", 'security', 'fa fa-shield', 85"),
  ...page([56, 57, 58, 59, 60], 'dataRecycleLog', 'fa fa-database', 84, ['index', 'del', 'restore', 'info']),
  ...page([61, 62, 63, 64, 65, 150], 'sensitiveDataLog', 'fa fa-expeditedssl', 83, ['index', 'del', 'rollback', 'info', 'reveal']),
  ...page([66, 67, 68, 69, 70], 'dataRecycle', 'fa fa-database', 82, ['index', 'add', 'edit', 'del']),
  ...page([71, 72, 73, 74, 75], 'sensitiveData', 'fa fa-expeditedssl', 81, ['index', 'add', 'edit', 'del']),
];

const setting = (name: string, title: string, tip: string, type: string, value: string, weigh: number): string =>
  `insert into config (name, "group", title, tip, type, value, rule, weigh)
   select '${name}', 'safety', '${title}', '${tip}', '${type}', '${value}', '${type === 'number' ? 'required' : ''}', ${weigh}
   where ${SEEDED} on conflict (name) do nothing`;

const settings = [
  `update config set value = (value::jsonb || '[{"key":"safety","value":"Data safety"}]')::text
   where name = 'config_group' and not value::jsonb @> '[{"key":"safety"}]'`,
  setting('recycle_all', 'Keep all deletions', 'Also of sections without a rule', 'switch', '1', 99),
  setting('recycle_days', 'Keep the recycle bin', 'In days; 0 keeps it for ever', 'number', '90', 98),
  `update config set "group" = 'safety' where name = 'changes_days'`,
];

const statements: readonly string[] = [
  // Watched columns with their titles, in the order in which they are shown.
  'alter table security_sensitive_data drop column data_fields',
  `alter table security_sensitive_data add column fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array')`,
  ...['security_data_recycle', 'security_sensitive_data'].map((table) => `alter table ${table} drop constraint ${table}_resource_unique`),
  // Entries as they are listed; of a secret there is nothing but that it was written.
  `create view sensitive_log as select entry.*, '0' as masked, change.before #>> array[data_field] as before, change.after #>> array[data_field] as after
   from sensitive_entry as entry left join record_change as change on change.id = entry.change_id`,
  ...menu,
  ...settings,
];
