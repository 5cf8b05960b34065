import { type Kysely, sql } from 'kysely';

const OWNERS = ['user_id', 'admin_id'] as const;
const IMAGES = ['before', 'after'] as const;

/** What the journal says of the files of somebody who is erased is found without a look at those of all others. */
export const ownersInTheJournal = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const owner of OWNERS)
      for (const image of IMAGES)
        await sql`create index ${sql.id(`record_change_${image}_${owner}`)} on record_change ((${sql.id(image)} ->> ${sql.lit(owner)}))
          where resource = 'attachment'`.execute(db);
  },
};
