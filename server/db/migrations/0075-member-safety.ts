import { type Kysely, sql } from 'kysely';

/** The page around the safety of a member's account, for installations that have their menu already. Source: security.md rule 4. */
export const memberSafety = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(rule).execute(db);
  },
};

const NOW = 'extract(epoch from now())::bigint';
/** A new database gets it with its first data instead. */
const SEEDED = 'exists (select from admin_group)';

const rule = `insert into member_rule (id, pid, type, title, name, path, icon, component, weigh, create_time, update_time)
   select 110, 1, 'menu', '账户安全', 'account/security', 'account/security', 'fa fa-lock', '/src/views/frontend/user/account/security.vue', 97, ${NOW}, ${NOW}
   where ${SEEDED} and exists (select from member_rule where id = 1) on conflict do nothing`;
