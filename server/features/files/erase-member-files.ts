import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import type { JobRun } from '../../db/base/jobs.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { eraseRecords } from '../../resources/changes/erase-records.ts';
import type { MemberDataPart } from '../base/member-data.ts';
import { readUploadSettings } from './upload-settings.ts';

type Ports = Pick<ServerPorts, 'database' | 'jobs' | 'files' | 'cloud' | 'logger'>;

/** Of jobs that remove bytes whose rows are gone. */
const REMOVE = 'files.removeBytes';
/** Files that one job removes. */
const PORTION = 200;

export interface Unheld {
  readonly fileId: string | null;
  readonly url: string;
}

/** Leaves the bytes of rows that go in this transaction to a job; what somebody else holds stays. */
export async function leaveBytes({ jobs }: Pick<ServerPorts, 'jobs'>, trx: Transaction<Tables>, files: readonly Unheld[]): Promise<void> {
  for (let start = 0; start < files.length; start += PORTION) {
    const portion = files.slice(start, start + PORTION);
    const fileIds = JSON.stringify([...new Set(portion.flatMap(({ fileId }) => fileId ?? []))]);
    const keys = JSON.stringify(portion.flatMap(({ fileId, url }) => (fileId === null ? url : [])));
    await jobs.send(trx, REMOVE, { fileIds, keys });
  }
}

/** Says what the job does that `leaveBytes` leaves behind. */
export function handleRemovals(ports: Ports): void {
  ports.jobs.handle(REMOVE, {
    lane: 'long',
    async run({ fileIds, keys }, job) {
      const inCloud = JSON.parse(String(keys)) as string[];
      await removeLocal(ports, JSON.parse(String(fileIds)) as string[]);
      await removeInCloud(ports, inCloud, job);
    },
  });
}

async function removeLocal({ database, files }: Ports, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const held = await database.kysely
    .selectFrom('blob')
    .select('file_id')
    .where('file_id', 'in', [...fileIds])
    .execute();
  for (const fileId of fileIds) if (!held.some((blob) => blob.file_id === fileId)) await files.remove(fileId);
}

async function removeInCloud(ports: Ports, urls: readonly string[], job: Pick<JobRun, 'signal' | 'advance'>): Promise<void> {
  if (urls.length === 0 || ports.cloud === null) return;
  const target = (await readUploadSettings(ports)).cloud;
  if (target === null) return;
  for (const [index, url] of urls.entries()) {
    job.signal.throwIfAborted();
    job.advance(index, urls.length);
    const { kysely } = ports.database;
    const isHeld = await kysely
      .selectFrom('attachment')
      .select('id')
      .where('url', '=', url)
      .unionAll(kysely.selectFrom('recycled_file').select('entry_id as id').where('url', '=', url))
      .executeTakeFirst();
    if (!isHeld) await ports.cloud.remove(target, url.slice(1));
  }
}

/** What members have uploaded, and what the journal and the bin say of it. */
export const memberFiles = (ports: Pick<ServerPorts, 'jobs'>): MemberDataPart => ({
  name: 'uploads',
  async erase(trx, memberId, erasure) {
    const { rows: told } = await sql<{ id: number }>`select distinct record_id as id from record_change where resource = 'attachment'
      and (before ->> 'user_id' = ${String(memberId)} or after ->> 'user_id' = ${String(memberId)})`.execute(trx);
    const rows = await trx
      .selectFrom('attachment')
      .leftJoin('blob', 'blob.id', 'attachment.blob_id')
      .select(['attachment.id', 'attachment.url', 'blob.file_id as fileId'])
      .where('user_id', '=', memberId)
      .execute();
    const ids = [...new Set([...told, ...rows].map(({ id }) => id))];
    await eraseRecords(trx, { resource: 'attachment', ids }, erasure);
    // Those of the bin will not come back.
    const { rows: deleted } = await sql<Unheld>`with gone as (delete from recycled_file where entry_id in
        (select id from recycle_entry where resource = 'attachment' and record_id = any(${ids}::bigint[])) returning blob_id, url)
      select gone.url, blob.file_id as "fileId" from gone left join blob on blob.id = gone.blob_id`.execute(trx);
    await trx.deleteFrom('attachment').where('user_id', '=', memberId).execute();
    // What may still come by a form is removed with its row.
    await trx.updateTable('member_cloud_form').set({ sha1: '', state: 'released' }).where('user_id', '=', memberId).execute();
    await leaveBytes(ports, trx, [...rows, ...deleted]);
  },
});
