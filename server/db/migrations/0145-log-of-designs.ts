import { type Kysely, sql } from 'kysely';

/** The log of published designs is searched by the table that they are of. */
export const logOfDesigns = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `alter table section_revision add column table_name varchar(63) not null default ''`,
  `update section_revision set table_name = left(design #>> '{declaration,table}', 63)`,
  'create index section_revision_table_name on section_revision (table_name, id desc)',
];
