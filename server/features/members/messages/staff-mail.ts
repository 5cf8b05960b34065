import type { Transaction } from 'kysely';
import type { JobParams, JobRun } from '../../../db/base/jobs.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import { mailWhoIsThere } from '../../base/mail-who-is-there.ts';
import { mailWords } from '../../session/verification/member-notice.ts';
import { deliverPatiently } from '../../session/verification/patient-delivery.ts';
import { STAFF_MAIL_SECONDS } from './limits.ts';

/** Mails of what administrators write, to those members who want it so. */
export interface StaffMail {
  /** In the transaction of the message in the centre. */
  send(trx: Transaction<Tables>, messageId: number, member: { readonly id: number; readonly email: string }): Promise<void>;
}

/** Of jobs that carry one to a member's mail address. */
const MAIL = 'member.staffMail';
/** What an address is encrypted as, on its way. */
const addressOf = (memberId: number): string => `${MAIL}:${memberId}`;

export function createStaffMail(ports: ServerPorts): StaffMail {
  ports.jobs.handle(MAIL, { lane: 'short', priority: 'bulk', run: (params, job) => mail(ports, params, job) });
  return {
    async send(trx, message, { id: member, email }) {
      const to = await ports.encryptor.encrypt(email, addressOf(member));
      await ports.jobs.send(trx, MAIL, { message, member, to });
    },
  };
}

/** In both languages, because nobody knows which one a member reads who is not here. Does nothing where the words or the member are gone, or the member is erased. */
async function mail(ports: ServerPorts, params: JobParams, job: JobRun): Promise<void> {
  const { message, member, to } = params;
  const { kysely } = ports.database;
  const words = await kysely.selectFrom('staff_message').selectAll().where('id', '=', Number(message)).executeTakeFirst();
  if (!words) return;
  const id = Number(member);
  const address = () => ports.encryptor.decrypt(String(to), addressOf(id));
  await mailWhoIsThere(kysely, { area: 'user', accountId: id }, address, async (target) => {
    const { siteName: site } = await readSiteSettings(kysely);
    const lines = [words.text, ...(words.title_en === '' ? [] : [words.title_en, words.text_en])].flatMap((text) => text.split('\n'));
    await deliverPatiently(ports, { kind: MAIL, params, job, forSeconds: STAFF_MAIL_SECONDS }, (delivery) =>
      mailWords(ports, target, 'zh-cn', { site, title: words.title, lines, delivery }),
    );
  });
}
