import { sql } from 'kysely';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { WEBHOOK_DELIVER } from '../../resources/base/webhook-calls.ts';
import { forgetRows } from '../base/forget-rows.ts';
import { DELIVERIES_KEPT, DELIVERY_SECONDS } from './limits.ts';

/** Forgets messages that are old or too many, and calls for what is due and has no job any more, as after a restore. */
export async function sweepWebhooks(
  ports: Pick<ServerPorts, 'database' | 'jobs' | 'clock' | 'precedence'>,
  stopped?: AbortSignal,
): Promise<void> {
  const { database, jobs } = ports;
  const { kysely } = database;
  const now = nowSeconds(ports);
  await forgetRows(ports, 'webhook_delivery', sql`create_time <= ${now - DELIVERY_SECONDS}`, { stopped });
  await sql`delete from webhook_delivery where id in (
    select id from (select id, row_number() over (partition by webhook_id order by id desc) as place from webhook_delivery
      where state <> 'waiting' and webhook_id in (select webhook_id from webhook_delivery group by webhook_id having count(*) > ${DELIVERIES_KEPT})) as numbered
    where place > ${DELIVERIES_KEPT})`.execute(kysely);
  const { rows } = await sql<{ webhook_id: number }>`select distinct webhook_id from webhook_delivery
    where state = 'waiting' and next_time <= ${now}::bigint`.execute(kysely);
  if (rows.length === 0) return;
  await database.transaction(async (trx) => {
    for (const { webhook_id: webhook } of rows) await jobs.send(trx, WEBHOOK_DELIVER, { webhook }, String(webhook));
  });
}
