import type { Transaction } from 'kysely';
import { DAY_SECONDS } from '#domain/base/timestamp';
import { API_TOKEN_DAYS, API_TOKENS_OF_AN_ADMIN } from '#domain/programs/api-token';
import type { AnyRecord } from '#domain/fields/field';
import type { Tables } from '../../db/tables/tables.ts';
import type { Writer } from '../../base/caller.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import type { WriteContext } from '../../resources/base/hooks.ts';
import { heldRules, readGroups } from '../../resources/access/rights.ts';
import { rulesOf } from '../rights/group-rules.ts';
import { asShown, withParents } from '../rights/rules-in-form.ts';
import { ownEntries } from './own-entries.ts';

const tokens = ownEntries({
  resource: 'apiToken',
  table: 'api_token',
  most: API_TOKENS_OF_AN_ADMIN,
  refusals: { ofAnother: 'refusals.apiToken.ofAnother', tooMany: 'refusals.apiToken.tooMany' },
  events: { changed: 'apiToken.changed', ended: 'apiToken.ended' },
});

export const { noteWrite: noteTokenWrite, noteEnded: noteTokensEnded } = tokens;

/**
 * What a token may become: its owner alone says what it may, nobody gives it more than they have, and it ends within a year.
 * @returns what is stored
 */
export async function validateToken(values: AnyRecord, context: WriteContext): Promise<AnyRecord> {
  const { trx, caller, before, nowSeconds } = context;
  const changed = await tokens.changed(values, context);
  if (changed.includes('endsAt')) checkEnd(values['endsAt'], nowSeconds);
  const own = before === null ? { ...values, adminId: caller.id } : values;
  const chosen = values['rules'];
  if (!Array.isArray(chosen) || !changed.includes('rules')) return own;
  return { ...own, rules: await withinOwn(trx, chosen.map(String), rulesOf(before), caller) };
}

function checkEnd(endsAt: unknown, now: number): void {
  if (typeof endsAt !== 'number') return;
  if (endsAt <= now) throw new FieldsRefused({ end_time: { key: 'refusals.apiToken.endPast' } });
  if (endsAt > now + (API_TOKEN_DAYS + 1) * DAY_SECONDS)
    throw new FieldsRefused({ end_time: { key: 'refusals.apiToken.endLate', params: { days: API_TOKEN_DAYS } } });
}

/** Rules as they are stored of what acts in somebody's name: with every parent, none that the caller lacks. */
export async function withinOwn(
  trx: Transaction<Tables>,
  chosen: readonly string[],
  before: readonly string[],
  caller: Writer,
): Promise<readonly string[]> {
  if (chosen.includes('*')) return ['*'];
  const rules = await trx.selectFrom('admin_rule').select(['id', 'pid']).execute();
  const ids = withParents(chosen, rules);
  if (ids === null) throw new FieldsRefused({ rules: { key: 'validation.missingRecord' } });
  const held = caller.grants.isSuper ? null : heldRules(await readGroups(trx), caller);
  const shown = asShown(ids, before, rules);
  if (shown) return held && !shown.every((id) => held.has(Number(id))) ? before : shown;
  if (held && !ids.every((id) => held.has(id))) throw new FieldsRefused({ rules: { key: 'refusals.auth.beyondOwn' } });
  return ids.map(String);
}
