import type { askUploadForm, cloudCallbackAsMember } from '#api/contract/files/upload';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { plainSuffix } from '#domain/files/save-name';
import type { MemberCaller } from '../../base/caller.ts';
import { base64url } from '../../base/digest.ts';
import {
  CLOUD_FORMS_PER_SWEEP,
  MEMBER_FORM_KNOWN_SECONDS,
  MEMBER_FORM_SECONDS,
  MEMBER_FORM_TAKEN_SECONDS,
  MEMBER_FORMS,
} from '../../base/limits.ts';
import { BusyError } from '../../base/refusal.ts';
import type { Row } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { CloudStore, CloudTarget } from '../../ports/upload-ports.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import { countOwnAttempt } from '../base/own-attempt.ts';
import { insertAttachment, wireAttachment, type WireAttachment } from './attachment-rows.ts';
import { memberFolder } from './cloud-folder.ts';
import { fileAddress, shownName, shownSuffix } from './file-name.ts';
import { checkedType, checkFileName, checkPictureSize, servedType } from './file-types.ts';
import { lockQuota, requireRoom } from './member-quota.ts';
import { ownerOf } from './owner.ts';
import { tooLarge } from './upload.service.ts';
import { allowedTypes, readUploadSettings, type UploadRules } from './upload-settings.ts';

/**
 * Members send each file to the cloud store by a form of its own: one key that the server chose, the one size that was announced, a few
 * minutes. What came counts only from where no form leads: it is copied there, looked at, and registered once. Decision 082.
 */

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'logger' | 'cloud'>;
type Form = Row<'member_cloud_form'>;

const KEY_BYTES = 16;
const NAME_LENGTH = 12;

const isSameStore = (form: Form, target: CloudTarget): boolean =>
  form.url === target.url && form.bucket === target.bucket && form.region === target.region;

