import { type Kysely, sql } from 'kysely';

/** The page on which the calls that are open to programs are tried, and the right to it. */
export const apiTrialPage = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const NOW = 'extract(epoch from now())::bigint';
const PAGE = 'auth/apiTrial';

// A new database gets these rows with its first data instead.
const statements: readonly string[] = [
  `insert into admin_rule (id, pid, type, title, name, path, icon, menu_type, component, weigh, keepalive, create_time, update_time)
   select 194, above.id, 'menu', 'menu.auth.apiTrial', '${PAGE}', '${PAGE}', 'el-icon-Connection', 'tab', '/src/views/backend/auth/apiTrial/index.vue', 94, 1,
     ${NOW}, ${NOW}
   from admin_rule above
   where above.name = 'auth' and above.type = 'menu_dir' and not exists (select from admin_rule where name = '${PAGE}' or id = 194)`,
  `insert into admin_rule (id, pid, type, title, name, create_time, update_time)
   select 195, 194, 'button', 'menu.action.index', '${PAGE}/index', ${NOW}, ${NOW}
   where exists (select from admin_rule where id = 194 and name = '${PAGE}')
     and not exists (select from admin_rule where id = 195 or name = '${PAGE}/index')`,
];
