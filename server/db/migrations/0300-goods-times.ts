import { type Kysely, sql } from 'kysely';

/** When goods go on sale and off sale by themselves. */
export const goodsTimes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table goods add column publish_time bigint, add column end_time bigint,
      add constraint goods_times_in_order check (end_time > publish_time)`.execute(db);
  },
};
