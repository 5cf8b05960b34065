import { type RawBuilder, sql } from 'kysely';
import { DAY_SECONDS } from '#domain/base/timestamp';
import { UNDO_SECONDS } from '#domain/chat/answer';
import { CHAT_EVENT_SECONDS, CHAT_PROPOSAL_SECONDS, CHAT_RUN_SECONDS, CHAT_UNSENT_SECONDS } from './base/limits.ts';
import { shippedResource } from '../../base/shipped-resources.ts';
import { type GivesWay, taskOf } from '../../base/precedence.ts';
import { forgetSteps } from '../../resources/life/life-steps.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { forgetRows } from '../base/forget-rows.ts';
import { bookCharges } from './charges.ts';
import { readChatSettings } from './base/settings.ts';

const AT_ONCE = 500;
/** What was said of answers is kept for a year, and what each visitor used. */
const FEEDBACK_DAYS = 365;
const VISITOR_USAGE_DAYS = 365;
/** What others used is kept for the books of three years. */
const USAGE_DAYS = 1100;

/** Forgets what has had its time: events of answers that have ended, what was deleted, what was temporary, and what is too old. */
export async function sweepChat(
  ports: Pick<ServerPorts, 'database' | 'clock' | 'files' | 'precedence'>,
  stopped?: AbortSignal,
): Promise<void> {
  const now = nowSeconds(ports);
  const { kysely } = ports.database;
  const settings = await readChatSettings(ports);
  await bookCharges(ports);
  await forgetRows(ports, 'chat_event', sql`run_id in (select id from chat_run where end_time < ${now - CHAT_EVENT_SECONDS})`, { stopped });
  await forgetRows(ports, 'chat_run', sql`end_time < ${now - CHAT_RUN_SECONDS} and held = 0`, { atOnce: AT_ONCE, stopped });
  await forgetRows(ports, 'chat_message', sql`delete_time < ${now - UNDO_SECONDS}`, { atOnce: AT_ONCE, stopped });
  await kysely
    .updateTable('chat_proposal')
    .set({ state: 'expired', end_time: now })
    .where('state', '=', 'proposed')
    .where('create_time', '<', now - CHAT_PROPOSAL_SECONDS)
    .execute();
  await ports.database.transaction(async (trx) => {
    const gone = await trx
      .deleteFrom('chat_feedback')
      .where('create_time', '<', now - FEEDBACK_DAYS * DAY_SECONDS)
      .returning('id')
      .execute();
    await forgetSteps(
      trx,
      shippedResource('chatFeedback'),
      gone.map(({ id }) => id),
    );
  });
  await kysely
    .deleteFrom('chat_usage')
    .where('owner_type', '=', 'visitor')
    .where('day', '<', new Date((now - VISITOR_USAGE_DAYS * DAY_SECONDS) * 1000).toISOString().slice(0, 10))
    .execute();

  await kysely
    .deleteFrom('chat_usage')
    .where('day', '<', new Date((now - USAGE_DAYS * DAY_SECONDS) * 1000).toISOString().slice(0, 10))
    .execute();

  const forget = (which: RawBuilder<unknown>): Promise<void> => forgetRows(ports, 'chat_conversation', which, { atOnce: AT_ONCE, stopped });
  await forget(sql`delete_time < ${now - UNDO_SECONDS}`);
  await forget(sql`is_temporary and update_time < ${now - settings.temporaryHours * 3600}`);
  for (const [kind, days] of Object.entries(settings.daysOf)) {
    if (days !== 0) await forget(sql`owner_type = ${kind} and update_time < ${now - days * DAY_SECONDS}`);
  }
  await forgetFiles(ports, now, taskOf(ports), stopped);
  // Whoever has nothing left and has not been here for that long is nobody any more.
  const visitorDays = Math.max(1, settings.daysOf.visitor);
  await kysely
    .deleteFrom('chat_visitor')
    .where('seen_time', '<', now - visitorDays * DAY_SECONDS)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('chat_conversation')
            .select('chat_conversation.id')
            .where('owner_type', '=', 'visitor')
            .whereRef('owner_id', '=', 'chat_visitor.id'),
        ),
      ),
    )
    .execute();
}

/** Files that no message names: never sent, or gone with what they were sent with. A server that ends in between leaves bytes to the tidying. */
async function forgetFiles(
  { database: { kysely }, files }: Pick<ServerPorts, 'database' | 'files'>,
  now: number,
  giveWay: GivesWay,
  stopped: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    await giveWay();
    if (stopped?.aborted === true) return;
    const gone = await kysely
      .deleteFrom('chat_attachment')
      .where('id', 'in', (query) =>
        query
          .selectFrom('chat_attachment as unsent')
          .select('unsent.id')
          .where('unsent.create_time', '<', now - CHAT_UNSENT_SECONDS)
          .where((where) =>
            where.not(
              where.exists(where.selectFrom('chat_message_attachment').select('message_id').whereRef('attachment_id', '=', 'unsent.id')),
            ),
          )
          .limit(AT_ONCE),
      )
      .returning('file_id')
      .execute();
    for (const { file_id: fileId } of gone) await files.remove(fileId);
    if (gone.length < AT_ONCE) return;
  }
}
