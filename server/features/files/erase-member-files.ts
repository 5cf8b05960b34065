import { sql } from 'kysely';
import type { ServerPorts } from '../../ports/ports.ts';
import { eraseRecords } from '../../resources/changes/erase-records.ts';
import type { MemberDataPart } from '../base/member-data.ts';
import { releaseObjects, releaseUrls } from './release-files.ts';
import { leaveBytes, NO_KEYS, REMOVE } from './remove-bytes.ts';

/** Says what the job does that `leaveBytes` leaves behind. One that a former version has left may name objects of the cloud store beside. */
export function handleRemovals(ports: Pick<ServerPorts, 'database' | 'jobs' | 'files' | 'cloud'>): void {
  ports.jobs.handle(REMOVE, {
    lane: 'long',
    async run({ fileIds, keys = NO_KEYS }, { settle }) {
      await removeLocal(ports, JSON.parse(String(fileIds)) as string[]);
      const urls = JSON.parse(String(keys)) as string[];
      if (urls.length === 0) return;
      await ports.database.transaction(async (trx) => {
        await releaseUrls(ports, trx, urls);
        await settle(trx);
      });
    },
  });
}

async function removeLocal({ database, files }: Pick<ServerPorts, 'database' | 'files'>, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const held = await database.kysely
    .selectFrom('blob')
    .select('file_id')
    .where('file_id', 'in', [...fileIds])
    .execute();
  for (const fileId of fileIds) if (!held.some((blob) => blob.file_id === fileId)) await files.remove(fileId);
}

/** What members have uploaded, and what the journal and the bin say of it. */
export const memberFiles = (ports: Pick<ServerPorts, 'jobs' | 'cloud'>): MemberDataPart => ({
  name: 'uploads',
  async erase(trx, memberId, erasure) {
    const { rows: told } = await sql<{ id: number }>`select distinct record_id as id from record_change where resource = 'attachment'
      and (before ->> 'user_id' = ${String(memberId)} or after ->> 'user_id' = ${String(memberId)})`.execute(trx);
    const rows = await trx
      .selectFrom('attachment')
      .leftJoin('blob', 'blob.id', 'attachment.blob_id')
      .select(['attachment.id', 'attachment.url', 'attachment.storage', 'blob.file_id as fileId'])
      .where('user_id', '=', memberId)
      .execute();
    const ids = [...new Set([...told, ...rows].map(({ id }) => id))];
    await eraseRecords(trx, { resource: 'attachment', ids }, erasure);
    // Those of the bin will not come back.
    const ofBin = sql`entry_id in (select id from recycle_entry where resource = 'attachment' and record_id = any(${ids}::bigint[]))`;
    const { rows: deleted } = await sql<{ fileId: string }>`with gone as (delete from recycled_file
        where blob_id is not null and ${ofBin} returning blob_id)
      select blob.file_id as "fileId" from gone join blob on blob.id = gone.blob_id`.execute(trx);
    await sql`update recycled_file set is_released = true where blob_id is null and ${ofBin}`.execute(trx);
    await trx.deleteFrom('attachment').where('user_id', '=', memberId).execute();
    // What may still come by a form is removed with its row.
    await trx.updateTable('member_cloud_form').set({ sha1: '', state: 'released' }).where('user_id', '=', memberId).execute();
    await leaveBytes(
      ports,
      trx,
      [...rows, ...deleted].flatMap(({ fileId }) => fileId ?? []),
    );
    // Also where the site has no store now: they wait until there is one again.
    await releaseObjects(
      ports,
      trx,
      rows.filter(({ storage }) => storage === 'cloud'),
    );
  },
});
