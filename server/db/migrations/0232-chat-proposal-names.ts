import { type Kysely, sql } from 'kysely';

/** What the records are called that a proposal names, as its administrator saw them. */
export const chatProposalNames = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(`alter table chat_proposal add column names jsonb not null default '{}'`).execute(db);
  },
};
