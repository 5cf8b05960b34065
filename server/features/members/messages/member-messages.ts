import { sql, type Kysely, type Transaction } from 'kysely';
import { defaultPreference, isFixedKind, MESSAGE_KINDS, type MessageKind, type MessagePreference } from '#domain/members/message-kinds';
import type { Client } from '../../../base/caller.ts';
import { MESSAGES_OF_A_MEMBER, MESSAGE_SECONDS, STAFF_MESSAGES_OF_A_MEMBER } from './limits.ts';
import type { JobParams, JobRun } from '../../../db/base/jobs.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import { sendMemberNotice } from '../../session/verification/member-notice.ts';
import { deliverPatiently } from '../../session/verification/patient-delivery.ts';
import { forgetRows } from '../../base/forget-rows.ts';
import { mailWhoIsThere } from '../../base/mail-who-is-there.ts';
import { sweepStaffMessages } from './staff-messages.ts';

/** What happened, by the name of its words in `locales/<language>/verification.json`, `message.<name>`. */
export type MessageName =
  | 'passwordChanged'
  | 'passwordRetrieved'
  | 'factorOn'
  | 'factorOff'
  | 'codesRenewed'
  | 'recoveryCodeUsed'
  | 'emailChanged'
  | 'mobileChanged'
  | 'emailAdded'
  | 'mobileAdded'
  | 'emailRestored'
  | 'mobileRestored'
  | 'emailWithdrawn'
  | 'mobileWithdrawn'
  | 'passwordVoided'
  | 'factorVoided'
  | 'factorReset'
  | 'passwordSetByStaff'
  | 'emailSetByStaff'
  | 'mobileSetByStaff'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeysVoided'
  | 'passkeysReset'
  | 'linksVoided'
  | 'linksReset'
  | 'externalLinked'
  | 'externalUnlinked'
  | 'newDevice'
  | 'dataReady'
  | 'deletionAsked'
  | 'deletionCancelled'
  | 'deletionCancelledByStaff'
  | 'deletionSoon'
  | 'balanceChanged'
  | 'scoreChanged';

const KIND_OF: Partial<Readonly<Record<MessageName, MessageKind>>> = { balanceChanged: 'balance', scoreChanged: 'score' };
const kindOf = (name: MessageName): MessageKind => KIND_OF[name] ?? 'security';

export type MemberMessageParams = Readonly<Record<string, string | number>>;

/** Tells a member what happened to the account, in the transaction in which it did. */
export interface MemberMessages {
  /** @param client whose language a mail is written in, and whose address a message may name */
  tell(
    trx: Transaction<Tables>,
    memberId: number,
    name: MessageName,
    client: Pick<Client, 'language'>,
    params?: MemberMessageParams,
  ): Promise<void>;
}

/** Of jobs that carry a message to the member's mail address. */
const MAIL = 'member.messageMail';
/** What an address is encrypted as, on its way. */
const addressOf = (memberId: number): string => `${MAIL}:${memberId}`;

export async function readPreferencesOf(kysely: Kysely<Tables>, memberId: number): Promise<readonly MessagePreference[]> {
  const rows = await kysely
    .selectFrom('member_preference')
    .select(['kind', 'by_mail', 'in_app'])
    .where('member_id', '=', memberId)
    .execute();
  return MESSAGE_KINDS.map((kind) => {
    const row = isFixedKind(kind) ? undefined : rows.find((one) => one.kind === kind);
    return row ? { kind, byMail: row.by_mail, inApp: row.in_app } : defaultPreference(kind);
  });
}

export function createMemberMessages(ports: ServerPorts): MemberMessages {
  ports.jobs.handle(MAIL, { lane: 'short', run: (params, job) => mailMessage(ports, params, job) });
  return messagesThrough(ports);
}

/** For whoever is not mounted with the members, such as the hooks of their section; mails leave by the same job. */
export function messagesThrough(ports: ServerPorts): MemberMessages {
  return {
    async tell(trx, memberId, name, { language }, params = {}) {
      const kind = kindOf(name);
      const wanted = (await readPreferencesOf(trx, memberId)).find((one) => one.kind === kind) ?? defaultPreference(kind);
      if (!wanted.inApp && !wanted.byMail) return;
      const now = nowSeconds(ports);
      const told = { text_key: name, params: JSON.stringify(params), language };
      // Who wants it by mail alone finds it read.
      const row = { ...told, member_id: memberId, kind, create_time: now, read_time: wanted.inApp ? null : now };
      await trx.insertInto('member_message').values(row).execute();
      if (!wanted.byMail) return;
      const { email } = await trx.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow();
      if (email === '') return;
      // With all that is said, and the address of now: whoever is in the account may delete the one and change the other before the mail has left.
      const to = await ports.encryptor.encrypt(email, addressOf(memberId));
      await ports.jobs.send(trx, MAIL, { member: memberId, to, name, language, params: JSON.stringify(params) });
    },
  };
}

/** Does nothing where the member is gone, or erased. The words are in the language in which the deed was done. */
async function mailMessage(ports: ServerPorts, told: JobParams, job: JobRun): Promise<void> {
  const { member, to, name, language, params } = told;
  const { kysely } = ports.database;
  const id = Number(member);
  const address = () => ports.encryptor.decrypt(String(to), addressOf(id));
  await mailWhoIsThere(kysely, { area: 'user', accountId: id }, address, async (target) => {
    const { siteName: site } = await readSiteSettings(kysely);
    const said = { name: String(name), site, params: JSON.parse(String(params)) as MemberMessageParams };
    await deliverPatiently(ports, { kind: MAIL, params: told, job }, (delivery) =>
      sendMemberNotice(ports, target, language === 'en' ? 'en' : 'zh-cn', { ...said, delivery }),
    );
  });
}

/** Forgets what is old, and of whoever has more than anybody reads the oldest. */
export async function sweepMemberMessages(ports: Pick<ServerPorts, 'database' | 'clock' | 'jobs'>): Promise<void> {
  const { kysely } = ports.database;
  await forgetRows(ports, 'member_message', sql`create_time <= ${nowSeconds(ports) - MESSAGE_SECONDS}`);
  for (const [isOf, most] of [
    [sql`kind <> 'system'`, MESSAGES_OF_A_MEMBER],
    [sql`kind = 'system'`, STAFF_MESSAGES_OF_A_MEMBER],
  ] as const)
    await sql`delete from member_message where id in (
      select id from (select id, row_number() over (partition by member_id order by id desc) as place from member_message
        where ${isOf} and member_id in (select member_id from member_message where ${isOf} group by member_id having count(*) > ${most})) as numbered
      where place > ${most})`.execute(kysely);
  await sweepStaffMessages(ports);
}
