import { fileSizeInWords } from '#domain/base/file-size';
import { rejection } from '#domain/base/failure';
import type { Row } from '../../db/tables/tables.ts';
import { FREE_DISK_SHARE, UPLOADS_AT_ONCE, UPLOADS_OF_ONE_AT_ONCE } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { createConcurrencyLimit } from '../../base/concurrency/concurrency-limit.ts';
import { bytesLeft, lockQuota, requireRoom } from './member-quota.ts';
import { countedAgain, freeAddress, insertAttachment, wireAttachment, type WireAttachment } from './attachment-rows.ts';
import { fileAddress, shownName, shownSuffix } from './file-name.ts';
import { checkedType, checkFileName, checkPicture, checkPictureSize } from './file-types.ts';
import { ownerOf, type UploadOwner } from './owner.ts';
import type { AdminCaller, MemberCaller } from '../../base/caller.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import type { ReceivedFile, UploadBody } from '../../ports/upload-ports.ts';
import { allowedTypes, readUploadSettings, type UploadRules } from './upload-settings.ts';
import { removeBytes } from './remove-bytes.ts';

export interface UploadOptions {
  readonly topic?: string | undefined;
  readonly driver?: string | undefined;
}

type UploadPorts = Pick<ServerPorts, 'database' | 'jobs' | 'clock' | 'randomBytes' | 'logger' | 'files' | 'cloud' | 'freeDiskShare'>;

const BUSY_SECONDS = 5;

type Uploader = AdminCaller | MemberCaller;

/** Stores files and finds those an owner has stored already. Source: wire protocol §6; security.md rules 22–24. */
export interface UploadService {
  /** @throws SessionEnded where the sign-in was ended while the bytes came */
  store(body: UploadBody, options: UploadOptions, uploader: Uploader): Promise<WireAttachment>;
  /** The owner's own only: whether others have the same file is nobody's business. */
  find(
    known: { readonly sha1: string; readonly sizeBytes: number; readonly topic: string; readonly isLocal: boolean },
    owner: UploadOwner,
  ): Promise<WireAttachment | null>;
}

