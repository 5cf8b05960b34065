import type { cloudCallbackAsAdmin } from '#api/contract/files/upload';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import type { Row } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { AdminCaller, MemberCaller } from '../../base/caller.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import { insertOnce, wireAttachment, type WireAttachment } from './attachment-rows.ts';
import { shownName, shownSuffix } from './file-name.ts';
import { checkedType, checkPictureSize } from './file-types.ts';
import { registerMemberFile } from './member-forms.ts';
import { ownerOf } from './owner.ts';
import { cloudFolder } from './cloud-folder.ts';
import { allowedTypes, readUploadSettings } from './upload-settings.ts';

type CloudNotice = ParsedInputOf<typeof cloudCallbackAsAdmin>;
type CallbackPorts = Pick<ServerPorts, 'database' | 'clock' | 'logger' | 'cloud'>;

const ADDRESS_LENGTH = 255;

/** The key behind a notice's url, when it lies in the owner's folder. @throws FailureError */
function keyOf(url: string, folder: string): string {
  const key = url.replace(/^\/+/u, '');
  const isPlain =
    key.length < ADDRESS_LENGTH && !/[\p{Cc}\\?#]/u.test(key) && !key.split('/').some((part) => ['', '.', '..'].includes(part));
  if (!isPlain || !key.startsWith(folder)) throw rejection('refusals.upload.notOurs');
  return key;
}

/** Another file under the same name is no success: its record would show what it never was. @throws the refusal */
function requireSame(
  registered: Row<'attachment'> | undefined,
  { sha1, size }: Pick<Row<'attachment'>, 'sha1' | 'size'>,
): Row<'attachment'> {
  if (!registered) throw rejection('refusals.upload.notOurs');
  if (registered.sha1 !== sha1 || registered.size !== size) throw rejection('refusals.upload.nameTaken');
  return registered;
}

/**
 * Registers a file that its owner has sent to the cloud store by themselves. Size and type are the store's word, not the sender's; saying
 * it again changes nothing. What may not be stored is removed from the store.
 * @throws SessionEnded where the sign-in was ended meanwhile
 * Source: specification §3 "Cloud upload callback payload"; wire protocol §6.8; security.md rule 25.
 */
export async function registerCloudFile(
  notice: CloudNotice,
  uploader: AdminCaller | MemberCaller,
  ports: CallbackPorts,
): Promise<WireAttachment> {
  const owner = ownerOf(uploader);
  const settings = await readUploadSettings(ports);
  if (settings.cloud === null || ports.cloud === null) throw rejection('refusals.upload.cloudOff');
  if (uploader.kind === 'member') return registerMemberFile(ports, settings, notice, uploader);
  const key = keyOf(notice.url, cloudFolder(owner.adminId));
  const { kysely } = ports.database;
  const known = await kysely
    .selectFrom('attachment')
    .selectAll()
    .where('url', '=', `/${key}`)
    .where('admin_id', '=', owner.adminId)
    .where('user_id', '=', owner.userId)
    .where('storage', '=', 'cloud')
    .executeTakeFirst();
  const sha1 = /^[\da-f]{40}$/iu.test(notice.sha1) ? notice.sha1.toLowerCase() : '';
  if (known) return wireAttachment(requireSame(known, { sha1, size: Number(notice.size) }));

  const object = await ports.cloud.inspect(settings.cloud, key);
  if (object === null || object.sizeBytes !== Number(notice.size)) throw rejection('refusals.upload.notInCloud');
  const name = shownName(notice.name);
  const allowed = allowedTypes(settings);
  let mimeType: string;
  try {
    // The store serves it by its key, people see the name: neither may promise what it is not.
    checkedType(name, object, allowed);
    mimeType = checkedType(key, object, allowed);
    checkPictureSize(object);
  } catch (error) {
    await ports.cloud.remove(settings.cloud, key);
    throw error;
  }
  const row = {
    topic: 'default',
    url: `/${key}`,
    full_url: `${settings.cloud.cdnUrl}/${key}`,
    name,
    suffix: shownSuffix(name),
    size: object.sizeBytes,
    mimetype: mimeType,
    sha1,
    width: object.picture?.widthPx ?? 0,
    height: object.picture?.heightPx ?? 0,
    storage: 'cloud',
    blob_id: null,
  };
  // The store was asked meanwhile.
  const registered = await ports.database.transaction(async (trx) => {
    await lockOwnAccount(trx, uploader);
    return requireSame(await insertOnce(trx, owner, row, nowSeconds(ports)), row);
  });
  return wireAttachment(registered);
}
