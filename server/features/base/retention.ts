import { sql, type Kysely } from 'kysely';
import { DAY_SECONDS } from '#domain/base/timestamp';
import type { Tables } from '../../db/tables/tables.ts';
import { RETENTION_PORTIONS, RETENTION_PORTION_ROWS } from '../../base/limits.ts';
import { taskOf } from '../../base/precedence.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

/** How long what only grows is kept, by the setting that says it, in days. Balances and scores are kept with their members. */
const DEFAULT_DAYS = {
  admin_log_days: 365,
  security_log_days: 365,
  changes_days: 365,
  recycle_days: 90,
  problem_days: 30,
  cloud_stray_days: 14,
} as const;
type RetentionSetting = keyof typeof DEFAULT_DAYS;

/** More would be for ever, and say so by 0. */
export const MAX_DAYS = 36_500;

const KEPT = [
  { table: 'admin_log', time: 'create_time', setting: 'admin_log_days' },
  { table: 'security_log', time: 'at', setting: 'security_log_days' },
] as const;

/** @returns the Unix seconds of the oldest that is kept, or null where all of it is */
export async function keptSince(
  // In a transaction what reads is the transaction.
  { database, clock }: Pick<ServerPorts, 'clock'> & { readonly database: Pick<ServerPorts['database'], 'kysely'> },
  name: RetentionSetting,
): Promise<number | null> {
  const item = await database.kysely.selectFrom('config').select('value').where('name', '=', name).executeTakeFirst();
  // What is no number of days forgets nothing that the default keeps.
  const days = /^\d{1,5}$/u.test(item?.value ?? '') ? Number(item?.value) : DEFAULT_DAYS[name];
  return days === 0 ? null : nowSeconds({ clock }) - days * DAY_SECONDS;
}

/**
 * Forgets what is older than the settings say, in portions, so that nobody waits for it; what is left over after so many comes with the
 * next round.
 */
export async function sweepLogs(ports: Pick<ServerPorts, 'database' | 'clock' | 'precedence'>, stopped?: AbortSignal): Promise<void> {
  const giveWay = taskOf(ports);
  for (const { setting, ...log } of KEPT) {
    const since = await keptSince(ports, setting);
    if (since === null) continue;
    for (let portion = 0; portion < RETENTION_PORTIONS; portion += 1) {
      await giveWay();
      if (stopped?.aborted === true) return;
      if (!(await forgetPortion(ports, log, since))) break;
    }
  }
}

/** A portion ends between two seconds: what belongs to one write has one time, and is forgotten together or not at all. */
async function forgetPortion(
  { database }: Pick<ServerPorts, 'database'>,
  { table, time }: Pick<(typeof KEPT)[number], 'table' | 'time'>,
  since: number,
): Promise<boolean> {
  return database.transaction(async (trx) => {
    const [name, column] = [sql.table(table), sql.ref(time)];
    const { rows } = await sql<{ until: number }>`select ${column} as until from ${name} where ${column} < ${since}
      order by ${column} offset ${RETENTION_PORTION_ROWS - 1} limit 1`.execute(trx);
    const until = rows[0]?.until;
    await allowForgetting(trx);
    await sql`delete from ${name} where ${column} < ${since} and ${column} <= ${until ?? since}`.execute(trx);
    return until !== undefined;
  });
}

/** The one way in which what is append-only goes. It holds until the transaction is over. */
async function allowForgetting(trx: Kysely<Tables>): Promise<void> {
  await sql`select set_config('troupe.retention', 'on', true)`.execute(trx);
}
