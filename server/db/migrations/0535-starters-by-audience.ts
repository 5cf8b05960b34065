import { type Kysely, sql } from 'kysely';

const NOW = sql`extract(epoch from now())::bigint`;

/** For visitors alone: whoever is signed in has an account, and knows the password of it. */
const FOR_VISITORS = ['怎样注册账号？', '忘记密码了怎么办？'];

/**
 * What is suggested to whoever begins a conversation is of use to them: shipped suggestions about opening an account go to visitors alone,
 * and staff have some of their own. What an administrator has written anew, or given to somebody else, stays as it is.
 */
export const startersByAudience = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`update chat_prompt set audience = 'visitor'
      where kind = 'starter' and audience = 'all' and version = 1 and body in (${sql.join(FOR_VISITORS)})`.execute(db);
    // Above what is there, as a record that somebody adds: no two weigh the same.
    await sql`insert into chat_prompt (kind, name, name_en, body, body_en, audience, weigh, create_time, update_time)
      select 'starter', name, name_en, body, body_en, 'admin', (select coalesce(max(greatest(id, weigh)), 0) from chat_prompt) + place, ${NOW}, ${NOW}
      from (values
        ('添加管理员', 'Add an administrator', '怎样添加管理员？', 'How do I add an administrator?', 1),
        ('导入记录', 'Import records', '怎样从表格导入记录？', 'How do I import records from a spreadsheet?', 2),
        ('撤销修改', 'Take back a change', '怎样撤销一次修改？', 'How do I take back a change?', 3)) as shipped (name, name_en, body, body_en, place)
      where not exists (select 1 from chat_prompt where kind = 'starter' and audience = 'admin') order by place`.execute(db);
  },
};
