import { type Kysely, sql } from 'kysely';

/** The setting of the sign-in by code; where people work already it stays off until somebody switches it on. */
export const codeSignIn = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `insert into config (name, "group", title, tip, type, value, content, rule, weigh)
         select 'code_sign_in', 'member', 'Sign-in by code', 'Members may sign in with a code sent to their address instead of the password',
           'switch', '0', null, '', 97
         where exists (select from admin_group) on conflict (name) do nothing`,
      )
      .execute(db);
  },
};
