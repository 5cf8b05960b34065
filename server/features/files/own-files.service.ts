import type { listOwnFiles } from '#api/contract/files/own-files';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import type { MemberCaller } from '../../base/caller.ts';
import { FILES_OF_A_MEMBER, FILE_REMOVALS } from '../../base/limits.ts';
import { notFound, SessionEnded } from '../../base/refusal.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import { countOwnAttempt } from '../base/own-attempt.ts';
import { pageOf } from '../base/page.ts';
import { leaveBytes } from './remove-bytes.ts';
import { spaceOf } from './member-quota.ts';
import { releaseObjects } from './release-files.ts';

const MAX_PAGE = 10_000;

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'jobs' | 'cloud'>;

/** The files that a member has uploaded. Those of others are not found, as those that never were. */
export interface OwnFiles {
  list(caller: MemberCaller, query: ParsedInputOf<typeof listOwnFiles>): Promise<OutputOf<typeof listOwnFiles>>;
  /**
   * For good: what members delete of their own goes into nobody's bin. The bytes go when nobody else holds them.
   * @throws the refusal where it is the member's picture
   */
  remove(caller: MemberCaller, id: number): Promise<void>;
}

export function createOwnFiles(ports: Ports): OwnFiles {
  const { database } = ports;
  const { kysely } = database;
  return {
    async list(caller, asked) {
      const { limit, offset } = pageOf(asked, MAX_PAGE);
      const { avatar } = await kysely
        .selectFrom('member')
        .select('avatar')
        .where('id', '=', caller.id)
        .executeTakeFirstOrThrow(() => new SessionEnded('member'));
      const rows = await kysely
        .selectFrom('attachment')
        .select(['id', 'name', 'url', 'full_url', 'size', 'mimetype', 'width', 'height', 'create_time'])
        .where('user_id', '=', caller.id)
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      const { bytes, maxBytes, files } = await spaceOf(kysely, caller.id);
      const list = rows.map((row) => ({ ...row, is_avatar: row.url === avatar }));
      return { list, total: files, space: { bytes, max_bytes: maxBytes, files, max_files: FILES_OF_A_MEMBER } };
    },

    async remove(caller, id) {
      await countOwnAttempt(ports, caller, [{ key: `file-removal:${caller.id}`, limit: FILE_REMOVALS }]);
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller);
        const file = await trx
          .selectFrom('attachment')
          .leftJoin('blob', 'blob.id', 'attachment.blob_id')
          .select(['attachment.url', 'attachment.storage', 'blob.file_id as fileId'])
          .where('attachment.id', '=', id)
          .where('user_id', '=', caller.id)
          .executeTakeFirst();
        if (!file) throw notFound();
        const { avatar } = await trx.selectFrom('member').select('avatar').where('id', '=', caller.id).executeTakeFirstOrThrow();
        if (file.url === avatar) throw rejection('refusals.upload.isAvatar');
        await trx.deleteFrom('attachment').where('id', '=', id).execute();
        if (file.storage === 'cloud') await releaseObjects(ports, trx, [{ id, url: file.url }]);
        else if (file.fileId !== null) await leaveBytes(ports, trx, [file.fileId]);
      });
    },
  };
}
