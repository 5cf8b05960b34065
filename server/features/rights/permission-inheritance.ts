import type { Transaction } from 'kysely';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import type { RecordOf } from '#domain/fields/field';
import type { Tables } from '../../db/tables/tables.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { groupsBelow, readGroups, rulesIn, type RightsGroup } from '../../resources/access/rights.ts';
import type { WriteContext } from '../../resources/base/hooks.ts';
import { logWrite, type RecordChange } from '../../resources/write/record-change.ts';

type Group = RecordOf<(typeof adminGroup)['fields']>;
type Rules = RightsGroup['rules'];

const rulesOf = (value: unknown): Rules => rulesIn(Array.isArray(value) ? value.join(',') : null);

const missing = (rules: Rules, from: Rules, all: readonly number[]): readonly number[] =>
  from === '*' ? [] : (rules === '*' ? all : [...rules]).filter((id) => !from.has(id));

const allRules = async (trx: Transaction<Tables>): Promise<readonly number[]> =>
  (await trx.selectFrom('admin_rule').select('id').orderBy('id').execute()).map(({ id }) => id);

/**
 * A group gives what it has and no more: what a write gives to one, or moves below another, must be among the rights of the one above.
 * What was there before such a write is let be.
 */
export async function refuseBeyondParent({ parentId, rules: written }: Group, { trx, before }: WriteContext): Promise<void> {
  if (parentId === null) return;
  const above = await trx.selectFrom('admin_group').select('rules').where('id', '=', parentId).executeTakeFirst();
  const [held, rules, had] = [rulesIn(above?.rules ?? null), rulesOf(written), rulesOf(before?.['rules'])];
  if (held === '*') return;
  const all = await allRules(trx);
  const isMoved = before !== null && before['parentId'] !== parentId;
  const given = isMoved || before === null ? rules : had === '*' ? new Set<number>() : new Set(missing(rules, had, all));
  const isStarGiven = rules === '*' && (isMoved || had !== '*');
  if (!isStarGiven && missing(given, held, all).length === 0) return;
  const isAsBefore = isMoved && missing(rules, had, all).length === 0;
  throw new FieldsRefused(isAsBefore ? { pid: { key: 'refusals.auth.parentLacks' } } : { rules: { key: 'refusals.auth.beyondParent' } });
}

/** What a group loses, every group below it loses with it: in the same write, and put back with it. */
export async function takeFromBelow({ id, rules }: Group, context: WriteContext): Promise<void> {
  const { trx, before, nowSeconds } = context;
  if (before === null) return;
  const all = await allRules(trx);
  const lost = new Set(missing(rulesOf(before['rules']), rulesOf(rules), all));
  if (lost.size === 0) return;
  const groups = await readGroups(trx);
  const below = groupsBelow(groups, [id]);
  const changes: RecordChange[] = [];
  for (const group of groups.filter((one) => below.includes(one.id))) {
    const kept = (group.rules === '*' ? all : [...group.rules]).filter((rule) => !lost.has(rule)).join(',');
    const had = group.rules === '*' ? '*' : [...group.rules].join(',');
    if (kept === had) continue;
    const row = await trx
      .updateTable('admin_group')
      .set(({ eb }) => ({ rules: kept, update_time: nowSeconds, version: eb('version', '+', 1) }))
      .where('id', '=', group.id)
      .returning('name')
      .executeTakeFirstOrThrow();
    changes.push({ recordId: group.id, before: { rules: had }, after: { rules: kept }, row });
  }
  await logWrite({ resource: adminGroup }, context, changes);
}
