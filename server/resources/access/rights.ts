import { sql, type Kysely, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Tables } from '../../db/tables/tables.ts';
import type { Writer } from '../../base/caller.ts';

/** A group with the rules it gives, whether they are active or not. */
export interface RightsGroup {
  readonly id: number;
  readonly pid: number;
  readonly rules: ReadonlySet<number> | '*';
}

/** The form in which a group stores its rules: `*`, or ids separated by commas. */
export const rulesIn = (stored: string | null): RightsGroup['rules'] =>
  stored?.trim() === '*' ? '*' : new Set((stored ?? '').split(',').flatMap((id) => (id.trim() === '' ? [] : [Number(id)])));

/** Also those that are switched off: whoever could switch one on again would have given its rules away. */
export async function readGroups(kysely: Kysely<Tables>): Promise<RightsGroup[]> {
  const rows = await kysely.selectFrom('admin_group').select(['id', 'pid', 'rules']).execute();
  return rows.map(({ id, pid, rules }) => ({ id, pid, rules: rulesIn(rules) }));
}

/** All rules of the caller's own groups; a super administrator needs none. */
export const heldRules = (groups: readonly RightsGroup[], { grants }: Pick<Writer, 'grants'>): ReadonlySet<number> =>
  new Set(groups.filter(({ id }) => grants.groupIds.includes(id)).flatMap(({ rules }) => (rules === '*' ? [] : [...rules])));

const holdsAll = (held: ReadonlySet<number>, { rules }: RightsGroup): boolean => rules !== '*' && [...rules].every((id) => held.has(id));

/** Groups all of whose rules the caller holds. Source: wire protocol §4.9, "allAuth". */
export const heldGroups = (groups: readonly RightsGroup[], caller: Pick<Writer, 'grants'>): readonly number[] => {
  const held = heldRules(groups, caller);
  return groups.filter((group) => holdsAll(held, group)).map(({ id }) => id);
};

/**
 * Groups that the caller holds completely and exceeds: nobody gives as much as they have, and whom they may not exceed they may not touch.
 * Source: wire protocol §4.9, "allAuthAndOthers".
 */
export const exceededGroups = (groups: readonly RightsGroup[], caller: Pick<Writer, 'grants'>): readonly number[] => {
  const held = heldRules(groups, caller);
  const lacksOne = ({ rules }: RightsGroup): boolean => rules !== '*' && [...held].some((id) => !rules.has(id));
  return groups.filter((group) => holdsAll(held, group) && lacksOne(group)).map(({ id }) => id);
};

/** Groups below any of these, at any depth. */
export function groupsBelow(groups: readonly RightsGroup[], ids: readonly number[]): readonly number[] {
  const found = new Set<number>();
  for (let open = [...ids]; open.length > 0;) {
    const next = groups.filter((group) => open.includes(group.pid) && !found.has(group.id)).map((group) => group.id);
    for (const id of next) found.add(id);
    open = next;
  }
  return [...found];
}

/** Writes to rights wait for each other, so that each sees what the one before it has left. */
export const lockRights = async (trx: Transaction<Tables>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('super'), 0)`.execute(trx);
};

/**
 * Somebody must be left who may everything. Called after a write, or before a deletion with those who will be gone.
 * Two who take each other's rights wait for each other here.
 */
export async function requireSuper(trx: Transaction<Tables>, gone: readonly number[] = []): Promise<void> {
  await lockRights(trx);
  const left = await trx
    .selectFrom('admin')
    .innerJoin('admin_group_access as access', 'access.uid', 'admin.id')
    .innerJoin('admin_group as group', 'group.id', 'access.group_id')
    .select('admin.id')
    .where('admin.status', '=', '1')
    .where('group.status', '=', '1')
    .where(sql<boolean>`trim("group".rules) = '*'`)
    .where('admin.id', 'not in', [...gone, 0])
    .limit(1)
    .executeTakeFirst();
  if (!left) throw rejection('refusals.auth.lastSuper');
}

/** Super administrators may touch every account, others only those all of whose groups they exceed: a password set is an account taken. */
export async function mayTouchAccount(trx: Kysely<Tables>, caller: Writer, groupIds: readonly number[]): Promise<boolean> {
  if (caller.grants.isSuper) return true;
  const exceeded = exceededGroups(await readGroups(trx), caller);
  return groupIds.every((id) => exceeded.includes(id));
}
