import { type Kysely, sql } from 'kysely';

/** Attempts at one message are one row of the outbox. */
export const deliveries = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table outbox_message add column delivery varchar(50) not null default ''`.execute(db);
    await sql`create unique index outbox_message_delivery on outbox_message (delivery) where delivery <> ''`.execute(db);
  },
};
