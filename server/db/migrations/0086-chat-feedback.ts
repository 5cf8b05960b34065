import { type Kysely, sql } from 'kysely';

/** The list of feedback by what it is filtered by. */
export const chatFeedbackFilters = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index chat_feedback_status on chat_feedback (status, id desc)`.execute(db);
    await sql`create index chat_feedback_kind on chat_feedback (kind, id desc)`.execute(db);
  },
};
