import { type Kysely, sql } from 'kysely';

/** What takes a changed email address of an administrator back; addresses of members have had it from the start. */
export const adminAddressesBack = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table admin_address_undo (id bigint generated always as identity primary key,
     hash varchar(64) not null constraint admin_address_undo_hash unique,
     admin_id bigint not null references admin (id) on delete cascade, old_email varchar(254) not null, expire_time bigint not null)`,
  'create index admin_address_undo_admin on admin_address_undo (admin_id, id)',
  'create index admin_address_undo_expired on admin_address_undo (expire_time)',
];
