import { sql, type Transaction } from 'kysely';
import { API_TOKEN_DAYS, API_TOKENS_OF_AN_ADMIN } from '#domain/programs/api-token';
import { rejection } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import type { Tables } from '../../db/tables/tables.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import type { WriteContext } from '../../resources/base/hooks.ts';
import { heldRules, readGroups } from '../../resources/access/rights.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { rulesOf } from '../rights/group-rules.ts';
import { isAsShown, withParents } from '../rights/rules-in-form.ts';

const DAY = 86_400;

/** What whoever is not its owner may do to a token: end it. */
const endsIt = (key: string, values: AnyRecord): boolean => key === 'status' && values[key] === false;

/**
 * What a token may become: its owner alone says what it may, nobody gives it more than they have, and it ends within a year.
 * @returns what is stored
 */
export async function judgeToken(values: AnyRecord, { trx, caller, before, nowSeconds }: WriteContext): Promise<AnyRecord> {
  const isOwn = before === null || before['adminId'] === caller.id;
  const changed = Object.keys(values).filter((key) => before === null || JSON.stringify(values[key]) !== JSON.stringify(before[key]));
  if (!isOwn && changed.some((key) => !endsIt(key, values) && key !== 'updateTime')) throw rejection('refusals.apiToken.ofAnother');
  if (before === null) await refuseTooMany(trx, caller);
  if (changed.includes('endsAt')) checkEnd(values['endsAt'], nowSeconds);
  const own = before === null ? { ...values, adminId: caller.id } : values;
  const chosen = values['rules'];
  if (!Array.isArray(chosen) || !changed.includes('rules')) return own;
  return { ...own, rules: await withinOwn(trx, chosen.map(String), rulesOf(before), caller) };
}

/** Those that are added at once are counted one after the other. */
async function refuseTooMany(trx: Transaction<Tables>, caller: AdminCaller): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('api_token'), hashtext(${String(caller.id)}))`.execute(trx);
  const { count } = await trx
    .selectFrom('api_token')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('admin_id', '=', caller.id)
    .executeTakeFirstOrThrow();
  if (count >= API_TOKENS_OF_AN_ADMIN) throw rejection('refusals.apiToken.tooMany', { count: API_TOKENS_OF_AN_ADMIN });
}

function checkEnd(endsAt: unknown, now: number): void {
  if (typeof endsAt !== 'number') return;
  if (endsAt <= now) throw new FieldsRefused({ end_time: { key: 'refusals.apiToken.endPast' } });
  if (endsAt > now + (API_TOKEN_DAYS + 1) * DAY)
    throw new FieldsRefused({ end_time: { key: 'refusals.apiToken.endLate', params: { days: API_TOKEN_DAYS } } });
}

/** Rules as they are stored of what acts in somebody's name: with every parent, none that the caller lacks. */
export async function withinOwn(
  trx: Transaction<Tables>,
  chosen: readonly string[],
  before: readonly string[],
  caller: AdminCaller,
): Promise<readonly string[]> {
  if (chosen.includes('*')) return ['*'];
  const rules = await trx.selectFrom('admin_rule').select(['id', 'pid']).execute();
  const ids = withParents(chosen, rules);
  if (ids === null) throw new FieldsRefused({ rules: { key: 'validation.missingRecord' } });
  if (isAsShown(ids, before, rules)) return before;
  const held = caller.grants.isSuper ? null : heldRules(await readGroups(trx), caller);
  if (held && !ids.every((id) => held.has(id))) throw new FieldsRefused({ rules: { key: 'refusals.auth.beyondOwn' } });
  return ids.map(String);
}

/** What the security log tells of a token that was written: that it was ended, or that it may something else. */
export async function noteTokenWrite(record: AnyRecord, { trx, caller, before }: WriteContext, securityLog: SecurityLog): Promise<void> {
  const isEnded = before?.['status'] === true && record['status'] === false;
  const kind = isEnded ? 'apiToken.ended' : 'apiToken.changed';
  const whose = {
    accountType: 'admin',
    accountId: Number(record['adminId']),
    detail: { resource: 'apiToken', id: Number(record['id']), by: caller.id },
  } as const;
  await securityLog.write(kind, caller.client, whose, trx);
}

/** The same of tokens that are deleted. */
export async function noteTokensEnded(
  ids: readonly number[],
  { trx, caller }: Pick<WriteContext, 'trx' | 'caller'>,
  securityLog: SecurityLog,
): Promise<void> {
  const tokens = await trx.selectFrom('api_token').select(['id', 'admin_id']).where('id', 'in', ids).execute();
  for (const { id, admin_id: accountId } of tokens) {
    const whose = { accountType: 'admin', accountId, detail: { resource: 'apiToken', id, by: caller.id } } as const;
    // oxlint-disable-next-line no-await-in-loop -- one transaction asks one thing after the other
    await securityLog.write('apiToken.ended', caller.client, whose, trx);
  }
}
