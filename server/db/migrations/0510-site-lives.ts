import { type Kysely, sql } from 'kysely';

/** Lives that a site draws for sections of the program. Why: docs/decisions/204-a-site-changes-a-life.md. */
export const siteLives = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

// As text, in which the states keep their order.
const statements: readonly string[] = [
  `create table site_life (resource varchar(60) primary key, draft json, life json, base json not null,
     state varchar(7) not null default 'draft' check (state in ('draft', 'live', 'stopped')), version bigint not null default 1,
     create_time bigint not null, update_time bigint not null, check (life is not null or state = 'draft'))`,
  'alter table life_revision drop constraint life_revision_origin_check',
  // Whatever was kept before has one of fewer origins: it need not be looked at.
  `alter table life_revision add constraint life_revision_origin_check check (origin in ('shipped', 'designed', 'site', 'module')) not valid`,
];
