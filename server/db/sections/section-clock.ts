import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables/tables.ts';

/** Lets every process look at what is published, once this transaction is through. */
export async function countSections(trx: Kysely<Tables>): Promise<void> {
  await sql`update section_clock set counter = counter + 1`.execute(trx);
}
