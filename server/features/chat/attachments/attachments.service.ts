import type { ChatEndpoints } from '#api/contract/chat/chat';
import type { OutputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { FREE_DISK_SHARE } from '../../../base/limits.ts';
import { createConcurrencyLimit } from '../../../base/concurrency/concurrency-limit.ts';
import { notFound, SessionEnded } from '../../../base/refusal.ts';
import type { Row } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { UploadBody } from '../../../ports/upload-ports.ts';
import type { FileToSend } from '../../../routing/file-reply.ts';
import { countAttempt } from '../../base/throttle.ts';
import { removeBytes } from '../../files/remove-bytes.ts';
import { requireAccount } from '../base/account.ts';
import { CHAT_ATTACHED_BYTES, CHAT_ATTACHES, CHAT_ATTACHING_AT_ONCE } from '../base/limits.ts';
import { type ChatOwner, isKnown, type KnownOwner, lockOwner, ownerKey } from '../base/owner.ts';
import { receiveAttachment } from './receive-attachment.ts';

type Attached = OutputOf<ChatEndpoints['attach']>;
type Ports = Pick<ServerPorts, 'database' | 'jobs' | 'logger' | 'files' | 'clock' | 'freeDiskShare'>;

const BUSY_SECONDS = 5;

/** Files of members and administrators, each its owner's alone. Source: specification §1, "AI chat"; docs/chat.md. */
export interface Attachments {
  /** @throws for visitors, for what is no picture or text, and beyond what one owner may have */
  attach(body: UploadBody, owner: ChatOwner): Promise<Attached>;
  /** Removes one that no message names; one that was sent stays. */
  detach(uuid: string, owner: ChatOwner): Promise<void>;
  /** @throws not found for that of somebody else */
  read(uuid: string, owner: ChatOwner): Promise<FileToSend>;
}

/** An attachment as the wire has it. */
export const attachedAs = (row: Pick<Row<'chat_attachment'>, 'uuid' | 'name' | 'kind' | 'size' | 'width' | 'height'>): Attached => ({
  uuid: row.uuid,
  name: row.name,
  kind: row.kind,
  size: row.size,
  width: row.width,
  height: row.height,
});

export function createAttachments(ports: Ports): Attachments {
  const { database, files } = ports;
  const places = createConcurrencyLimit({ ...CHAT_ATTACHING_AT_ONCE, busySeconds: BUSY_SECONDS });

  const ownOne = (uuid: string, { kind, id }: ChatOwner) =>
    database.kysely
      .selectFrom('chat_attachment')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('owner_type', '=', kind as 'member')
      .where('owner_id', '=', id ?? -1)
      .executeTakeFirst();

  const weightOf = async (kysely: typeof database.kysely, owner: KnownOwner): Promise<number> => {
    const { size } = await kysely
      .selectFrom('chat_attachment')
      .select((select) => select.fn.coalesce(select.fn.sum<string | number>('size'), select.val(0)).as('size'))
      .where('owner_type', '=', owner.kind as 'member')
      .where('owner_id', '=', owner.id)
      .executeTakeFirstOrThrow();
    return Number(size);
  };

  async function store(body: UploadBody, owner: KnownOwner): Promise<Attached> {
    if (ports.freeDiskShare() < FREE_DISK_SHARE) throw rejection('refusals.upload.diskFull');
    const kept = await receiveAttachment(files, body, CHAT_ATTACHED_BYTES - (await weightOf(database.kysely, owner)));
    let isStored = false;
    try {
      const row = await database.transaction(async (trx) => {
        await requireAccount(trx, owner);
        await lockOwner(trx, owner);
        if ((await weightOf(trx, owner)) + kept.size > CHAT_ATTACHED_BYTES) throw rejection('refusals.chat.filesFull');
        const values = { ...kept, uuid: crypto.randomUUID(), owner_type: owner.kind as 'member', owner_id: owner.id };
        return trx
          .insertInto('chat_attachment')
          .values({ ...values, create_time: nowSeconds(ports) })
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      isStored = true;
      return attachedAs(row);
    } finally {
      // After a commit that nobody knows of, the row may be there; without one, the next tidying removes the bytes again.
      if (!isStored && !(await isHeld(kept.file_id))) await files.remove(kept.file_id);
    }
  }

  const isHeld = async (fileId: string): Promise<boolean> =>
    (await database.kysely.selectFrom('chat_attachment').select('id').where('file_id', '=', fileId).executeTakeFirst()) !== undefined;

  return {
    async attach(body, owner) {
      // A call that brings no file is told so, whoever makes it.
      if (!body.contentType.startsWith('multipart/form-data')) throw rejection('refusals.unreadable');
      if (owner.kind === 'visitor' || !isKnown(owner)) throw new SessionEnded('member');
      const leave = places(ownerKey(owner));
      try {
        // A file that is refused counts as well: whoever sends them keeps the server as busy.
        await countAttempt(ports, [{ key: `${ownerKey(owner)}:files`, limit: CHAT_ATTACHES }]);
        return await store(body, owner);
      } finally {
        leave();
      }
    },

    async detach(uuid, owner) {
      const found = await ownOne(uuid, owner);
      if (!found) throw notFound();
      const gone = await database.kysely
        .deleteFrom('chat_attachment')
        .where('id', '=', found.id)
        .where((where) =>
          where.not(where.exists(where.selectFrom('chat_message_attachment').select('message_id').where('attachment_id', '=', found.id))),
        )
        .returning('file_id')
        .executeTakeFirst();
      if (gone) await removeBytes(ports, [gone.file_id]);
    },

    async read(uuid, owner) {
      const found = await ownOne(uuid, owner);
      const body = found ? await files.read(found.file_id) : null;
      if (!found || !body) throw notFound();
      return { name: found.name, type: found.kind === 'text' ? 'text/plain; charset=utf-8' : found.mime_type, rows: 1, body };
    },
  };
}
