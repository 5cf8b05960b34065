import { sql, type Kysely } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Tables } from '../../db/tables/tables.ts';
import type { Writer } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';

/** Whether an active group of an administrator asks for a second factor, within a query that knows their id. */
export const isDueByGroup = (adminId: unknown) => sql<boolean>`exists (select from admin_group_access as access
  join admin_group as "group" on "group".id = access.group_id
  where access.uid = ${adminId} and "group".status = '1' and "group".needs_factor = '1')`;

/** The setting that asks every administrator for one. */
export const SITE_DUTY = 'admin_two_factor';

/** Whether it does, within a query. */
export const isDueBySite = () => sql<boolean>`exists (select from config where name = ${SITE_DUTY} and value = '1')`;

/** Whether one of these groups asks for it as long as it is switched on. */
export async function doesAsk(kysely: Kysely<Tables>, groupIds: readonly number[]): Promise<boolean> {
  if (groupIds.length === 0) return false;
  const asking = kysely.selectFrom('admin_group').select('id').where('status', '=', '1').where('needs_factor', '=', '1');
  return (await asking.where('id', 'in', [...groupIds]).executeTakeFirst()) !== undefined;
}

/** Whether they have one that is confirmed. */
const hasFactor = (adminId: unknown) => sql<boolean>`exists (select from two_factor
  where account_type = 'admin' and account_id = ${adminId} and confirmed_at is not null)`;

/** Whether the session of the caller began with a passkey. */
async function isByPasskey(kysely: Kysely<Tables>, { tokens }: Pick<Writer, 'tokens'>): Promise<boolean> {
  if (tokens.admin === null) return false;
  const row = await kysely
    .selectFrom('token')
    .select('by_passkey')
    .where('hash', '=', await sha256(tokens.admin))
    .executeTakeFirst();
  return row?.by_passkey ?? false;
}

/** The words for who has to have one first. */
export const OWN_FACTOR = 'refusals.auth.ownFactor';

/** Whether an administrator neither has one nor came by a passkey. */
export async function lacksOwnFactor(kysely: Kysely<Tables>, caller: Writer): Promise<boolean> {
  if (caller.kind !== 'admin') return false;
  const { rows } = await sql<{ has: boolean }>`select ${hasFactor(caller.id)} as has`.execute(kysely);
  return rows[0]?.has !== true && !(await isByPasskey(kysely, caller));
}

/**
 * Whoever decides that others need a second factor has one, or came by a passkey: nobody locks themselves out, and a session that began with a
 * password alone takes the duty from nobody.
 * @throws FailureError
 */
export async function requireOwnFactor(kysely: Kysely<Tables>, caller: Writer): Promise<void> {
  if (await lacksOwnFactor(kysely, caller)) throw rejection(OWN_FACTOR);
}

/** How old a passkey is before it takes a second factor from its account: its owner, who was told of it, can remove it until then. */
export const PASSKEY_TRUST_SECONDS = 7 * 86_400;

/**
 * Whether one of their passkeys is so new that it may be a stranger's, of which the owner has not heard yet. Also one of a former address of the
 * site, which opens nothing any more: the session may have begun with it before the address changed.
 */
async function hasNewPasskey(kysely: Kysely<Tables>, { id }: Writer, now: number): Promise<boolean> {
  const added = kysely.selectFrom('passkey').select('id').where('admin_id', '=', id);
  return (
    (await added
      .where('create_time', '>', now - PASSKEY_TRUST_SECONDS)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

/**
 * Who keeps a factor of the caller on; null where a passkey stands for it in this session, or nobody asks for it. Which passkey a session began
 * with is not known, so none of them stands for it while one is new.
 */
export async function keeperOf(kysely: Kysely<Tables>, caller: Writer, now: number): Promise<'site' | 'group' | null> {
  const { rows } = await sql<{
    site: boolean;
    group: boolean;
  }>`select ${isDueBySite()} as site, ${isDueByGroup(caller.id)} as "group"`.execute(kysely);
  const [due] = rows;
  if (!(due?.site || due?.group)) return null;
  if ((await isByPasskey(kysely, caller)) && !(await hasNewPasskey(kysely, caller, now))) return null;
  return due.site ? 'site' : 'group';
}

/**
 * A factor that the site or a group asks for stays on, unless a passkey stands for it.
 * @throws FailureError
 */
export async function refuseWhileDue(kysely: Kysely<Tables>, caller: Writer, now: number): Promise<void> {
  const keeper = await keeperOf(kysely, caller, now);
  if (keeper !== null) throw rejection(keeper === 'site' ? 'refusals.account.factorKeptBySite' : 'refusals.account.factorKept');
}
