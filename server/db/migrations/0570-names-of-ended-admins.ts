import { type Kysely, sql } from 'kysely';

/** What is kept of files and of commands may forget what an administrator was called whose account was erased. */
export const namesOfEndedAdmins = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const without = (...columns: readonly string[]): string => {
  const list = columns.map((column) => `'${column}'`).join(', ');
  return `to_jsonb(new) - array[${list}] = to_jsonb(old) - array[${list}]`;
};
const isKeptOr = (column: string, ...values: readonly string[]): string => `new.${column} in (old.${column}, ${values.join(', ')})`;
/** In the image of a file stands who has stored it, beside the number. */
const isSameFile = (image: string): string => `(new.${image} is not distinct from old.${image} or (old.${image} ? 'uploader'
  and new.${image} = jsonb_set(old.${image}, '{uploader}', to_jsonb('deleted-' || (old.${image} ->> 'admin_id')))))`;

/** As before; and an image of a file may forget the name of the administrator who stored it. */
const journal = `create or replace function keep_journal() returns trigger language plpgsql as $body$
  begin
    if tg_op = 'DELETE' and current_setting('troupe.retention', true) = 'on' then return old; end if;
    if tg_op = 'UPDATE' and tg_argv[0] = 'record_change' then
      if old.erased_at is null and new.erased_at is not null and new.title = '' and new.beside is null
        and new.before is not distinct from (case when old.before is null then null else '{}'::jsonb end)
        and new.after is not distinct from (case when old.after is null then null else '{}'::jsonb end)
        and ${without('erased_at', 'title', 'beside', 'before', 'after')}
      then return new; end if;
      if old.resource = 'attachment' and ${isSameFile('before')} and ${isSameFile('after')} and ${without('before', 'after')}
      then return new; end if;
    end if;
    if tg_op = 'UPDATE' and tg_argv[0] = 'change_set' then
      if ${isKeptOr('title', "''")} and ${isKeptOr('actor_name', "'deleted-' || old.actor_id")} and ${isKeptOr('ip', "''")}
        and ${isKeptOr('useragent', "''")} and ${without('title', 'actor_name', 'ip', 'useragent')}
      then return new; end if;
    end if;
    raise exception '% is append-only', tg_argv[0] using errcode = 'restrict_violation', table = tg_argv[0], constraint = tg_name;
  end $body$`;

/** Who stopped a command is named in a line of its output. */
const terminalOutput = `create or replace function keep_terminal_output() returns trigger language plpgsql as $body$
  begin
    if old.kind = 'output' and new.data ~ '(^|[^[:alnum:]])deleted-[0-9]+' and ${without('data')} then return new; end if;
    raise exception '% is append-only', tg_table_name
      using errcode = 'restrict_violation', table = tg_table_name, constraint = tg_name;
  end $body$`;

const statements: readonly string[] = [
  journal,
  terminalOutput,
  'drop trigger terminal_event_append_only on terminal_event',
  'create trigger terminal_event_append_only before update on terminal_event for each row execute function keep_terminal_output()',
];
