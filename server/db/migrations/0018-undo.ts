import { type Kysely, sql } from 'kysely';

/** Which changes belong to one write, what kind of write it was (without one it cannot be taken back), and which it took back. Source: journal.md 7.3. */
export const undo = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table record_change add column write_id bigint, add column undoes bigint,
     add column action varchar(10) check (action in ('add', 'edit', 'del', 'sortable'))`,
  'create index record_change_write on record_change (write_id, id) where write_id is not null',
];
