import { type Kysely, sql } from 'kysely';

/** Which address a pass was proved for: it changes that one and no other. Those of before are proved again, within minutes. */
export const addressPasses = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`delete from address_pass`.execute(db);
    await sql`alter table address_pass add column address varchar(254) not null`.execute(db);
  },
};
