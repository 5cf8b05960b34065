import { sql, type Kysely } from 'kysely';
import type { TokenType } from '../../db/tables/session-tables.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { ACCESS_TOKEN_SECONDS, REFRESH_IDLE_SECONDS, SESSION_SECONDS, TOKEN_BYTES, UNKEPT_SESSION_SECONDS } from '../../base/limits.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Client } from '../../base/caller.ts';
import { base64url, sha256 } from '../../base/digest.ts';
import type { GrantedRule, GrantingGroup } from './permissions.ts';
import { tokenTypesOf, type LockedAccount } from './locked-account.ts';

/** The tokens that come from one sign-in. */
export interface TokenFamily {
  readonly id: string;
  /** When the sign-in happened; the session's absolute end counts from here. */
  readonly startedAt: number;
  /** Whether it began with a passkey. */
  readonly byPasskey: boolean;
}

export const newToken = (ports: Pick<ServerPorts, 'randomBytes'>): string => base64url(ports.randomBytes(TOKEN_BYTES));

/** A token of no use is refused from here on, in seconds since 1970. */
export const idleEnd = (family: TokenFamily, isRefresh: boolean, nowSeconds: number): number =>
  Math.min(nowSeconds + (isRefresh ? REFRESH_IDLE_SECONDS : ACCESS_TOKEN_SECONDS), family.startedAt + SESSION_SECONDS);

interface NewToken {
  readonly token: string;
  readonly isRefresh: boolean;
  /** Whether each renewal replaces its session's refresh token; a client that does so is ours, or speaks as ours does. */
  readonly rotates?: boolean;
  /** Of a refresh token: the hash of the access token that was issued beside it. */
  readonly issuedWith?: string;
  /** Of an access token that stands in for one that was used already. */
  readonly usedAt?: number | null;
}

/** Only the hash of a token is ever stored. @returns the hash. Source: security.md rule 1. */
export async function storeToken(
  account: LockedAccount,
  family: TokenFamily,
  { token, isRefresh, rotates = false, issuedWith, usedAt = null }: NewToken,
  client: Client,
  nowSeconds: number,
): Promise<string> {
  const hash = await sha256(token);
  const type: TokenType = isRefresh ? `${account.area}-refresh` : account.area;
  await account.trx
    .insertInto('token')
    .values({
      hash,
      type,
      account_id: account.accountId,
      family_id: family.id,
      session_created_at: family.startedAt,
      create_time: nowSeconds,
      expire_time: idleEnd(family, isRefresh, nowSeconds),
      seen_at: nowSeconds,
      ip: client.ip.slice(0, 50),
      useragent: client.userAgent.slice(0, 255),
      used_at: usedAt,
      rotates,
      issued_with: issuedWith ?? null,
      by_passkey: family.byPasskey,
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

/** What both kinds of sessions have, in seconds since 1970. */
type SessionRow = Pick<Row<'token'>, 'hash' | 'session_created_at' | 'expire_time' | 'seen_at' | 'used_at' | 'revoked_at'> & {
  readonly id: number;
  readonly username: string;
  readonly status: string;
  /** Whether a refresh token prolongs it. */
  readonly is_kept: boolean;
};

interface AdminSessionRow extends SessionRow {
  readonly by_passkey: boolean;
  readonly groups: readonly GrantingGroup[] | null;
  readonly granted: readonly GrantedRule[] | null;
  readonly owes_factor: boolean;
}

interface MemberSessionRow extends SessionRow, Pick<Row<'token'>, 'family_id'> {
  readonly group_id: number;
  readonly rules: string;
  readonly active_rules: readonly GrantedRule[] | null;
}

/** An administrator's access token with their account, active groups and rights, in one go: every call asks for it, and the database keeps how it finds them. */
export async function findSession(kysely: Kysely<Tables>, token: string): Promise<AdminSessionRow | undefined> {
  const { rows } = await sql<{ session: AdminSessionRow | null }>`select admin_session(${await sha256(token)}) as session`.execute(kysely);
  return rows[0]?.session ?? undefined;
}

/** The same of a member, with what their group grants; rules of members are few enough to come along. */
export async function findMemberSession(kysely: Kysely<Tables>, token: string): Promise<MemberSessionRow | undefined> {
  const { rows } = await sql<{ session: MemberSessionRow | null }>`select member_session(${await sha256(token)}) as session`.execute(
    kysely,
  );
  return rows[0]?.session ?? undefined;
}

/** Ends every token of a sign-in at once. @returns whether there was one that had not ended */
export async function revokeFamily({ trx, ...account }: LockedAccount, familyId: string, nowSeconds: number): Promise<boolean> {
  const ended = await trx
    .updateTable('token')
    .set({ revoked_at: nowSeconds, sealed_successor: null })
    .where('family_id', '=', familyId)
    .where('account_id', '=', account.accountId)
    .where('type', 'in', tokenTypesOf(account))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

interface UsedToken {
  readonly hash: string;
  readonly session_created_at: number;
  /** Use moves its end: no refresh token stands behind it. */
  readonly prolongs: boolean;
}

/** The row of a token that no write holds: whoever has one under way calls on, and the call after it notes its own. */
const freeToken = (kysely: Kysely<Tables>, hash: string) =>
  kysely.selectFrom('token').select('hash').where('hash', '=', hash).forNoKeyUpdate().skipLocked();

/** Notes that an access token has arrived: from now on a repeated renewal is nobody's lost reply. */
export async function noteFirstUse(kysely: Kysely<Tables>, hash: string, nowSeconds: number): Promise<void> {
  await kysely
    .updateTable('token')
    .set({ used_at: nowSeconds })
    .where('hash', '=', freeToken(kysely, hash))
    .where('used_at', 'is', null)
    .execute();
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
    .where('hash', '=', freeToken(kysely, session.hash))
    .where('expire_time', '>', nowSeconds)
    .execute();
}

/**
 * Ends every session of an account, in the transaction that took its rights away.
 * @param keptToken an access token whose own session goes on
 * Source: security.md rule 4.
 */
export async function revokeAccount(
  { trx, ...account }: LockedAccount,
  nowSeconds: number,
  keptToken: string | null = null,
): Promise<void> {
  const kept = keptToken === null ? undefined : await findToken(trx, keptToken);
  await trx
    .updateTable('token')
    .set({ revoked_at: nowSeconds, sealed_successor: null })
    .where('account_id', '=', account.accountId)
    .where('type', 'in', tokenTypesOf(account))
    .where('family_id', '<>', kept?.family_id ?? '')
    .where('revoked_at', 'is', null)
    .execute();
}
