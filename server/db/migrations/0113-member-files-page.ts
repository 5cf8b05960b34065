import { type Kysely, sql } from 'kysely';

/** The page of a member's own files. Source: open content, "Member centre". */
export const memberFilesPage = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  // A new database gets this row with its first data instead.
  `insert into member_rule (id, pid, type, title, name, path, icon, component, weigh, create_time, update_time)
   select 122, 1, 'menu', '我的文件', 'account/files', 'account/files', 'fa fa-folder-o',
     '/src/views/frontend/user/account/files.vue', 93, create_time, create_time
   from member_rule where id = 1 and name = 'account' on conflict do nothing`,
  // Whoever has the directory has the new page in it.
  `update member_group set rules = rules || ',122' where rules <> '*' and ',' || rules || ',' like '%,1,%'`,
];
