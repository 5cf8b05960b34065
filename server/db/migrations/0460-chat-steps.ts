import { type Kysely, sql } from 'kysely';

/** Models propose events of a record's life too. */
export const chatSteps = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  'alter table chat_proposal add column step jsonb',
  'alter table chat_proposal drop constraint chat_proposal_action_check',
  `alter table chat_proposal add constraint chat_proposal_action_check check (action in ('add', 'edit', 'del', 'step'))`,
];
