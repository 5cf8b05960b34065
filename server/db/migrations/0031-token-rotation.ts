import { type Kysely, sql } from 'kysely';

/** Which refresh tokens are replaced with each renewal, and the access token that was issued beside one. Source: security.md rules 2, 3. */
export const tokenRotation = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  'alter table token add column rotates boolean not null default false',
  'alter table token add column issued_with varchar(64)',
  // Who has come with a token that replaced another keeps the newest one.
  'update token set rotates = true where hash in (select replaced_by from token where replaced_by is not null)',
];
