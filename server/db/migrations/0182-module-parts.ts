import { type Kysely, sql } from 'kysely';

/** What modules bring beside their sections: settings, what anybody may read and send, and pages of the site. */
export const moduleParts = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const withPersonal = (table: string): string => `update ${table} set manifest = jsonb_set(manifest::jsonb, '{asks,personal}', '[]')::json`;

const statements: readonly string[] = [
  `alter table module add column parts json not null default '{"settings":[],"read":{},"write":{},"pages":[]}'`,
  ...['module', 'module_package'].map(withPersonal),
  `create constraint trigger module_site_version after insert or update or delete on module
     deferrable initially deferred for each row execute function raise_site_version()`,
];
