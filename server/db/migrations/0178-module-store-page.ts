import { type Kysely, sql } from 'kysely';

/** The page of the module store. Its calls are for super administrators alone; the rights below it are those that other clients know. */
export const moduleStorePage = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const RIGHTS: readonly (readonly [number, string])[] = [
  [79, 'index'],
  [80, 'install'],
  [81, 'changeState'],
  [82, 'uninstall'],
  [83, 'update'],
];
const NOW = 'extract(epoch from now())::bigint';

// A new database gets these rows with its first data instead.
const statements: readonly string[] = [
  `insert into admin_rule (id, pid, type, title, name, path, icon, menu_type, component, weigh, keepalive, create_time, update_time)
   select 78, 0, 'menu', 'menu.moduleStore.moduleStore', 'moduleStore/moduleStore', 'moduleStore', 'el-icon-Box', 'tab',
     '/src/views/backend/module/index.vue', 86, 1, ${NOW}, ${NOW}
   where exists (select from admin_group) and not exists (select from admin_rule where lower(name) = 'modulestore/modulestore' or id = 78)`,
  ...RIGHTS.map(
    ([id, right]) => `insert into admin_rule (id, pid, type, title, name, create_time, update_time)
   select ${id}, 78, 'button', 'menu.action.${right}', 'moduleStore/moduleStore/${right}', ${NOW}, ${NOW}
   where exists (select from admin_rule where id = 78 and name = 'moduleStore/moduleStore')
     and not exists (select from admin_rule where id = ${id} or lower(name) = lower('moduleStore/moduleStore/${right}'))`,
  ),
];
