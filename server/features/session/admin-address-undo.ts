import type { Transaction } from 'kysely';
import { admin } from '#sections/admin/admin.resource.ts';
import { rejection } from '#domain/base/failure';
import type { AdminCaller, Client } from '../../base/caller.ts';
import { ADDRESS_UNDO_SECONDS } from '../../base/limits.ts';
import type { JobParams, JobRun } from '../../db/base/jobs.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lockAccount, type LockedAccount } from '../../resources/access/locked-account.ts';
import { newToken, revokeAccount } from '../../resources/access/token-store.ts';
import { logChanges } from '../../resources/write/record-change.ts';
import type { Guesses } from '../base/guesses.ts';
import { mailWhoIsThere } from '../base/mail-who-is-there.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { tellSafety } from '../base/tell-admin.ts';
import { removeDoors } from './base/void-doors.ts';
import type { TwoFactorService } from './two-factor/two-factor.service.ts';
import { sendAddressNotice } from './verification/address-notice.ts';
import { deliverPatiently } from './verification/patient-delivery.ts';
import { findByUndoNumber, newUndoNumber, undoNumberWrong } from './verification/undo-numbers.ts';

/** Of jobs that tell an old address. */
const NOTICE = 'admin.addressNotice';

export const mountAdminAddressNotice = (ports: ServerPorts): void =>
  ports.jobs.handle(NOTICE, { lane: 'short', run: (params, job) => tellOldAddress(ports, params, job) });

/** Keeps the number that takes a change of an administrator's own address back, and sends word of it to the old one. */
export async function keepAdminAddress(
  ports: Pick<ServerPorts, 'clock' | 'encryptor' | 'jobs' | 'randomBytes'>,
  trx: Transaction<Tables>,
  { id, client }: Pick<AdminCaller, 'id' | 'client'>,
  oldEmail: string,
): Promise<void> {
  const { number, kept } = await newUndoNumber(ports);
  const { id: undo } = await trx
    .insertInto('admin_address_undo')
    .values({ admin_id: id, old_email: oldEmail, ...kept })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sealed = await ports.encryptor.encrypt(number, `${NOTICE}:${undo}`);
  await ports.jobs.send(trx, NOTICE, { undo, number: sealed, language: client.language });
}

/** Does nothing where the change was taken back meanwhile, or can be no longer, or nothing is kept of the administrator any more. */
async function tellOldAddress(ports: ServerPorts, params: JobParams, job: JobRun): Promise<void> {
  const { undo, number, language: asked } = params;
  const { kysely } = ports.database;
  const row = await kysely
    .selectFrom('admin_address_undo')
    .select(['admin_id', 'old_email', 'expire_time'])
    .where('id', '=', Number(undo))
    .where('expire_time', '>', nowSeconds(ports))
    .executeTakeFirst();
  if (!row) return;
  const { admin_id: accountId, old_email: email, expire_time: untilSeconds } = row;
  const plain = await ports.encryptor.decrypt(String(number), `${NOTICE}:${Number(undo)}`);
  const language = asked === 'en' ? 'en' : 'zh-cn';
  await mailWhoIsThere(
    kysely,
    { area: 'admin', accountId },
    () => Promise.resolve(email),
    (target) =>
      deliverPatiently(ports, { kind: NOTICE, params, job, untilSeconds }, (delivery) =>
        sendAddressNotice(ports, { news: 'staffAddressChanged', channel: 'email', target, number: plain, language, delivery }),
      ),
  );
}

interface Surroundings {
  readonly ports: ServerPorts & { readonly guesses: Pick<Guesses, 'validateOrRefuse'> };
  readonly factors: Pick<TwoFactorService, 'removeConfirmedSince'>;
  readonly securityLog: SecurityLog;
}

/**
 * Brings back the address that an administrator had, for whoever reads what it got: every session ends, and what was set since the change opens the
 * account no more. Later changes are taken back with it. A number that is unknown, spent or over is refused in the same words.
 */
export async function undoAdminAddress({ ports, factors, securityLog }: Surroundings, number: string, client: Client): Promise<void> {
  const { database, passwords } = ports;
  const found = await findByUndoNumber(ports, number, client, (hash) =>
    database.kysely
      .selectFrom('admin_address_undo')
      .innerJoin('admin', 'admin.id', 'admin_address_undo.admin_id')
      .select(['admin_address_undo.id', 'admin_id', 'old_email', 'expire_time', 'admin.username'])
      .where('hash', '=', hash)
      .where('expire_time', '>', nowSeconds(ports))
      .executeTakeFirst(),
  );
  const { id, admin_id: adminId, old_email: email, username } = found;
  const unknownHash = await passwords.hash(newToken(ports));
  await database.transaction(async (trx) => {
    const account = await lockAccount(trx, { area: 'admin', accountId: adminId });
    const spent = await trx
      .deleteFrom('admin_address_undo')
      .where('admin_id', '=', adminId)
      .where('id', '>=', id)
      .returning('id')
      .execute();
    if (!spent.some((row) => row.id === id)) throw undoNumberWrong();
    const holder = await trx
      .selectFrom('admin')
      .select('id')
      .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .where('id', '<>', adminId)
      .executeTakeFirst();
    if (holder) throw rejection('refusals.member.addressGone');
    const now = nowSeconds(ports);
    const before = await trx
      .selectFrom('admin')
      .select(['username', 'nickname', 'email'])
      .where('id', '=', adminId)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('admin')
      .set((set) => ({ email, update_time: now, version: set('version', '+', 1) }))
      .where('id', '=', adminId)
      .execute();
    const caller = { kind: 'admin', id: adminId, username, client } as const;
    const write = {
      resource: admin,
      caller,
      nowSeconds: now,
      action: 'edit',
      source: 'form',
      keptOut: 'elsewhere',
      jobs: ports.jobs,
    } as const;
    const images = { before: { email: before.email }, after: { email } };
    await logChanges(trx, write, [{ recordId: adminId, ...images, row: before }]);
    await revokeAccount(account, now);
    await voidNewer({ factors, securityLog }, account, client, { since: found.expire_time - ADDRESS_UNDO_SECONDS, now, unknownHash });
    await securityLog.write('admin.addressRestored', client, { accountType: 'admin', accountId: adminId, detail: {} }, trx);
    // After it is stored: word of it goes to the address that is back.
    await tellSafety(ports)(trx, adminId, 'emailRestored', client);
  });
}

/** Whoever changed the address knew the password, and may have set another one, or what opens the account beside it. */
async function voidNewer(
  { factors, securityLog }: Pick<Surroundings, 'factors' | 'securityLog'>,
  account: LockedAccount,
  client: Client,
  { since, now, unknownHash }: { readonly since: number; readonly now: number; readonly unknownHash: string },
): Promise<void> {
  const { trx, accountId } = account;
  const password = await trx
    .updateTable('admin_password')
    .set({ hash: unknownHash, update_time: now })
    .where('admin_id', '=', accountId)
    .where('update_time', '>=', since)
    .executeTakeFirst();
  const hasFactor = await factors.removeConfirmedSince(trx, { area: 'admin', accountId }, since);
  const doors = await removeDoors(account, since);
  for (const [kind, isVoid] of [
    ['password.reset', password.numUpdatedRows > 0n],
    ['twoFactor.reset', hasFactor],
    ['passkey.reset', doors.passkeys > 0],
    ['external.reset', doors.links > 0],
  ] as const)
    if (isVoid) await securityLog.write(kind, client, { accountType: 'admin', accountId, detail: { channel: 'email' } }, trx);
}
