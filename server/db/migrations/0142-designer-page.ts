import { type Kysely, sql } from 'kysely';

/** The page of the section designer. Its rights stood as buttons under the settings before there was one; whoever has a right has its page. */
export const designerPage = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const RIGHTS = ['index', 'generate', 'delete'];

const statements: readonly string[] = [
  // A new database gets this row with its first data instead.
  `insert into admin_rule (id, pid, type, title, name, path, icon, menu_type, component, weigh, keepalive, create_time, update_time)
   select 84, 0, 'menu', 'menu.crud.crud', 'crud/crud', 'crud/crud', 'el-icon-Grid', 'tab', '/src/views/backend/crud/index.vue', 80, 1,
     extract(epoch from now())::bigint, extract(epoch from now())::bigint
   where exists (select from admin_group) and not exists (select from admin_rule where lower(name) = 'crud/crud' or id = 84)`,
  ...RIGHTS.flatMap((right) => [
    `update admin_rule set pid = page.id from admin_rule page
     where lower(page.name) = 'crud/crud' and page.type = 'menu' and lower(admin_rule.name) = 'crud/crud/${right}' and admin_rule.type = 'button'`,
    `update admin_rule set title = 'menu.action.${right}' where title = 'menu.action.crud.crud.${right}'`,
  ]),
  `update admin_group set rules = rules || ',' || (select id from admin_rule where lower(name) = 'crud/crud' and type = 'menu')
   where rules <> '*' and exists (select from admin_rule held where held.type = 'button'
       and lower(held.name) in (${RIGHTS.map((right) => `'crud/crud/${right}'`).join(', ')})
       and ',' || rules || ',' like '%,' || held.id || ',%')
     and exists (select from admin_rule page where lower(page.name) = 'crud/crud' and page.type = 'menu'
       and ',' || rules || ',' not like '%,' || page.id || ',%')`,
];
