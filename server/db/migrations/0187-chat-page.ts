import { type Kysely, sql } from 'kysely';

/** The page of the administrators' chat. Its right stood below the prompts before there was one; whoever has the right has its page. */
export const chatPage = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const PAGE = `select id from admin_rule where lower(name) = 'chat/chat' and type = 'menu'`;
const RIGHT = `select id from admin_rule where lower(name) = 'chat/chat/index' and type = 'button'`;

const statements: readonly string[] = [
  // A new database gets this row with its first data, and one that has no chat yet at the end of its start.
  `insert into admin_rule (id, pid, type, title, name, path, icon, menu_type, component, weigh, keepalive, create_time, update_time)
   select 190, chat.id, 'menu', 'menu.chat.chat', 'chat/chat', 'chat/chat', 'el-icon-ChatDotRound', 'tab', '/src/views/backend/chat/chat/index.vue', 99, 1,
     extract(epoch from now())::bigint, extract(epoch from now())::bigint
   from admin_rule chat
   where chat.name = 'chat' and chat.type = 'menu_dir' and not exists (select from admin_rule where lower(name) = 'chat/chat' or id = 190)`,
  `update admin_rule set pid = (${PAGE} limit 1) where id in (${RIGHT}) and exists (${PAGE})`,
  `update admin_group set rules = rules || ',' || (${PAGE} limit 1)
   where rules <> '*' and exists (${PAGE})
     and exists (select from admin_rule held where held.id in (${RIGHT}) and ',' || rules || ',' like '%,' || held.id || ',%')
     and not exists (select from admin_rule page where page.id in (${PAGE}) and ',' || rules || ',' like '%,' || page.id || ',%')`,
];
