import type { Row } from '../../db/tables/tables.ts';
import { REFRESH_GRACE_SECONDS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { Client } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { decryptPair, encryptPair, type IssuedPair } from './encrypted-pair.ts';
import type { LockedAccount } from '../../resources/access/locked-account.ts';
import { keepLatestTokens } from '../../resources/access/token-bounds.ts';
import { idleEnd, newToken, revokeFamily, storeToken, type TokenFamily } from '../../resources/access/token-store.ts';

/** @property pair without a new refresh token where the presented one stays good */
export type RenewalOutcome =
  | { readonly kind: 'renewed'; readonly pair: Pick<IssuedPair, 'token'> & Partial<IssuedPair> }
  | { readonly kind: 'ended' }
  | { readonly kind: 'reused' };

type Ports = Pick<ServerPorts, 'clock' | 'randomBytes'>;

/** What a renewal comes with. */
export interface Presented {
  readonly refreshToken: string;
  /** Hash of the access token in the header, which belongs to the same family. */
  readonly accessHash: string;
}

const familyOf = (row: Row<'token'>): TokenFamily => ({
  id: row.family_id,
  startedAt: row.session_created_at,
  byPasskey: row.by_passkey,
});

/**
 * Renews a session. Who knows rotation spends the refresh token for a new pair; for others the token of the sign-in stays good. A token
 * that was ever rotated is, whoever presents it: leaving the header out does not get around the alarm.
 * @param row of the refresh token, read under the account's lock
 * Source: security.md rules 2, 3.
 */
export async function renew(
  account: LockedAccount,
  row: Row<'token'>,
  presented: Presented,
  client: Client,
  ports: Ports,
): Promise<RenewalOutcome> {
  if (row.revoked_at !== null) return { kind: 'ended' };
  if (row.used_at !== null) return repeatRenewal(account, row, presented, client, ports);
  if (row.expire_time <= nowSeconds(ports)) return { kind: 'ended' };
  if (row.rotates || client.knowsRotation)
    return { kind: 'renewed', pair: await issueSuccessor(account, row, presented.refreshToken, client, ports) };
  return { kind: 'renewed', pair: await prolong(account, row, presented.accessHash, client, ports) };
}

async function issueSuccessor(
  account: LockedAccount,
  row: Row<'token'>,
  refreshToken: string,
  client: Client,
  ports: Ports,
): Promise<IssuedPair> {
  const now = nowSeconds(ports);
  const { trx, area } = account;
  const family = familyOf(row);
  const pair = { token: newToken(ports), refreshToken: newToken(ports) };
  // The old access token expires rather than vanishes: a late call that still carries it is told to renew, not to sign in.
  await trx
    .updateTable('token')
    .set({ expire_time: now })
    .where('family_id', '=', family.id)
    .where('type', '=', area)
    .where('expire_time', '>', now)
    .execute();
  await trx
    .updateTable('token')
    .set({ sealed_successor: null })
    .where('family_id', '=', family.id)
    .where('sealed_successor', 'is not', null)
    .execute();
  const issuedWith = await storeToken(account, family, { token: pair.token, isRefresh: false, rotates: true }, client, now);
  const successor = { token: pair.refreshToken, isRefresh: true, rotates: true, issuedWith };
  const replacedBy = await storeToken(account, family, successor, client, now);
  await keepLatestTokens(account, family.id, [issuedWith, replacedBy]);
  const encrypted = await encryptPair(pair, refreshToken, ports.randomBytes(12));
  await trx
    .updateTable('token')
    .set({ used_at: now, replaced_by: replacedBy, sealed_successor: encrypted })
    .where('hash', '=', row.hash)
    .execute();
  return pair;
}

/** Other tabs of such a client may hold access tokens of their own: only the presented one has had its day. */
async function prolong(
  account: LockedAccount,
  row: Row<'token'>,
  accessHash: string,
  client: Client,
  ports: Ports,
): Promise<Pick<IssuedPair, 'token'>> {
  const now = nowSeconds(ports);
  const family = familyOf(row);
  const token = newToken(ports);
  await account.trx.updateTable('token').set({ expire_time: now }).where('hash', '=', accessHash).where('expire_time', '>', now).execute();
  await account.trx
    .updateTable('token')
    .set({ expire_time: idleEnd(family, true, now) })
    .where('hash', '=', row.hash)
    .execute();
  const issued = await storeToken(account, family, { token, isRefresh: false }, client, now);
  await keepLatestTokens(account, family.id, [issued, row.hash]);
  return { token };
}

/**
 * A spent token comes again. While nobody has used what replaced it, the reply was lost: the same pair is answered, however late. Calls
 * that were on their way have a few seconds more. Whatever is older means that two hold the session, and ends it.
 */
async function repeatRenewal(
  account: LockedAccount,
  row: Row<'token'>,
  { refreshToken }: Presented,
  client: Client,
  ports: Ports,
): Promise<RenewalOutcome> {
  const now = nowSeconds(ports);
  const { trx } = account;
  const find = (hash: string | null) => trx.selectFrom('token').selectAll().where('hash', '=', hash).executeTakeFirst();
  const successor = await find(row.replaced_by);
  const access = successor && (await find(successor.issued_with));
  const usedAt = access ? access.used_at : row.used_at;
  // A first use that lies further ahead was before the clock was set back, nobody knows how long.
  const isOnItsWay = usedAt === null || Math.abs(now - usedAt) <= REFRESH_GRACE_SECONDS;
  if (!successor || successor.used_at !== null || row.sealed_successor === null || !isOnItsWay) {
    await revokeFamily(account, row.family_id, now);
    return { kind: 'reused' };
  }
  if (successor.expire_time <= now) return { kind: 'ended' };
  const pair = await decryptPair(row.sealed_successor, refreshToken);
  if (access && access.expire_time > now) return { kind: 'renewed', pair };
  // Its access token has expired while it lay there unread.
  const fresh = { ...pair, token: newToken(ports) };
  const renewed = { token: fresh.token, isRefresh: false, rotates: true, usedAt };
  const issuedWith = await storeToken(account, familyOf(row), renewed, client, now);
  const encrypted = await encryptPair(fresh, refreshToken, ports.randomBytes(12));
  await trx.updateTable('token').set({ issued_with: issuedWith }).where('hash', '=', successor.hash).execute();
  await trx.updateTable('token').set({ sealed_successor: encrypted }).where('hash', '=', row.hash).execute();
  return { kind: 'renewed', pair: fresh };
}

/**
 * The old access token in the header, where it belongs to the same sign-in as the refresh token. Source: wire protocol §2.5.
 * @returns its hash
 */
export async function hashWithin({ trx, area }: LockedAccount, accessToken: string, refresh: Row<'token'>): Promise<string | null> {
  const found = await trx
    .selectFrom('token')
    .select('hash')
    .where('hash', '=', await sha256(accessToken))
    .where('type', '=', area)
    .where('family_id', '=', refresh.family_id)
    .executeTakeFirst();
  return found?.hash ?? null;
}
