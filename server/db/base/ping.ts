import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables/tables.ts';

/** One commit that reaches the write-ahead log and its disk, and no table. */
export async function pingDatabase(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ read_only: string }>`
    select current_setting('transaction_read_only') as read_only, pg_logical_emit_message(true, 'ping', '')::text`.execute(kysely);
  if (rows[0]?.read_only !== 'off') throw new Error('The database is read-only');
}
