import { type Kysely, sql } from 'kysely';

/** Columns that held what belongs to a person by any version of their section; what the journal keeps of them outlives the version. */
export const personalColumns = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table personal_column (resource varchar(64) not null, name varchar(63) not null,
     constraint personal_column_pkey primary key (resource, name))`,
  // What was published so far, as far as its log reaches, and what runs now; the program tells of its own sections at each start.
  `insert into personal_column (resource, name)
   select distinct left(design #>> '{declaration,name}', 64),
     left(coalesce(field.value ->> 'column', lower(regexp_replace(field.key, '([A-Z])', '_\\1', 'g'))), 63)
   from (select design from section_revision where status <> 'error' union all select design from section where design is not null) as published,
     jsonb_each(design::jsonb #> '{declaration,fields}') as field
   where field.value ->> 'kind' in ('mobile', 'email', 'idNumber') and design #>> '{declaration,name}' is not null
   on conflict do nothing`,
];
