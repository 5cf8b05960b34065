import { type Kysely, sql } from 'kysely';

/** By which life a write was decided, so that none is by one that has just been replaced; and whose each revision is. */
export const lifeRevisionOwners = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  "alter table life_revision add column hash varchar(64) not null default ''",
  `alter table life_revision add column origin varchar(10) not null default 'shipped' check (origin in ('shipped', 'designed', 'module'))`,
  'alter table life_revision add column admin_id bigint',
];
