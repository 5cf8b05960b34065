import { type Kysely, sql } from 'kysely';

/** Pieces of work that wait for their answer, in the place of a picture. Source: security.md rule 8, goal C13. */
export const captchaWork = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table captcha_work (id_hash varchar(64) primary key, network varchar(64) not null, door_hash varchar(64) not null,
     answer integer not null check (answer >= 0), expire_time bigint not null)`,
  'create index captcha_work_expired on captcha_work (expire_time)',
];
