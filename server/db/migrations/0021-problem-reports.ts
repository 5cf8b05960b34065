import { type Kysely, sql } from 'kysely';

/** Problems that people have reported, each with its sealed journal. */
export const problemReports = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table problem_report (id integer generated always as identity primary key, number varchar(9) not null constraint problem_report_number_unique unique,
     area varchar(6) not null check (area in ('admin', 'member')), who varchar(7) not null check (who in ('admin', 'member', 'visitor')),
     admin_id integer references admin (id) on delete set null, page varchar(500) not null, sentence varchar(1000) not null,
     build varchar(100) not null, sealed_journal text not null, network varchar(50) not null, create_time bigint not null)`,
  'create index problem_report_newest on problem_report (create_time desc, id desc)',
  'create index problem_report_admin on problem_report (admin_id) where admin_id is not null',
];
