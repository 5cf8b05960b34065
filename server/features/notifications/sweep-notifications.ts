import { sql } from 'kysely';
import { MAX_NOTIFICATIONS } from '#domain/notifications/notification';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { forgetRows } from '../base/forget-rows.ts';
import { LATE_SECONDS, NOTIFICATION_SECONDS } from './limits.ts';
import { NOTIFICATION_COLLECT } from './notification-mail.ts';

/** Of a request that is looked at again, as late as it was settled: its row alone says that it has been told already. */
const isTold = sql`exists (select from life_request as request join notification_reader as reader on reader.admin_id = notification.admin_id
  where notification.key = 'settled:' || request.id and request.settled_at >= reader.seen_settled - ${LATE_SECONDS})`;

/** Forgets what is old, and of whoever has more than anybody reads the oldest; then has those looked after who want mails, and what is watched. */
export async function sweepNotifications({ database, jobs, clock }: Pick<ServerPorts, 'database' | 'jobs' | 'clock'>): Promise<void> {
  const { kysely } = database;
  await forgetRows({ database }, 'notification', sql`create_time <= ${nowSeconds({ clock }) - NOTIFICATION_SECONDS}`);
  await sql`delete from notification where id in (
    select id from (select id, row_number() over (partition by admin_id order by create_time desc, id desc) as place from notification
      where admin_id in (select admin_id from notification group by admin_id having count(*) > ${MAX_NOTIFICATIONS})) as numbered
    where place > ${MAX_NOTIFICATIONS}) and not ${isTold}`.execute(kysely);
  const wanted = await sql`select from notification_reader where exists (
    select from jsonb_each(ways) as way where way.value ->> 'byMail' = 'true') union all select from record_watch limit 1`.execute(kysely);
  if (wanted.rows.length > 0) await database.transaction((trx) => jobs.send(trx, NOTIFICATION_COLLECT, {}, 'all'));
}