/** @throws the refusal of a file that is not taken, of one that there is no room for, and where the cloud is off; SessionEnded */
export async function signMemberForm(
  ports: Ports & Pick<ServerPorts, 'randomBytes'>,
  { name: sent, size, sha1 }: ParsedInputOf<typeof askUploadForm>,
  caller: MemberCaller,
): Promise<OutputOf<typeof askUploadForm>> {
  const settings = await readUploadSettings(ports);
  const { cloud: target } = settings;
  if (target === null || ports.cloud === null) throw rejection('refusals.upload.cloudOff');
  const name = shownName(sent);
  checkFileName(name, allowedTypes(settings));
  if (size > settings.maxSizeBytes) throw tooLarge(size, settings.maxSizeBytes);
  await countOwnAttempt(ports, caller, [{ key: `upload-form:${caller.id}`, limit: MEMBER_FORMS }]);

  const now = nowSeconds(ports);
  const suffix = plainSuffix(name);
  const owner = ownerOf(caller);
  const key = await ports.database.transaction(async (trx) => {
    await lockOwnAccount(trx, caller);
    await lockQuota(trx, owner);
    const open = await trx
      .selectFrom('member_cloud_form')
      .selectAll()
      .where('user_id', '=', caller.id)
      .where('state', '=', 'open')
      .where('sha1', '=', sha1)
      .where('size', '=', size)
      .execute();
    // Whoever tries again overwrites what broke off.
    const again = open.find((form) => isSameStore(form, target) && form.sent_key.endsWith(`.${suffix}`));
    if (again) {
      await trx.updateTable('member_cloud_form').set({ signed_at: now }).where('sent_key', '=', again.sent_key).execute();
      return again.sent_key;
    }
    await requireRoom(trx, owner, size);
    const [random, folder] = [base64url(ports.randomBytes(KEY_BYTES)), memberFolder(caller.id)];
    // People's names for their files stay out of the store: whoever ends the account leaves none there.
    const plain = { topic: 'default', name: `${random.slice(0, NAME_LENGTH)}.${suffix}`, sha1 };
    const address = fileAddress(plain, settings, now, ports.randomBytes(32)).replace(/^\/storage\//u, `/${folder}`);
    const row = {
      sent_key: `${folder}incoming/${random}.${suffix}`,
      // A name of its own, whatever the settings' template leaves out: no form leads to what another has registered.
      kept_key: `${address.slice(1, address.lastIndexOf('/'))}/${random}.${suffix}`,
      user_id: caller.id,
      url: target.url,
      bucket: target.bucket,
      region: target.region,
      size,
      sha1,
      signed_at: now,
    };
    await trx.insertInto('member_cloud_form').values(row).execute();
    return row.sent_key;
  });
  const params = ports.cloud.form(target, {
    key: { is: key },
    minSizeBytes: size,
    maxSizeBytes: size,
    nowMs: ports.clock.nowMs(),
    validSeconds: MEMBER_FORM_SECONDS,
    mark: `u${caller.id}`,
    contentType: servedType(key),
  });
  return { url: target.url, key, params: { ...params } };
}

/**
 * What came by a member's form counts from here on. Saying it again changes nothing.
 * @throws the refusal; what may not be stored is removed from the store. SessionEnded where the sign-in was ended meanwhile; BusyError while another call looks at it
 */
export async function registerMemberFile(
  ports: Ports,
  settings: UploadRules,
  notice: ParsedInputOf<typeof cloudCallbackAsMember>,
  caller: MemberCaller,
): Promise<WireAttachment> {
  const { cloud: target } = settings;
  if (target === null || ports.cloud === null) throw rejection('refusals.upload.cloudOff');
  const form = await ports.database.kysely
    .selectFrom('member_cloud_form')
    .selectAll()
    .where('sent_key', '=', notice.url.replace(/^\/+/u, ''))
    .where('user_id', '=', caller.id)
    .executeTakeFirst();
  if (!form || form.state === 'released') throw rejection('refusals.upload.notOurs');
  if (form.state === 'registered') return wireAttachment(await registeredBy(ports.database, form));
  const takenAt = nowSeconds(ports);
  if (!(await take(ports, form, takenAt))) throw new BusyError(1);
  try {
    return await registerTaken({ ...ports, cloud: ports.cloud }, { target, settings }, form, notice, caller);
  } finally {
    await ports.database.kysely
      .updateTable('member_cloud_form')
      .set({ taken_at: null })
      .where('sent_key', '=', form.sent_key)
      .where('taken_at', '=', takenAt)
      .execute();
  }
}

/**
 * Of calls that come together one copies: another would put what lies there by then over a copy that was looked at and counts already.
 * @returns false where another has it, or is done
 */
async function take({ database: { kysely } }: Ports, { sent_key: key }: Form, now: number): Promise<boolean> {
  const taken = await kysely
    .updateTable('member_cloud_form')
    .set({ taken_at: now })
    .where('sent_key', '=', key)
    .where('state', '=', 'open')
    .where((where) => where.or([where('taken_at', 'is', null), where('taken_at', '<=', now - MEMBER_FORM_TAKEN_SECONDS)]))
    .returning('sent_key')
    .executeTakeFirst();
  return taken !== undefined;
}

interface Store {
  readonly target: NonNullable<UploadRules['cloud']>;
  readonly settings: UploadRules;
}

async function registerTaken(
  ports: Ports & { readonly cloud: CloudStore },
  { target, settings }: Store,
  form: Form,
  notice: ParsedInputOf<typeof cloudCallbackAsMember>,
  caller: MemberCaller,
): Promise<WireAttachment> {
  const isThere = isSameStore(form, target) && (await ports.cloud.copy(target, form.sent_key, form.kept_key));
  if (!isThere) throw rejection('refusals.upload.notInCloud');

  const told = await verifyCopy(ports.cloud, target, settings, form, shownName(notice.name));
  const row = {
    ...told,
    topic: 'default',
    url: `/${form.kept_key}`,
    full_url: `${target.cdnUrl}/${form.kept_key}`,
    size: form.size,
    sha1: form.sha1,
    storage: 'cloud',
    blob_id: null,
  };
  const owner = ownerOf(caller);
  const registered = await ports.database.transaction(async (trx) => {
    await lockOwnAccount(trx, caller);
    await lockQuota(trx, owner);
    const own = trx.selectFrom('member_cloud_form').select('state').where('sent_key', '=', form.sent_key);
    const state = (await own.forUpdate().executeTakeFirst())?.state ?? 'released';
    if (state === 'released') throw rejection('refusals.upload.notOurs');
    if (state === 'registered') return registeredBy({ kysely: trx }, form);
    await requireRoom(trx, owner, form.size, form.sent_key);
    await trx.updateTable('member_cloud_form').set({ state: 'registered' }).where('sent_key', '=', form.sent_key).execute();
    return insertAttachment(trx, owner, row, nowSeconds(ports));
  });
  await removeQuietly(ports, ports.cloud, target, form.sent_key);
  return wireAttachment(registered);
}

/** What the store says of the copy, which nobody can change any more. @throws the refusal; both files are gone then */
async function verifyCopy(
  cloud: CloudStore,
  target: CloudTarget,
  settings: UploadRules,
  { sent_key: sent, kept_key: kept, size }: Form,
  name: string,
): Promise<Pick<Row<'attachment'>, 'name' | 'suffix' | 'mimetype' | 'width' | 'height'>> {
  const object = await cloud.inspect(target, kept);
  try {
    if (object === null || object.sizeBytes !== size) throw rejection('refusals.upload.notInCloud');
    const allowed = allowedTypes(settings);
    // The store serves it by its key, people see the name: neither may promise what it is not.
    checkedType(name, object, allowed);
    const mimetype = checkedType(kept, object, allowed);
    checkPictureSize(object);
    const { picture } = object;
    return { name, suffix: shownSuffix(name), mimetype, width: picture?.widthPx ?? 0, height: picture?.heightPx ?? 0 };
  } catch (error) {
    for (const key of [kept, sent]) await cloud.remove(target, key);
    throw error;
  }
}

/** @throws the refusal where the member has deleted it since */
async function registeredBy({ kysely }: Pick<ServerPorts['database'], 'kysely'>, form: Form): Promise<Row<'attachment'>> {
  const url = `/${form.kept_key}`;
  const row = await kysely
    .selectFrom('attachment')
    .selectAll()
    .where('url', '=', url)
    .where('user_id', '=', form.user_id)
    .executeTakeFirst();
  if (!row) throw rejection('refusals.upload.notOurs');
  return row;
}

/** The sweep asks again. */
async function removeQuietly({ logger }: Pick<Ports, 'logger'>, cloud: CloudStore, target: CloudTarget, key: string): Promise<void> {
  try {
    await cloud.remove(target, key);
  } catch (error) {
    logger.warn('upload.sentCopyStays', { error });
  }
}

/**
 * Removes from the store what came by forms that can bring nothing any more, and forgets them. What was never registered frees its room.
 * A store that does not answer is asked again with the next round. @returns how many forms are done with
 */
export async function sweepMemberForms(ports: Ports, stopped?: AbortSignal): Promise<number> {
  const { kysely } = ports.database;
  if (ports.cloud === null) return 0;
  const forms = await kysely
    .selectFrom('member_cloud_form')
    .selectAll()
    .where('signed_at', '<', nowSeconds(ports) - MEMBER_FORM_KNOWN_SECONDS)
    .orderBy('signed_at')
    .limit(CLOUD_FORMS_PER_SWEEP)
    .execute();
  const silent = new Set<string>();
  let count = 0;
  for (const form of forms) {
    if (stopped?.aborted === true) break;
    if (silent.has(form.url)) continue;
    try {
      if (await forget(ports, ports.cloud, form)) count += 1;
    } catch (error) {
      silent.add(form.url);
      ports.logger.warn('upload.cloudSweepFailed', { memberId: form.user_id, error });
    }
  }
  return count;
}

/** From the first step on nothing can be registered by it. */
async function forget({ database: { kysely } }: Ports, cloud: CloudStore, form: Form): Promise<boolean> {
  const released = await kysely
    .updateTable('member_cloud_form')
    .set({ state: 'released' })
    .where('sent_key', '=', form.sent_key)
    .where('state', '=', form.state)
    .where('signed_at', '=', form.signed_at)
    .executeTakeFirst();
  if (released.numUpdatedRows === 0n) return false;
  await cloud.remove(form, form.sent_key);
  const isHeld = await kysely
    .selectFrom('attachment')
    .select('id')
    .where('url', '=', `/${form.kept_key}`)
    .unionAll(kysely.selectFrom('recycled_file').select('entry_id as id').where('url', '=', `/${form.kept_key}`))
    .executeTakeFirst();
  if (!isHeld) await cloud.remove(form, form.kept_key);
  await kysely.deleteFrom('member_cloud_form').where('sent_key', '=', form.sent_key).execute();
  return true;
}
