import { type Kysely, sql } from 'kysely';

/** Looks into backups and restores of one section, for whoever waits for them. Why: docs/decisions/205-a-section-comes-back-by-a-window.md. */
export const sectionRestores = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table section_restore (id uuid primary key, admin_id bigint not null references admin (id) on delete cascade,
     backup varchar(100) not null, section varchar(100) not null, mode varchar(7) check (mode in ('missing', 'changed')),
     common_columns boolean not null, language varchar(5) not null, attempts integer not null default 0,
     state varchar(7) not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
     report jsonb, trouble jsonb, create_time bigint not null,
     check ((state = 'done') = (report is not null)), check ((state = 'failed') = (trouble is not null)))`,
  'create index section_restore_admin on section_restore (admin_id)',
  'create index section_restore_created on section_restore (create_time)',
];
