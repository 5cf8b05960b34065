import { type Kysely, sql } from 'kysely';

/** Codes of whoever asked for them, apart from the turns of an address; and what a captcha is for. Source: security.md rule 8. */
export const codeRequesters = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'create table code_turn (purpose varchar(50) not null, target varchar(254) not null, asked_at bigint not null, primary key (purpose, target))',
  'insert into code_turn (purpose, target, asked_at) select purpose, target, asked_at from verification_code',
  'alter table verification_code drop constraint verification_code_unique',
  'alter table verification_code drop column asked_at',
  'alter table verification_code add constraint verification_code_unique unique (purpose, target, requester)',
  "alter table captcha add column purpose varchar(60) not null default ''",
];
