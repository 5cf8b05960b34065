import { sql, type Kysely, type Transaction } from 'kysely';
import type { Row, Tables, TokenType } from '../db/tables.ts';
import { ACCESS_TOKEN_SECONDS, REFRESH_IDLE_SECONDS, SESSION_SECONDS, TOKEN_BYTES, UNKEPT_SESSION_SECONDS } from '../limits.ts';
import type { ServerPorts } from '../ports.ts';
import type { Client } from './caller.ts';
import { base64url, sha256 } from './digest.ts';
import type { GrantingGroup } from './permissions.ts';

export interface TokenFamily {
  readonly id: string;
  readonly area: 'admin' | 'user';
  readonly accountId: number;
  /** When the sign-in happened; the session's absolute end counts from here. */
  readonly startedAt: number;
}

export const newToken = (ports: Pick<ServerPorts, 'randomBytes'>): string => base64url(ports.randomBytes(TOKEN_BYTES));

/** Only the hash of a token is ever stored. Source: security.md rule 1. */
export async function storeToken(
  trx: Transaction<Tables>,
  token: string,
  isRefresh: boolean,
  family: TokenFamily,
  client: Client,
  nowSeconds: number,
): Promise<string> {
  const hash = await sha256(token);
  const type: TokenType = isRefresh ? `${family.area}-refresh` : family.area;
  const lifeSeconds = isRefresh ? REFRESH_IDLE_SECONDS : ACCESS_TOKEN_SECONDS;
  await trx
    .insertInto('token')
    .values({
      hash,
      type,
      account_id: family.accountId,
      family_id: family.id,
      session_created_at: family.startedAt,
      create_time: nowSeconds,
      expire_time: Math.min(nowSeconds + lifeSeconds, family.startedAt + SESSION_SECONDS),
      seen_at: nowSeconds,
      ip: client.ip.slice(0, 50),
      useragent: client.userAgent.slice(0, 255),
    })
    .execute();
  return hash;
}

export async function findToken(kysely: Kysely<Tables>, token: string): Promise<Row<'token'> | undefined> {
  return kysely
    .selectFrom('token')
    .selectAll()
    .where('hash', '=', await sha256(token))
    .executeTakeFirst();
}

/** An administrator's access token with his account and active groups, in one go: every call asks for it. */
export async function findSession(kysely: Kysely<Tables>, token: string) {
  return kysely
    .selectFrom('token')
    .innerJoin('admin', 'admin.id', 'token.account_id')
    .select((select) => [
      'token.hash',
      'token.session_created_at',
      'token.expire_time',
      'token.seen_at',
      'token.revoked_at',
      'admin.id',
      'admin.username',
      'admin.status',
      select
        .selectFrom('admin_group_access as access')
        .innerJoin('admin_group as group', 'group.id', 'access.group_id')
        .whereRef('access.uid', '=', 'admin.id')
        .where('group.status', '=', '1')
        .select(sql<GrantingGroup[] | null>`json_agg(json_build_object('id', "group".id, 'rules', "group".rules))`.as('groups'))
        .as('groups'),
      sql<boolean>`exists (select from token as refresh where refresh.family_id = token.family_id and refresh.type = 'admin-refresh')`.as(
        'is_kept',
      ),
    ])
    .where('token.hash', '=', await sha256(token))
    .where('token.type', '=', 'admin')
    .executeTakeFirst();
}

/** Ends every token of a sign-in at once. */
export async function revokeFamily(kysely: Kysely<Tables>, familyId: string, nowSeconds: number): Promise<void> {
  await kysely
    .updateTable('token')
    .set({ revoked_at: nowSeconds, sealed_successor: null })
    .where('family_id', '=', familyId)
    .where('revoked_at', 'is', null)
    .execute();
}

interface UsedToken {
  readonly hash: string;
  readonly session_created_at: number;
  /** Use moves its end: no refresh token stands behind it. */
  readonly prolongs: boolean;
}

/** Notes when and from where an access token was used. */
export async function noteUse(kysely: Kysely<Tables>, session: UsedToken, client: Client | null, nowSeconds: number): Promise<void> {
  const end = Math.min(nowSeconds + ACCESS_TOKEN_SECONDS, session.session_created_at + UNKEPT_SESSION_SECONDS);
  await kysely
    .updateTable('token')
    .set({
      seen_at: nowSeconds,
      ...(client && { ip: client.ip.slice(0, 50), useragent: client.userAgent.slice(0, 255) }),
      ...(session.prolongs && { expire_time: end }),
    })
    .where('hash', '=', session.hash)
    .where('expire_time', '>', nowSeconds)
    .execute();
}

/**
 * Ends every session of an account, in the transaction that took its rights away.
 * @param keptToken an access token whose own session goes on
 * Source: security.md rule 4.
 */
export async function revokeAccount(
  trx: Transaction<Tables>,
  { area, accountId }: Pick<TokenFamily, 'area' | 'accountId'>,
  nowSeconds: number,
  keptToken: string | null = null,
): Promise<void> {
  const kept = keptToken === null ? undefined : await findToken(trx, keptToken);
  await trx
    .updateTable('token')
    .set({ revoked_at: nowSeconds, sealed_successor: null })
    .where('account_id', '=', accountId)
    .where('type', 'in', [area, `${area}-refresh`])
    .where('family_id', '<>', kept?.family_id ?? '')
    .where('revoked_at', 'is', null)
    .execute();
}
