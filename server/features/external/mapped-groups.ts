import type { Kysely, Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Writer } from '../../base/caller.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { exceededGroups, lockRights, readGroups } from '../../resources/access/rights.ts';

const MAX_VALUES = 1000;

/** Whether the caller exceeds every group that the values of these providers lead to: who says what a provider is could give them. @throws the refusal */
export async function requireWithinMapped(trx: Transaction<Tables>, caller: Writer, providerIds: readonly number[]): Promise<void> {
  if (caller.grants.isSuper || providerIds.length === 0) return;
  await lockRights(trx);
  const mapped = await trx.selectFrom('sign_in_group').select('group_id').where('provider_id', 'in', providerIds).execute();
  const exceeded = exceededGroups(await readGroups(trx), caller);
  if (!mapped.every((row) => exceeded.includes(row.group_id))) throw rejection('refusals.external.strongerGroups');
}

/** As a group is given by hand: nobody gives one that they do not exceed. @throws FieldsRefused at `group_id` */
export async function requireGivable(trx: Transaction<Tables>, caller: Writer, groupId: number): Promise<void> {
  if (caller.grants.isSuper) return;
  const exceeded = exceededGroups(await readGroups(trx), caller);
  if (!exceeded.includes(groupId)) throw new FieldsRefused({ group_id: { key: 'refusals.auth.foreignGroup' } });
}

/** What a claim says, by dots where it lies deeper: texts alone count. */
export function valuesOf(claims: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  let found: unknown = Object.hasOwn(claims, name) ? claims[name] : claims;
  if (found === claims)
    for (const part of name.split('.'))
      found =
        typeof found === 'object' && found !== null && Object.hasOwn(found, part) ? (found as Record<string, unknown>)[part] : undefined;
  const list = Array.isArray(found) ? found : [found];
  return list.slice(0, MAX_VALUES).filter((value) => typeof value === 'string');
}

/** The groups that these values stand for, in order. */
export async function mappedGroups(kysely: Kysely<Tables>, providerId: number, values: readonly string[]): Promise<readonly number[]> {
  if (values.length === 0) return [];
  const rows = await kysely
    .selectFrom('sign_in_group')
    .select('group_id')
    .distinct()
    .where('provider_id', '=', providerId)
    .where('value', 'in', values)
    .orderBy('group_id')
    .execute();
  return rows.map((row) => row.group_id);
}
