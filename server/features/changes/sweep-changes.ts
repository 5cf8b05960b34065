import { sql } from 'kysely';
import { RETENTION_PORTION_ROWS } from '../../base/limits.ts';
import { taskOf } from '../../base/precedence.ts';
import { forgetRows } from '../base/forget-rows.ts';
import { keptSince } from '../base/retention.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { dropBlocks, turnMonth } from './journal-blocks.ts';
import { sweepBin } from './recycle-bin.ts';

/** The last of the steps that were looked at. */
interface Looked {
  readonly at: number;
  readonly id: number;
}

/**
 * Forgets steps of lives with the journal that they belong to, but for the last of each record that there is: it says since when the record
 * is in its state. Those that stay are looked at in portions as well, by where the one before ended: there may be one of each record.
 */
export async function sweepSteps(ports: Pick<ServerPorts, 'database' | 'clock' | 'precedence'>, stopped?: AbortSignal): Promise<void> {
  const since = await keptSince(ports, 'changes_days');
  if (since === null) return;
  const giveWay = taskOf(ports);
  for (let last: Looked | undefined = { at: 0, id: 0 }; last;) {
    await giveWay();
    if (stopped?.aborted === true) return;
    const { rows }: { rows: Looked[] } = await sql<Looked>`
      with portion as materialized (select id, at, kind, resource, record_id from life_step
          where at < ${since} and (at, id) > (${last.at}::bigint, ${last.id}::bigint) order by at, id limit ${RETENTION_PORTION_ROWS}),
        gone as (delete from life_step where id in (select id from portion where kind = 'removed' or exists (select from life_step as later
          where later.resource = portion.resource and later.record_id = portion.record_id and later.id > portion.id)))
      select at, id from portion order by at desc, id desc limit 1`.execute(ports.database.kysely);
    [last] = rows;
  }
}

/** What nobody has approved in time is not waited for, and what is settled goes with the journal. */
export async function sweepRequests(ports: Pick<ServerPorts, 'database' | 'clock' | 'precedence'>, stopped?: AbortSignal): Promise<void> {
  const now = nowSeconds(ports);
  await sql`update life_request set state = 'expired', settled_at = expires_at where state = 'open' and expires_at <= ${now}::bigint`.execute(
    ports.database.kysely,
  );
  const since = await keptSince(ports, 'changes_days');
  if (since !== null) await forgetRows(ports, 'life_request', sql`state <> 'open' and settled_at < ${since}`, { stopped });
}

/** Lets the journal of changes go on in the present month, and forgets what is older than the settings say. */
export async function sweepChanges(ports: Pick<ServerPorts, 'database' | 'clock' | 'precedence'>): Promise<void> {
  await turnMonth(ports);
  await sweepBin(ports, taskOf(ports));
  const since = await keptSince(ports, 'changes_days');
  if (since !== null) await dropBlocks(ports, since);
}