export function createUploadService(ports: UploadPorts): UploadService {
  const { database, files, randomBytes } = ports;
  const places = createConcurrencyLimit({ ofOwner: UPLOADS_OF_ONE_AT_ONCE, ofAll: UPLOADS_AT_ONCE, busySeconds: BUSY_SECONDS });

  async function store(body: UploadBody, options: UploadOptions, uploader: Uploader): Promise<WireAttachment> {
    const owner = ownerOf(uploader);
    if (ports.freeDiskShare() < FREE_DISK_SHARE) throw rejection('refusals.upload.diskFull');
    const settings = await readUploadSettings(ports);
    const leftBytes = await bytesLeft(database.kysely, owner);
    if (leftBytes <= 0) throw rejection('refusals.upload.quota');
    const allowed = allowedTypes(settings);
    const nameFor = (sent: string): string => {
      const name = shownName(sent);
      checkFileName(name, allowed);
      return name;
    };
    const received = await files.receive(body, { maxSizeBytes: settings.maxSizeBytes, nameFor });
    try {
      const mimeType = checkedType(received.name, received, allowed);
      if (received.sizeBytes > leftBytes) throw rejection('refusals.upload.quota');
      if (received.isTooLarge) throw tooLarge(received.sizeBytes, settings.maxSizeBytes);
      checkPicture(received.name, received);
      checkPictureSize(received);
      const topic = topicOf(options.topic ?? received.fields['topic']);
      checkDriver(options.driver ?? received.fields['driver']);
      return wireAttachment(await keep(received, { topic, mimeType, settings }, uploader));
    } finally {
      await received.discard();
    }
  }

  /**
   * First the file is on the disk for good, then the rows. A file that no row needs goes again, but not one whose rows may be there: a
   * connection that breaks at the commit does not say. The next tidying knows.
   */
  async function keep(
    received: ReceivedFile,
    { topic, mimeType, settings }: { readonly topic: string; readonly mimeType: string; readonly settings: UploadRules },
    uploader: Uploader,
  ): Promise<Row<'attachment'>> {
    const owner = ownerOf(uploader);
    const seconds = nowSeconds(ports);
    const { name } = received;
    const address = fileAddress({ topic, name, sha1: received.sha1 }, settings, seconds, randomBytes(32));
    const fileId = await received.keep();
    let isUnneeded = true;
    try {
      // Asked before anything is locked: the bytes may lie on another machine.
      const lostId = await lostFile(received);
      return await database.transaction(async (trx) => {
        isUnneeded = true;
        await lockOwnAccount(trx, uploader);
        await lockQuota(trx, owner);
        // Two uploads of the same bytes wait here for each other, so that they share one blob.
        const blob = await trx
          .insertInto('blob')
          .values({ sha256: received.sha256, size: received.sizeBytes, file_id: fileId, create_time: seconds })
          .onConflict((on) => on.constraint('blob_bytes_unique').doUpdateSet((set) => ({ create_time: set.ref('blob.create_time') })))
          .returning(['id', 'file_id'])
          .executeTakeFirstOrThrow();
        const isLost = blob.file_id === lostId;
        if (isLost) await trx.updateTable('blob').set({ file_id: fileId }).where('id', '=', blob.id).execute();
        const known = await countedAgain(trx, owner, { topic, blobId: blob.id }, seconds);
        const row = known ?? (await insertRow(blob.id));
        isUnneeded = !isLost && blob.file_id !== fileId;
        return row;

        async function insertRow(blobId: number): Promise<Row<'attachment'>> {
          await requireRoom(trx, owner, received.sizeBytes);
          const url = await freeAddress(trx, address);
          const size = received.picture ? { width: received.picture.widthPx, height: received.picture.heightPx } : {};
          const told = { name, suffix: shownSuffix(name), size: received.sizeBytes, mimetype: mimeType, sha1: received.sha1 };
          return insertAttachment(trx, owner, { ...told, ...size, topic, url, full_url: url, storage: 'local', blob_id: blobId }, seconds);
        }
      });
    } finally {
      if (isUnneeded) await removeBytes(ports, [fileId]);
    }
  }

  /** The file that is known to have these bytes, and is gone. What others enter after this has just been stored. */
  async function lostFile({ sha256, sizeBytes }: Pick<ReceivedFile, 'sha256' | 'sizeBytes'>): Promise<string | null> {
    const known = await database.kysely
      .selectFrom('blob')
      .select('file_id')
      .where('sha256', '=', sha256)
      .where('size', '=', sizeBytes)
      .executeTakeFirst();
    return known && (await files.sizeOf(known.file_id)) === null ? known.file_id : null;
  }

  /** A store that does not answer, or is not the site's any more, has lost nothing that is known. */
  async function isGoneFromStore({ url, storage }: Row<'attachment'>): Promise<boolean> {
    const { cloud } = await readUploadSettings(ports);
    if (storage !== 'cloud' || cloud === null || ports.cloud === null) return false;
    try {
      return (await ports.cloud.inspect(cloud, url.slice(1))) === null;
    } catch (error) {
      ports.logger.warn('upload.storeNotAsked', { error });
      return false;
    }
  }

  return {
    async store(body, options, uploader) {
      const owner = ownerOf(uploader);
      const leave = places(`${owner.adminId}/${owner.userId}`);
      try {
        return await store(body, options, uploader);
      } finally {
        leave();
      }
    },
    async find({ sha1, sizeBytes, topic, isLocal }, owner) {
      if (!/^[\da-f]{40}$/iu.test(sha1) || !Number.isSafeInteger(sizeBytes)) return null;
      const row = await database.kysely
        .selectFrom('attachment')
        .leftJoin('blob', 'blob.id', 'attachment.blob_id')
        .selectAll('attachment')
        .select('blob.file_id')
        .where('sha1', '=', sha1.toLowerCase())
        .where('attachment.size', '=', sizeBytes)
        .where('topic', '=', topicOf(topic))
        .where('admin_id', '=', owner.adminId)
        .where('user_id', '=', owner.userId)
        .$if(isLocal, (query) => query.where('storage', '=', 'local'))
        .orderBy('last_upload_time', 'desc')
        .orderBy('attachment.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      // Bytes that are lost are asked for again.
      const isLost = row !== undefined && (row.file_id === null ? await isGoneFromStore(row) : (await files.sizeOf(row.file_id)) === null);
      return row && !isLost ? wireAttachment(row) : null;
    },
  };
}

/** Both sizes as people read them, or in bytes where they would read the same. */
export function tooLarge(sizeBytes: number, maxSizeBytes: number): Error {
  const [size, max] = [fileSizeInWords(sizeBytes) ?? '', fileSizeInWords(maxSizeBytes) ?? ''];
  return rejection('refusals.upload.tooLarge', size === max ? { size: `${sizeBytes} B`, max: `${maxSizeBytes} B` } : { size, max });
}

function topicOf(topic: string | undefined): string {
  const name = topic === undefined || topic === '' ? 'default' : topic;
  if (!/^[\w-]{1,20}$/u.test(name)) throw rejection('refusals.upload.badTopic');
  return name;
}

function checkDriver(driver: string | undefined): void {
  if (driver !== undefined && driver !== '' && driver !== 'local')
    throw rejection('refusals.upload.unknownDriver', { driver: driver.slice(0, 60) });
}
