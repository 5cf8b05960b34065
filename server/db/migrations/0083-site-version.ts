import { type Kysely, sql } from 'kysely';

/**
 * A number that differs after each change of what the public pages show, whoever makes it and by whichever way: pages drawn under the same
 * number are the same. It is raised last of all in a transaction, so that nobody who writes waits for another longer than the commit takes.
 */
export const siteVersion = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const raise = `create function raise_site_version() returns trigger language plpgsql as $body$
  begin
    if current_setting('troupe.site_raised', true) is distinct from pg_current_xact_id()::text then
      perform set_config('troupe.site_raised', pg_current_xact_id()::text, true);
      insert into site_version as kept (id, version) values (1, 1) on conflict (id) do update set version = kept.version + 1;
    end if;
    return null;
  end $body$`;

/** A trigger that can wait for the commit is one for each row; all but the first of a transaction do nothing. */
const raisedBy = (table: string): string =>
  `create constraint trigger ${table}_site_version after insert or update or delete on ${table}
     deferrable initially deferred for each row execute function raise_site_version()`;

const statements: readonly string[] = [
  'create table site_version (id integer primary key check (id = 1), version bigint not null)',
  'insert into site_version (id, version) values (1, 1)',
  raise,
  ...['config', 'goods', 'goods_category', 'member_rule'].map(raisedBy),
];
