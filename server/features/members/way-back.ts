import type { Transaction } from 'kysely';
import type { Client, MemberCaller } from '../../base/caller.ts';
import type { JobParams, JobRun } from '../../db/base/jobs.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { LockedAccount } from '../../resources/access/locked-account.ts';
import { mailWhoIsThere } from '../base/mail-who-is-there.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { sendAddressNotice } from '../session/verification/address-notice.ts';
import { deliverPatiently } from '../session/verification/patient-delivery.ts';
import { newUndoNumber } from '../session/verification/undo-numbers.ts';
import type { Channel } from '#domain/members/channel';
import type { MemberMessages } from './messages/member-messages.ts';

/** Of jobs that tell an old address. */
const NOTICE = 'member.addressNotice';
/** What the address is encrypted as that such a job tells of a first one. */
const toldOf = (undo: number): string => `${NOTICE}:${undo}:to`;

export const otherThan = (channel: Channel): Channel => (channel === 'email' ? 'mobile' : 'email');

export const mountAddressNotice = (ports: ServerPorts): void =>
  ports.jobs.handle(NOTICE, { lane: 'short', run: (params, job) => tellOldAddress(ports, params, job) });

interface ChangedAddress {
  readonly author: Pick<MemberCaller, 'id' | 'client'>;
  readonly channel: Channel;
  /** The member as they were. */
  readonly before: Row<'member'>;
}

/** Keeps the number that takes a change back, and sends word of it: to the old address, or to the other one where this is the first of its kind. Nobody else could tell that it is a stranger's. */
export async function keepWayBack(
  ports: Pick<ServerPorts, 'clock' | 'encryptor' | 'jobs' | 'randomBytes'>,
  trx: Transaction<Tables>,
  { author: { id, client }, channel, before }: ChangedAddress,
): Promise<void> {
  const oldAddress = before[channel];
  const other = before[otherThan(channel)];
  if (oldAddress === '' && other === '') return;
  const { number, kept } = await newUndoNumber(ports);
  const { id: undo } = await trx
    .insertInto('address_undo')
    .values({ member_id: id, kind: channel, old_address: oldAddress, ...kept })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sealed = await ports.encryptor.encrypt(number, `${NOTICE}:${undo}`);
  // The address of now: whoever added one may change the other before the word has left.
  const to = oldAddress === '' ? { to: await ports.encryptor.encrypt(other, toldOf(undo)) } : {};
  await ports.jobs.send(trx, NOTICE, { undo, number: sealed, language: client.language, ...to });
}

/** Does nothing where the change was taken back meanwhile, or can be no longer, or the member is erased. */
async function tellOldAddress(ports: ServerPorts, params: JobParams, job: JobRun): Promise<void> {
  const { undo, number, language, to } = params;
  const { kysely } = ports.database;
  const row = await kysely
    .selectFrom('address_undo')
    .select(['member_id', 'kind', 'old_address', 'expire_time'])
    .where('id', '=', Number(undo))
    .where('expire_time', '>', nowSeconds(ports))
    .executeTakeFirst();
  if (!row) return;
  const { member_id: accountId, kind, old_address: old, expire_time: untilSeconds } = row;
  const plain = await ports.encryptor.decrypt(String(number), `${NOTICE}:${Number(undo)}`);
  const told = { number: plain, language: language === 'en' ? 'en' : 'zh-cn' } as const;
  const said =
    old === '' ? ({ news: 'addressAdded', channel: otherThan(kind) } as const) : ({ news: 'addressChanged', channel: kind } as const);
  const address = async (): Promise<string> => old || ports.encryptor.decrypt(String(to), toldOf(Number(undo)));
  await mailWhoIsThere(kysely, { area: 'user', accountId }, address, (target) =>
    // As long as the number counts: whoever changed the address may have waited for a time in which no mail leaves.
    deliverPatiently(ports, { kind: NOTICE, params, job, untilSeconds }, (delivery) =>
      sendAddressNotice(ports, { ...said, ...told, target, delivery }),
    ),
  );
}

interface AddressByStaff {
  readonly channel: Channel;
  readonly client: Client;
  /** Of the administrator. */
  readonly byAdmin: number;
}

const SET_BY_STAFF = { email: 'emailSetByStaff', mobile: 'mobileSetByStaff' } as const;

/**
 * An administrator gives a member another address or none: numbers that would bring an earlier one back count no more, for it may be a stranger's.
 * Called before the address is written, so that the mail goes to the one that there was.
 */
export async function tellAddressByStaff(
  { securityLog, messages }: { readonly securityLog: SecurityLog; readonly messages: MemberMessages },
  { trx, accountId }: LockedAccount,
  { channel, client, byAdmin }: AddressByStaff,
): Promise<void> {
  await trx.deleteFrom('address_undo').where('member_id', '=', accountId).where('kind', '=', channel).execute();
  await securityLog.write('member.addressChanged', client, { accountType: 'user', accountId, detail: { channel, byAdmin } }, trx);
  await messages.tell(trx, accountId, SET_BY_STAFF[channel], client);
}
