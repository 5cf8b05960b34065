import { type Kysely, sql } from 'kysely';

/** What a list of change sets needs: what the first record of each is called, and an index for each of its filters. */
export const timeline = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** As before; and a set may forget what its first record is called. */
const guard = `create or replace function keep_journal() returns trigger language plpgsql as $body$
  begin
    if tg_op = 'DELETE' and current_setting('troupe.retention', true) = 'on' then return old; end if;
    if tg_op = 'UPDATE' and tg_argv[0] = 'record_change' then
      if old.erased_at is null and new.erased_at is not null and new.title = '' and new.beside is null
        and new.before is not distinct from (case when old.before is null then null else '{}'::jsonb end)
        and new.after is not distinct from (case when old.after is null then null else '{}'::jsonb end)
        and to_jsonb(new) - array['erased_at', 'title', 'beside', 'before', 'after'] = to_jsonb(old) - array['erased_at', 'title', 'beside', 'before', 'after']
      then return new; end if;
    end if;
    if tg_op = 'UPDATE' and tg_argv[0] = 'change_set' then
      if new.title = '' and to_jsonb(new) - 'title' = to_jsonb(old) - 'title' then return new; end if;
    end if;
    raise exception '% is append-only', tg_argv[0] using errcode = 'restrict_violation', table = tg_argv[0], constraint = tg_name;
  end $body$`;

const statements: readonly string[] = [
  `alter table change_set add column title varchar(200) not null default ''`,
  'alter table change_set disable trigger change_set_append_only',
  `update change_set set title = coalesce((select title from record_change where set_id = change_set.id order by id limit 1), '')`,
  'alter table change_set enable trigger change_set_append_only',
  guard,
  'create index change_set_at on change_set (at desc, id desc)',
  'create index change_set_source on change_set (source, id desc)',
  'create index change_set_action on change_set (action, id desc)',
  // Of sections with a data limit alone: whose records are in a set.
  'create index record_change_owner on record_change (resource, owner_id, set_id) where owner_id is not null',
];
