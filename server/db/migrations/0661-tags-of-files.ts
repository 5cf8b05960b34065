import { type Kysely, sql } from 'kysely';

/** Words that people sort files by. Nothing that was stored before has any. */
export const tagsOfFiles = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table attachment add column tags jsonb not null default '[]' check (jsonb_typeof(tags) = 'array')`.execute(db);
    await sql`create index attachment_tags on attachment using gin (tags jsonb_path_ops)`.execute(db);
  },
};
