import { type Kysely, sql } from 'kysely';

/**
 * What each call and each write of an administrator asks, by fewer statements: the rights of whoever calls come with whose access token it is, and a write
 * judges the sign-in, holds the life of its section and the order of its records by one. Each part sees what was committed before it got its lock, as it did when
 * it was a statement of its own: the functions that wait are volatile.
 */
export const fewerQuestions = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const groupsOf = (admin: string) => `admin_group_access as access join admin_group as "group" on "group".id = access.group_id
           where access.uid = ${admin} and "group".status = '1'`;

const statements: readonly string[] = [
  // Rules are written as a list of their numbers; of whoever may do everything none is told.
  `create function granted_rules(admin_id bigint) returns json language plpgsql stable as $body$
   begin
     return (
       with held as (select "group".rules from ${groupsOf('admin_id')}),
         named as (select distinct case when one ~ '^\\s*[0-9]{1,15}\\s*$' then one::bigint end as id
           from held cross join lateral unnest(string_to_array(held.rules, ',')) as one)
       select json_agg(json_build_object('id', rule.id, 'name', rule.name)) from admin_rule as rule join named on named.id = rule.id
         where rule.status = '1' and not exists (select from held where held.rules ~ '^\\s*\\*\\s*$'));
   end $body$`,
  `create or replace function admin_session(token_hash text) returns json language plpgsql stable as $body$
   begin
     return (select row_to_json(one) from (
       select token.hash, token.session_created_at, token.expire_time, token.seen_at, token.used_at, token.revoked_at, token.by_passkey,
         admin.id, admin.username, admin.status,
         (select json_agg(json_build_object('id', "group".id, 'rules', "group".rules)) from ${groupsOf('admin.id')}) as groups,
         granted_rules(admin.id) as granted,
         exists (select from ${groupsOf('admin.id')} and "group".needs_factor = '1')
           and not exists (select from two_factor
             where two_factor.account_type = 'admin' and two_factor.account_id = admin.id and two_factor.confirmed_at is not null) as owes_factor,
         exists (select from token as refresh where refresh.family_id = token.family_id and refresh.type = 'admin-refresh') as is_kept
       from token join admin on admin.id = token.account_id
       where token.hash = token_hash and token.type = 'admin') as one);
   end $body$`,
  // Nothing comes back where the sign-in has ended; of a section without a life no revision does, and nothing is held of records without an order.
  `create function begin_write(access_hash text, admin_id bigint, life_of text, order_of text) returns json language plpgsql volatile as $body$
   declare
     newest json;
   begin
     perform from token where hash = access_hash and account_id = admin_id and type in ('admin', 'admin-refresh') and revoked_at is null for share;
     if not found then
       return null;
     end if;
     if life_of is not null then
       perform pg_advisory_xact_lock_shared(hashtext('life'), hashtext(life_of));
       select json_build_object('revision', revision, 'hash', hash) into newest
         from life_revision where resource = life_of order by revision desc limit 1;
     end if;
     if order_of is not null then
       perform pg_advisory_xact_lock(hashtext('weigh'), hashtext(order_of));
     end if;
     return coalesce(newest, '{}'::json);
   end $body$`,
];
