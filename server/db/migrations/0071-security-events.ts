import { type Kysely, sql } from 'kysely';

/** The security log as it is listed, without what folds its entries, and an index for each filter of the list. */
export const securityEvents = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const accountColumn = (name: string, type: string): string =>
  `add column ${name} bigint generated always as (case when account_type = '${type}' then account_id end) stored`;

/** As before. What the database computes itself is not there yet when the trigger runs. */
const guard = `create or replace function keep_security_log() returns trigger language plpgsql as $body$
  begin
    if tg_op = 'DELETE' and current_setting('troupe.retention', true) = 'on' then return old; end if;
    if tg_op = 'UPDATE' and new.count > old.count and new.last_at >= old.last_at
      and to_jsonb(new) - array['count', 'last_at', 'admin_id', 'member_id'] = to_jsonb(old) - array['count', 'last_at', 'admin_id', 'member_id']
    then return new; end if;
    raise exception '% is append-only', tg_table_name
      using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
  end $body$`;

const statements: readonly string[] = [
  `alter table security_log ${accountColumn('admin_id', 'admin')}, ${accountColumn('member_id', 'user')}`,
  guard,
  ...['kind', 'ip', 'admin_id', 'member_id'].map((column) => `create index security_log_${column} on security_log (${column}, id desc)`),
  `create index security_log_search on security_log using gin (search_grams(coalesce(ip, '')))`,
  `create view security_event as select id, at, last_at, kind, admin_id, member_id, ip, useragent, count, detail::text as about,
     coalesce((select username from admin where admin.id = admin_id), (select username from member where member.id = member_id), '') as account
   from security_log`,
];
