import { type Kysely, sql } from 'kysely';
import type { checkInToday, readSummary } from '#api/contract/members/account';
import type { OutputOf } from '#api/contract/base/endpoint';
import { DAY_SECONDS } from '#domain/base/timestamp';
import { rejection } from '#domain/base/failure';
import { MOST_DAILY_POINTS } from '#domain/members/daily-points';
import { localText, unixSecondsOf } from '#domain/base/zone-time';
import type { MemberCaller } from '../../base/caller.ts';
import { CHECK_IN_SECONDS } from '../../base/limits.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import { forgetRows } from '../base/forget-rows.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { addToLedger } from './ledger.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock'>;

/** The points of a check-in; 0 where there is none, or what stands there is no number of points. */
async function dailyScore(kysely: Kysely<Tables>): Promise<number> {
  const row = await kysely.selectFrom('config').select('value').where('name', '=', 'daily_score').executeTakeFirst();
  const score = Number(row?.value ?? 0);
  return Number.isInteger(score) && score > 0 && score <= MOST_DAILY_POINTS ? score : 0;
}

/** Today and the day before it on the site's clock; from noon to noon, since a day may have an hour more or less. */
async function daysOf({ database: { kysely }, ...ports }: Ports): Promise<{ readonly today: string; readonly yesterday: string }> {
  const { timeZone } = await readSiteSettings(kysely);
  const today = localText(nowSeconds(ports), timeZone).slice(0, 10);
  const noon = unixSecondsOf(`${today} 12:00:00`, timeZone) ?? nowSeconds(ports);
  return { today, yesterday: localText(noon - DAY_SECONDS, timeZone).slice(0, 10) };
}

const rowOf = (kysely: Kysely<Tables>, memberId: number, day: string) =>
  kysely
    .selectFrom('daily_check_in')
    .select(['streak', 'score'])
    .where('member_id', '=', memberId)
    .where('day', '=', day)
    .executeTakeFirst();

/** How the member stands with the check-in; null where the site has none. */
export async function readDailyCheckIn(ports: Ports, memberId: number): Promise<OutputOf<typeof readSummary>['daily']> {
  const { kysely } = ports.database;
  const score = await dailyScore(kysely);
  if (score === 0) return null;
  const { today, yesterday } = await daysOf(ports);
  const done = await rowOf(kysely, memberId, today);
  const before = done ?? (await rowOf(kysely, memberId, yesterday));
  return { score, is_done: done !== undefined, streak: before?.streak ?? 0 };
}

/**
 * Books the points of today, once however often and from wherever it is asked for: the day is a key of its table, and a deed of the ledger.
 * @param memo stands at the entry
 * @throws FailureError where the site has no check-in, SessionEnded where the sign-in was ended meanwhile
 */
export async function bookCheckIn(ports: Ports, caller: MemberCaller, memo: string): Promise<OutputOf<typeof checkInToday>> {
  const score = await dailyScore(ports.database.kysely);
  if (score === 0) throw rejection('refusals.member.noCheckIn');
  const { id: memberId } = caller;
  const now = nowSeconds(ports);
  const { today, yesterday } = await daysOf(ports);
  return ports.database.transaction(async (trx) => {
    await lockOwnAccount(trx, caller);
    const streak = ((await rowOf(trx, memberId, yesterday))?.streak ?? 0) + 1;
    const added = await trx
      .insertInto('daily_check_in')
      .values({ member_id: memberId, day: today, streak, score, create_time: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['streak', 'score'])
      .executeTakeFirst();
    if (!added) return { ...((await rowOf(trx, memberId, today)) ?? { streak, score }), is_new: false };
    const deed = { reason: 'dailyCheckIn', ref: today, adminId: 0 };
    // Not where from: that would outlive the account with its entries.
    await addToLedger(trx, 'score', { ...deed, memberId, amount: score, memo, ip: '' }, now);
    return { ...added, is_new: true };
  });
}

/** What the site says of earning and spending points; '' for nothing. */
export async function scoreRules(kysely: Kysely<Tables>, language: 'zh-cn' | 'en'): Promise<string> {
  const name = language === 'en' ? 'score_rules_en' : 'score_rules';
  return (await kysely.selectFrom('config').select('value').where('name', '=', name).executeTakeFirst())?.value ?? '';
}

/** Days that no streak counts on any more; the ledger keeps its entries. */
export const sweepCheckIns = (ports: Ports & Pick<ServerPorts, 'precedence'>, stopped?: AbortSignal): Promise<void> =>
  forgetRows(ports, 'daily_check_in', sql`create_time < ${nowSeconds(ports) - CHECK_IN_SECONDS}`, { stopped });
