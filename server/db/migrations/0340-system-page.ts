import { type Kysely, sql } from 'kysely';

/** The page that tells how the installation is, and the right to look after its jobs. */
export const systemPage = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const NOW = 'extract(epoch from now())::bigint';
const PAGE = 'routine/system';

const right = (id: number, action: string): string =>
  `insert into admin_rule (id, pid, type, title, name, create_time, update_time)
   select ${id}, 160, 'button', 'menu.action.${action}', '${PAGE}/${action}', ${NOW}, ${NOW}
   where exists (select from admin_rule where id = 160 and name = '${PAGE}')
     and not exists (select from admin_rule where id = ${id} or name = '${PAGE}/${action}')`;

// A new database gets these rows with its first data instead.
const statements: readonly string[] = [
  `insert into admin_rule (id, pid, type, title, name, path, icon, menu_type, component, weigh, keepalive, create_time, update_time)
   select 160, above.id, 'menu', 'menu.routine.system', '${PAGE}', '${PAGE}', 'el-icon-Monitor', 'tab', '/src/views/backend/routine/system/index.vue', 70, 1,
     ${NOW}, ${NOW}
   from admin_rule above
   where above.name = 'routine' and above.type = 'menu_dir' and not exists (select from admin_rule where name = '${PAGE}' or id = 160)`,
  right(161, 'index'),
  right(162, 'jobs'),
];
