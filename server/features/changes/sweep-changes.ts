import { sql } from 'kysely';
import { RETENTION_PORTION_ROWS, RETENTION_PORTIONS } from '../../base/limits.ts';
import { type GivesWay, taskOf } from '../../base/precedence.ts';
import { keptSince } from '../base/retention.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { dropBlocks, turnMonth } from './journal-blocks.ts';
import { sweepBin } from './recycle-bin.ts';

/**
 * Forgets steps of lives with the journal that they belong to, but for the last of each record that there is: it says since when the record
 * is in its state.
 */
async function sweepSteps({ database }: Pick<ServerPorts, 'database'>, since: number, giveWay: GivesWay): Promise<void> {
  for (let portion = 0; portion < RETENTION_PORTIONS; portion += 1) {
    await giveWay();
    const gone = await sql`delete from life_step where id in (select id from life_step as old where at < ${since}
      and (kind = 'removed' or exists (select from life_step as later
        where later.resource = old.resource and later.record_id = old.record_id and later.id > old.id))
      order by at limit ${RETENTION_PORTION_ROWS})`.execute(database.kysely);
    if (Number(gone.numAffectedRows ?? 0) < RETENTION_PORTION_ROWS) break;
  }
}

/** What nobody has approved in time is not waited for, and what is settled goes with the journal. */
async function sweepRequests(
  { database, clock }: Pick<ServerPorts, 'database' | 'clock'>,
  since: number | null,
  giveWay: GivesWay,
): Promise<void> {
  const now = nowSeconds({ clock });
  await sql`update life_request set state = 'expired', settled_at = expires_at where state = 'open' and expires_at <= ${now}::bigint`.execute(
    database.kysely,
  );
  if (since === null) return;
  for (let portion = 0; portion < RETENTION_PORTIONS; portion += 1) {
    await giveWay();
    const gone =
      await sql`delete from life_request where id in (select id from life_request where state <> 'open' and settled_at < ${since}::bigint
      order by settled_at limit ${RETENTION_PORTION_ROWS})`.execute(database.kysely);
    if (Number(gone.numAffectedRows ?? 0) < RETENTION_PORTION_ROWS) break;
  }
}

/** Lets the journal of changes go on in the present month, and forgets what is older than the settings say. */
export async function sweepChanges(ports: Pick<ServerPorts, 'database' | 'clock' | 'precedence'>): Promise<void> {
  const giveWay = taskOf(ports);
  await turnMonth(ports);
  await sweepBin(ports, giveWay);
  const since = await keptSince(ports, 'changes_days');
  if (since !== null) await dropBlocks(ports, since);
  if (since !== null) await sweepSteps(ports, since, giveWay);
  await sweepRequests(ports, since, giveWay);
}
