import { type Kysely, sql } from 'kysely';

/** Models that are told placeholders in the place of what tells who people are. */
export const chatMasks = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`alter table chat_model add column mask_personal char(1) not null default '1' check (mask_personal in ('0', '1'))`)
      .execute(db);
  },
};
