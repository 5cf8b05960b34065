import { type Kysely, sql } from 'kysely';

/**
 * What sections have brought in from their folders: the steps of their tables, and the menu rules that they were given at a start. Rules
 * of a section whose folder is not there are switched off until it is there again.
 */
export const sections = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  'create table section_step (section varchar(64) not null, step varchar(100) not null, primary key (section, step))',
  `create table section_rule (rule_id bigint primary key references admin_rule (id) on delete cascade, section varchar(64) not null,
     is_off boolean not null default false)`,
];
