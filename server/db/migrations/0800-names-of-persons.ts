import { type Kysely, sql } from 'kysely';

/**
 * Records that are called by a number or an address of somebody were called by it in the journal too, whole and for everybody who reads it.
 * The journal lets such a name be shortened from here on, and those of sections that are called so now are.
 */
export const namesOfPersons = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [journal, ...['record_change', 'change_set', 'recycle_entry'].map(shortened)])
      await sql.raw(statement).execute(db);
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
const masked = (text: string): string =>
  `(case when char_length(${text}) < 7 then '***' else left(${text}, 2) || '***' || right(${text}, 2) end)`;

/** As before; and a name that is not empty may be shortened. */
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
      if old.title <> '' and new.title = ${masked('old.title')} and ${without('title')} then return new; end if;
    end if;
    if tg_op = 'UPDATE' and tg_argv[0] = 'change_set' then
      if ${isKeptOr('title', "''", masked('old.title'))} and ${isKeptOr('actor_name', "'deleted-' || old.actor_id")} and ${isKeptOr('ip', "''")}
        and ${isKeptOr('useragent', "''")} and ${without('title', 'actor_name', 'ip', 'useragent')}
      then return new; end if;
    end if;
    raise exception '% is append-only', tg_argv[0] using errcode = 'restrict_violation', table = tg_argv[0], constraint = tg_name;
  end $body$`;

const shortened = (table: string): string =>
  `update ${table} set title = ${masked('title')} where title <> '' and resource in (
     select design #>> '{declaration,name}' from section where design is not null and design::jsonb #>>
       array['declaration', 'fields', design #>> '{declaration,titleField}', 'kind'] in ('mobile', 'email', 'idNumber'))`;
