import { type Kysely, sql } from 'kysely';

/**
 * Whose access token it is, as a function: every call asks, and the database kept planning the same question anew, which took it five times as
 * long as the answer. Of a function it keeps the plan with the connection, whatever pooler stands between. One value comes back, for each column costs too.
 */
export const sessionLookups = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const isKept = (type: string) =>
  `exists (select from token as refresh where refresh.family_id = token.family_id and refresh.type = '${type}')`;

const statements: readonly string[] = [
  `create function admin_session(token_hash text) returns json language plpgsql stable as $body$
   begin
     return (select row_to_json(one) from (
       select token.hash, token.session_created_at, token.expire_time, token.seen_at, token.used_at, token.revoked_at, token.by_passkey,
         admin.id, admin.username, admin.status,
         (select json_agg(json_build_object('id', "group".id, 'rules', "group".rules))
           from admin_group_access as access join admin_group as "group" on "group".id = access.group_id
           where access.uid = admin.id and "group".status = '1') as groups,
         exists (select from admin_group_access as access join admin_group as "group" on "group".id = access.group_id
           where access.uid = admin.id and "group".status = '1' and "group".needs_factor = '1')
           and not exists (select from two_factor
             where two_factor.account_type = 'admin' and two_factor.account_id = admin.id and two_factor.confirmed_at is not null) as owes_factor,
         ${isKept('admin-refresh')} as is_kept
       from token join admin on admin.id = token.account_id
       where token.hash = token_hash and token.type = 'admin') as one);
   end $body$`,
  `create function member_session(token_hash text) returns json language plpgsql stable as $body$
   begin
     return (select row_to_json(one) from (
       select token.hash, token.family_id, token.session_created_at, token.expire_time, token.seen_at, token.used_at, token.revoked_at,
         member.id, member.username, member.status, member.group_id,
         case when "group".status = '1' then coalesce("group".rules, '') else '' end as rules,
         ${isKept('user-refresh')} as is_kept,
         (select json_agg(json_build_object('id', rule.id, 'name', rule.name)) from member_rule as rule where rule.status = '1') as active_rules
       from token join member on member.id = token.account_id join member_group as "group" on "group".id = member.group_id
       where token.hash = token_hash and token.type = 'user') as one);
   end $body$`,
];
