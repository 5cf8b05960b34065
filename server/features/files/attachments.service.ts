import { CODE } from '#api/contract/base/wire';
import { FailureError, rejection } from '#domain/base/failure';
import type { Row } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Removed } from '../../resources/base/hooks.ts';
import type { Resources } from '../../resources/registry.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { may } from '../../resources/access/permissions.ts';
import { notFound } from '../../base/refusal.ts';
import { findUses, type AttachmentUses } from './attachment-uses.ts';
import { removeBytes } from './remove-bytes.ts';
import { findSettingUses } from './setting-uses.ts';

const RESOURCE = 'attachment';
type StoredFile = Pick<Row<'attachment'>, 'id' | 'url' | 'full_url'> & { readonly file_id: string | null };

const addressesOf = (rows: readonly Pick<StoredFile, 'url' | 'full_url'>[]): string[] => [
  ...new Set(rows.flatMap(({ url, full_url: fullUrl }) => [url, fullUrl])),
];

type AttachmentPorts = Pick<ServerPorts, 'database' | 'jobs' | 'logger' | 'files' | 'messages'>;

/** What the back office does with stored files. Source: wire protocol §5.12. */
export interface AttachmentService {
  /** Of all these files together. */
  uses(ids: readonly number[], caller: AdminCaller): Promise<AttachmentUses>;
  /** A used file stays unless it is forced out. The bytes go when neither another record nor the recycle bin holds them. */
  remove(
    request: { readonly ids: readonly number[]; readonly force?: boolean },
    caller: AdminCaller,
    remove: (ids: readonly number[]) => Promise<Removed>,
  ): Promise<Removed>;
}

export function createAttachmentService(ports: AttachmentPorts, resources: Pick<Resources, 'all'>): AttachmentService {
  const { kysely } = ports.database;
  const others = () => resources.all().filter(({ resource }) => resource.name !== RESOURCE);
  const read = (ids: readonly number[]): Promise<StoredFile[]> =>
    kysely
      .selectFrom('attachment')
      .leftJoin('blob', 'blob.id', 'attachment.blob_id')
      .select(['attachment.id', 'attachment.url', 'attachment.full_url', 'blob.file_id'])
      .where('attachment.id', 'in', [...ids])
      .execute();

  /** Records of the other sections, and settings. */
  async function usesOf(rows: readonly StoredFile[], caller: AdminCaller): Promise<AttachmentUses> {
    const addresses = addressesOf(rows);
    const records = await findUses(kysely, others(), addresses, caller);
    const settings = await findSettingUses(ports, addresses, caller);
    const { list, more, hidden } = records;
    return { list: [...list, ...settings.list], more, hidden: hidden + settings.hidden };
  }

  /** The records are gone; what lies in the cloud store is a job's. Bytes that nobody holds and that cannot be removed now are removed by the next tidying. */
  async function letGo(rows: readonly StoredFile[]): Promise<void> {
    const fileIds = [...new Set(rows.flatMap((row) => row.file_id ?? []))];
    const kept = fileIds.length === 0 ? [] : await kysely.selectFrom('blob').select('file_id').where('file_id', 'in', fileIds).execute();
    const unheld = fileIds.filter((fileId) => !kept.some((blob) => blob.file_id === fileId));
    await removeBytes(ports, unheld);
  }

  return {
    async uses(ids, caller) {
      if (!may(caller, 'routine/attachment/index'))
        throw new FailureError({ kind: 'rejected', code: CODE.forbidden, message: 'refusals.forbidden' });
      const rows = await read(ids);
      if (rows.length === 0) throw notFound();
      return usesOf(rows, caller);
    },

    async remove({ ids, force = false }, caller, remove) {
      const rows = await read(ids);
      if (!force && rows.length > 0) {
        const { list, more, hidden } = await usesOf(rows, caller);
        const count = list.length + more + hidden;
        if (count > 0) throw rejection('refusals.upload.inUse', { count });
      }
      const removed = await remove(ids);
      try {
        await letGo(rows);
      } catch (error) {
        ports.logger.error('attachment.bytesStay', { error });
      }
      return removed;
    },
  };
}
