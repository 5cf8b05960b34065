import { sql } from 'kysely';
import type { AdminCaller } from '../../base/caller.ts';
import type { Language } from '../../base/messages.ts';
import type { JobParams, JobRun } from '../../db/base/jobs.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { grantsOfAdmin } from '../../resources/access/permissions.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { SERVER_CALLER } from '../../resources/write/server-caller.ts';
import { mailWords } from '../session/verification/member-notice.ts';
import { deliverPatiently } from '../session/verification/patient-delivery.ts';
import type { Collect } from './collect.ts';
import { endWatches } from './end-watches.ts';
import { describeNotifications, openSections, type KnownSections } from './notification-words.ts';
import { mailWhoIsThere } from '../base/mail-who-is-there.ts';
import { mailAddressOf, NOTIFICATION_MAIL } from '../base/tell-admin.ts';

/** Of the job that looks for those who are not here, and at what is watched. */
export const NOTIFICATION_COLLECT = 'notification.collect';

/** Mails to administrators who want them: a job each; and one that looks, for those who are not here, what there is to tell. */
export function mountNotificationMail(ports: ServerPorts, resources: KnownSections, collect: Collect): void {
  ports.jobs.handle(NOTIFICATION_MAIL, { lane: 'short', priority: 'low', run: (params, job) => mail(ports, resources, params, job) });
  ports.jobs.handle(NOTIFICATION_COLLECT, {
    lane: 'long',
    async run(_params, { signal }) {
      const { rows } = await sql<{ id: number; username: string; language: string }>`
        select admin.id, admin.username, reader.language from notification_reader as reader join admin on admin.id = reader.admin_id
        where admin.status = '1' and admin.email <> ''
          and exists (select from jsonb_each(reader.ways) as way where way.value ->> 'byMail' = 'true')`.execute(ports.database.kysely);
      let fault: unknown = null;
      for (const { id, username, language } of rows) {
        signal.throwIfAborted();
        try {
          await collect(await callerOf(ports, id, languageOf(language), username));
        } catch (error) {
          // One whose look fails keeps nobody behind them from being told.
          ports.logger.error('notification.notCollected', { admin: id, error });
          fault = error;
        }
      }
      // After they were told that it is gone.
      await endWatches(ports.database.kysely, resources, { now: nowSeconds(ports) });
      if (fault !== null) throw fault;
    },
  });
}

const languageOf = (stored: unknown): Language => (stored === 'en' ? 'en' : 'zh-cn');

/** Somebody who has not called, with what they may do now. */
async function callerOf({ database }: Pick<ServerPorts, 'database'>, id: number, language: Language, username = ''): Promise<AdminCaller> {
  const grants = await grantsOfAdmin(database.kysely, id);
  return { ...SERVER_CALLER, kind: 'admin', id, username, client: { ...SERVER_CALLER.client, language }, grants };
}

/** Does nothing where the person, what was told, or the right to hear of it is gone. */
async function mail(ports: ServerPorts, resources: KnownSections, params: JobParams, job: JobRun): Promise<void> {
  const { notification, admin, to, language } = params;
  const { kysely } = ports.database;
  const row = await kysely
    .selectFrom('notification')
    .innerJoin('admin', 'admin.id', 'notification.admin_id')
    .selectAll('notification')
    .where('notification.id', '=', Number(notification))
    .where('notification.admin_id', '=', Number(admin))
    .where('admin.status', '=', '1')
    .executeTakeFirst();
  if (!row) return;
  const words = languageOf(language);
  const caller = await callerOf(ports, Number(admin), words);
  if (row.resource !== null && !openSections(resources, caller).includes(row.resource)) return;
  const [said] = await describeNotifications(ports, resources, caller, [row], words);
  if (!said) return;
  const accountId = Number(admin);
  const address = () => ports.encryptor.decrypt(String(to), mailAddressOf(accountId));
  await mailWhoIsThere(kysely, { area: 'admin', accountId }, address, async (target) => {
    const { siteName: site } = await readSiteSettings(kysely);
    const attempt = { kind: NOTIFICATION_MAIL, params, job };
    await deliverPatiently(ports, attempt, (delivery) =>
      mailWords(ports, target, words, { site, title: said.title, lines: [said.title, said.text], delivery, purpose: 'admin_message' }),
    );
  });
}
