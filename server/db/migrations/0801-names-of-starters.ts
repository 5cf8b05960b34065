import { type Kysely, sql } from 'kysely';

/** Suggestions are called by the words of the pages that they lead to. What an administrator has written anew stays as it is. */
export const namesOfStarters = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`update chat_prompt as prompt set name_en = shipped.name
      from (values
        ('Open an account', 'Create an account'),
        ('Retrieve a password', 'Reset a password'),
        ('Look at goods', 'Browse goods'),
        ('Take back a change', 'Undo a change')) as shipped (former, name)
      where prompt.kind = 'starter' and prompt.version = 1 and prompt.name_en = shipped.former`.execute(db);
  },
};
