import { sql, type Transaction } from 'kysely';
import type { Database } from '../base/database.ts';
import type { JobLane } from '../base/jobs.ts';
import type { Tables } from '../tables/tables.ts';

/**
 * How soon a job of a kind that is not known here is there again for a process that knows it, later each time, and for how long one is waited
 * for: after the return to a former version there is none.
 */
const NOT_KNOWN_PAUSE = '5 seconds';
const NOT_KNOWN_PAUSE_AT_MOST = '5 minutes';
const NOT_KNOWN_FOR = '1 day';
/** So long others join a job that waits: they keep it from being taken until they are over, and one that all joined would be taken by nobody. */
const JOINED_FOR = '1 second';

/**
 * A process of another version may know it: the attempt counts nothing. Where none came within a day, it fails as any other.
 * @returns false where there is no other process, or it has waited long enough
 */
export async function returnToQueue(
  database: Database,
  { id, retryCount }: { readonly id: string; readonly retryCount: number },
): Promise<boolean> {
  if (database.kind === 'embedded') return false;
  // The queue counts an attempt when it hands out a job that was begun before.
  const { rows } = await sql`update pgboss.job set state = 'retry', started_on = null,
      start_after = now() + least(greatest(now() - created_on, ${NOT_KNOWN_PAUSE}::interval), ${NOT_KNOWN_PAUSE_AT_MOST}::interval)
    where id = ${id}::uuid and state = 'active' and retry_count = ${retryCount} and created_on > now() - ${NOT_KNOWN_FOR}::interval
    returning id`.execute(database.kysely);
  return rows.length > 0;
}

/**
 * Whether a job of the key waits that is taken by nobody before the transaction is over, and so sees what that has written. The lock is one that
 * any number hold beside each other.
 */
export async function isAmong(trx: Transaction<Tables>, lane: JobLane, key: string): Promise<boolean> {
  const { rows } = await sql`select from pgboss.job where name = ${lane} and singleton_key = ${key} and state = 'created'
    and start_after <= now() and created_on > now() - ${JOINED_FOR}::interval order by created_on limit 1 for key share skip locked`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Drops what waits of the key and is due, but for jobs that a write under way has joined: those hold a lock. */
export async function dropDue(database: Database, lane: JobLane, key: string): Promise<void> {
  await sql`delete from pgboss.job where name = ${lane} and id in (select id from pgboss.job where name = ${lane} and singleton_key = ${key}
    and state = 'created' and start_after <= now() for update skip locked)`.execute(database.kysely);
}

/** Jobs that wait for later and are told something of this name are due. One that is taken in this moment needs no word. @returns in which lanes they are */
export async function dueNow(trx: Transaction<Tables>, told: string): Promise<ReadonlySet<JobLane>> {
  const { rows } = await sql<{ name: JobLane }>`update pgboss.job set start_after = now() where id in (select id from pgboss.job
    where state = 'created' and start_after > now() and jsonb_exists(data -> 'params', ${told}) for update skip locked) returning name`.execute(
    trx,
  );
  return new Set(rows.map(({ name }) => name));
}
