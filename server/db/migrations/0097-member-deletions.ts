import { type Kysely, sql } from 'kysely';

/** Accounts that their members want to end, and what the records of others may then forget of them. Source: open content, "Member centre". */
export const memberDeletions = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const without = (...columns: readonly string[]): string => {
  const list = columns.map((column) => `'${column}'`).join(', ');
  return `to_jsonb(new) - array[${list}] = to_jsonb(old) - array[${list}]`;
};
const isKeptOr = (column: string, ...values: readonly string[]): string => `new.${column} in (old.${column}, ${values.join(', ')})`;

/** As before; and a set may forget who wrote it, and where, but for the number. */
const journal = `create or replace function keep_journal() returns trigger language plpgsql as $body$
  begin
    if tg_op = 'DELETE' and current_setting('troupe.retention', true) = 'on' then return old; end if;
    if tg_op = 'UPDATE' and tg_argv[0] = 'record_change' then
      if old.erased_at is null and new.erased_at is not null and new.title = '' and new.beside is null
        and new.before is not distinct from (case when old.before is null then null else '{}'::jsonb end)
        and new.after is not distinct from (case when old.after is null then null else '{}'::jsonb end)
        and ${without('erased_at', 'title', 'beside', 'before', 'after')}
      then return new; end if;
    end if;
    if tg_op = 'UPDATE' and tg_argv[0] = 'change_set' then
      if ${isKeptOr('title', "''")} and ${isKeptOr('actor_name', "'deleted-' || old.actor_id")} and ${isKeptOr('ip', "''")}
        and ${isKeptOr('useragent', "''")} and ${without('title', 'actor_name', 'ip', 'useragent')}
      then return new; end if;
    end if;
    raise exception '% is append-only', tg_argv[0] using errcode = 'restrict_violation', table = tg_argv[0], constraint = tg_name;
  end $body$`;

/** As before; and an entry may forget where it came from and what it told beside its kind, its time and whose it is. */
const securityLog = `create or replace function keep_security_log() returns trigger language plpgsql as $body$
  begin
    if tg_op = 'DELETE' and current_setting('troupe.retention', true) = 'on' then return old; end if;
    if tg_op = 'UPDATE' and new.count > old.count and new.last_at >= old.last_at
      and ${without('count', 'last_at', 'admin_id', 'member_id')}
    then return new; end if;
    if tg_op = 'UPDATE' and ${isKeptOr('ip', "''")} and ${isKeptOr('useragent', "''")} and ${isKeptOr('detail', "'{}'::jsonb")}
      and ${without('ip', 'useragent', 'detail', 'admin_id', 'member_id')}
    then return new; end if;
    raise exception '% is append-only', tg_table_name
      using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
  end $body$`;

const statements: readonly string[] = [
  `create table member_deletion (member_id bigint primary key references member (id) on delete cascade, asked_at bigint not null,
     due_at bigint not null, done_at bigint)`,
  'create index member_deletion_due on member_deletion (due_at) where done_at is null',
  journal,
  securityLog,
];
