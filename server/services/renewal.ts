import type { Transaction } from 'kysely';
import type { Row, Tables } from '../db/tables.ts';
import { REFRESH_GRACE_SECONDS } from '../limits.ts';
import { nowSeconds, type ServerPorts } from '../ports.ts';
import type { Client } from './caller.ts';
import { sha256 } from './digest.ts';
import { openPair, sealPair, type IssuedPair } from './sealed-pair.ts';
import { newToken, revokeFamily, storeToken } from './token-store.ts';

export type Renewal = { readonly kind: 'renewed'; readonly pair: IssuedPair } | { readonly kind: 'ended' } | { readonly kind: 'reused' };

/**
 * Spends a refresh token for a new pair. Its direct predecessor is answered with the same pair again for a few seconds, because
 * replies get lost; anything older means that two hold the token, and ends the session.
 * Source: security.md rules 2, 3.
 */
export async function renew(
  trx: Transaction<Tables>,
  refreshToken: string,
  row: Row<'token'>,
  client: Client,
  ports: Pick<ServerPorts, 'clock' | 'randomBytes'>,
): Promise<Renewal> {
  const now = nowSeconds(ports);
  const spent = await trx
    .updateTable('token')
    .set({ used_at: now })
    .where('hash', '=', row.hash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expire_time', '>', now)
    .executeTakeFirst();
  if (spent.numUpdatedRows === 1n) return { kind: 'renewed', pair: await issueSuccessor(trx, refreshToken, row, client, ports) };
  return repeated(trx, refreshToken, row.hash, now);
}

async function issueSuccessor(
  trx: Transaction<Tables>,
  refreshToken: string,
  row: Row<'token'>,
  client: Client,
  ports: Pick<ServerPorts, 'clock' | 'randomBytes'>,
): Promise<IssuedPair> {
  const now = nowSeconds(ports);
  const area = row.type === 'admin-refresh' ? 'admin' : 'user';
  const pair = { token: newToken(ports), refreshToken: newToken(ports) };
  // The old access token expires rather than vanishes: a late call that still carries it is told to renew, not to sign in.
  await trx
    .updateTable('token')
    .set({ expire_time: now })
    .where('family_id', '=', row.family_id)
    .where('type', '=', area)
    .where('expire_time', '>', now)
    .execute();
  await trx
    .updateTable('token')
    .set({ sealed_successor: null })
    .where('family_id', '=', row.family_id)
    .where('sealed_successor', 'is not', null)
    .execute();
  const family = { id: row.family_id, area, accountId: row.account_id, startedAt: row.session_created_at } as const;
  await storeToken(trx, pair.token, false, family, client, now);
  const successor = await storeToken(trx, pair.refreshToken, true, family, client, now);
  const sealed = await sealPair(pair, refreshToken, ports.randomBytes(12));
  await trx.updateTable('token').set({ replaced_by: successor, sealed_successor: sealed }).where('hash', '=', row.hash).execute();
  return pair;
}

async function repeated(trx: Transaction<Tables>, refreshToken: string, hash: string, now: number): Promise<Renewal> {
  const row = await trx.selectFrom('token').selectAll().where('hash', '=', hash).executeTakeFirst();
  if (!row || row.revoked_at !== null || row.used_at === null) return { kind: 'ended' };
  const successor = await trx.selectFrom('token').select('used_at').where('hash', '=', row.replaced_by).executeTakeFirst();
  const isInGrace = now - row.used_at <= REFRESH_GRACE_SECONDS && successor?.used_at === null && row.sealed_successor !== null;
  if (isInGrace && row.sealed_successor !== null) return { kind: 'renewed', pair: await openPair(row.sealed_successor, refreshToken) };
  await revokeFamily(trx, row.family_id, now);
  return { kind: 'reused' };
}

/** Whether the old access token in the header belongs to the same sign-in as the refresh token. Source: wire protocol §2.5. */
export async function isOfFamily(trx: Transaction<Tables>, accessToken: string, refresh: Row<'token'>): Promise<boolean> {
  const type = refresh.type === 'admin-refresh' ? 'admin' : 'user';
  const found = await trx
    .selectFrom('token')
    .select('hash')
    .where('hash', '=', await sha256(accessToken))
    .where('type', '=', type)
    .where('family_id', '=', refresh.family_id)
    .executeTakeFirst();
  return found !== undefined;
}
