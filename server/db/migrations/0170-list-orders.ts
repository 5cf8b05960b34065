import { type Kysely, sql } from 'kysely';

/**
 * An index for each order that lists which grow without end are read in. That of titles also finds the goods of one title: each group of
 * its characters may be in thousands of others.
 */
export const listOrders = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  'create index goods_title on goods (title, id)',
  'create index member_join_time on member (join_time, id)',
];
