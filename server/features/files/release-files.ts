import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import type { JobRun } from '../../db/base/jobs.ts';
import { taskOf } from '../../base/precedence.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { removeBytes } from './remove-bytes.ts';
import { readUploadSettings } from './upload-settings.ts';

type Ports = Pick<ServerPorts, 'database' | 'files' | 'cloud' | 'logger'>;

/** Files that are let go in one transaction. */
const PORTION = 500;
/** Of jobs that delete objects of the cloud store. */
const CLOUD = 'files.releaseCloud';

/**
 * Lets go of files whose deletions left the recycle bin for good: the bytes that nobody holds any more, and objects of the cloud store.
 * What stops it is asked again with the next round. @returns how many entries are done with
 */
export async function releaseFiles(ports: Ports & Pick<ServerPorts, 'jobs' | 'precedence'>, stopped?: AbortSignal): Promise<number> {
  const giveWay = taskOf(ports);
  let count = await releaseCloud(ports, stopped && { signal: stopped, advance: () => undefined });
  for (let isMore = true; isMore;) {
    await giveWay();
    if (stopped?.aborted === true) break;
    const done = await releaseLocal(ports);
    count += done;
    isMore = done === PORTION;
  }
  return count;
}

/** Says what the job does that `releaseDeleted` leaves behind. Where it is given up, the next tidying goes on. */
export function handleCloudReleases(ports: Ports & Pick<ServerPorts, 'jobs'>): void {
  ports.jobs.handle(CLOUD, {
    lane: 'long',
    async run(_params, job) {
      for (let count = PORTION; count === PORTION && !job.signal.aborted;) count = await releaseCloud(ports, job);
    },
  });
}

/** The same after a call: what lies in the cloud store is left to a job, and so are bytes of the server's own where they cannot be removed now. */
export async function releaseDeleted(ports: Ports & Pick<ServerPorts, 'jobs'>): Promise<void> {
  if (ports.cloud !== null) await ports.database.transaction((trx) => ports.jobs.send(trx, CLOUD, {}, CLOUD));
  await releaseLocal(ports);
}

/**
 * Leaves the objects of files in the cloud store to the job, in the transaction that deletes their records: it deletes those that neither
 * the bin nor another record holds.
 */
export async function releaseObjects(
  { cloud, jobs }: Pick<ServerPorts, 'cloud' | 'jobs'>,
  trx: Transaction<Tables>,
  files: readonly { readonly id: number; readonly url: string }[],
): Promise<void> {
  if (files.length === 0) return;
  // No entry of the bin has such a number, and no file's record comes twice.
  const rows = files.map(({ id, url }) => ({ entry_id: -id, blob_id: null, url, is_released: true }));
  await trx
    .insertInto('recycled_file')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute();
  // Without a store nothing can go yet; the next tidying that has one finds them.
  if (cloud !== null) await jobs.send(trx, CLOUD, {}, CLOUD);
}

/** The same of objects whose records are gone already: their addresses are all that is known of them. */
export async function releaseUrls(
  { cloud, jobs }: Pick<ServerPorts, 'cloud' | 'jobs'>,
  trx: Transaction<Tables>,
  urls: readonly string[],
): Promise<void> {
  // Each under the number of a file that there never will be.
  await sql`insert into recycled_file (entry_id, blob_id, url, is_released)
    select -nextval(pg_get_serial_sequence('attachment', 'id')), null, value, true
    from jsonb_array_elements_text(${JSON.stringify(urls)}::jsonb)`.execute(trx);
  if (cloud !== null) await jobs.send(trx, CLOUD, {}, CLOUD);
}

/** The rows first: a process that ends in between leaves bytes without a row, which the next tidying finds. */
async function releaseLocal(ports: Ports & Pick<ServerPorts, 'jobs'>): Promise<number> {
  const { database } = ports;
  const released = await database.transaction(async (trx) => {
    const { rows } = await sql<{ file_id: string }>`with gone as (delete from recycled_file where entry_id in
        (select entry_id from recycled_file where is_released and blob_id is not null order by entry_id limit ${PORTION} for update skip locked)
        returning blob_id)
      select file_id from gone join blob on blob.id = gone.blob_id`.execute(trx);
    return rows.map((row) => row.file_id);
  });
  if (released.length === 0) return 0;
  const held = await database.kysely.selectFrom('blob').select('file_id').where('file_id', 'in', released).execute();
  const kept = new Set(held.map((blob) => blob.file_id));
  await removeBytes(ports, [...new Set(released).difference(kept)]);
  return released.length;
}

/** The objects first: they are known by these rows alone. */
async function releaseCloud(ports: Ports, job?: Pick<JobRun, 'signal' | 'advance'>): Promise<number> {
  const { kysely } = ports.database;
  const rows = await kysely
    .selectFrom('recycled_file')
    .select(['entry_id', 'url'])
    .where('is_released', '=', true)
    .where('blob_id', 'is', null)
    .orderBy('entry_id')
    .limit(PORTION)
    .execute();
  if (rows.length === 0 || ports.cloud === null) return 0;
  const target = (await readUploadSettings(ports)).cloud;
  if (target === null) return 0;
  for (const [index, { entry_id: entryId, url }] of rows.entries()) {
    // Rows that are left are asked for again.
    if (job?.signal.aborted === true) break;
    job?.advance(index, rows.length);
    const isHeld = await kysely
      .selectFrom('attachment')
      .select('id')
      .where('url', '=', url)
      .unionAll(kysely.selectFrom('recycled_file').select('entry_id as id').where('url', '=', url).where('is_released', '=', false))
      .executeTakeFirst();
    if (!isHeld) await ports.cloud.remove(target, url.slice(1));
    await kysely.deleteFrom('recycled_file').where('entry_id', '=', entryId).execute();
  }
  return rows.length;
}
