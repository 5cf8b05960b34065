import { sql } from 'kysely';
import { API_TOKEN_PREFIX } from '#domain/programs/api-token';
import { rejection } from '#domain/base/failure';
import type { AdminCaller, Client } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { USE_NOTED_EVERY_SECONDS } from '../../base/limits.ts';
import { notFound } from '../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import { grantedRules, grantingGroups, grantsOf } from '../../resources/access/permissions.ts';
import { newToken } from '../../resources/access/token-store.ts';
import { rulesIn } from '../../resources/access/rights.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { type PasswordPorts, provePassword } from '../session/base/own-password.ts';
import { narrowedGrants } from './narrowed-grants.ts';

/** Who calls with a token: the administrator, with no more than both of them may. */
export type ProgramIdentity = Pick<AdminCaller, 'id' | 'username' | 'grants'> & {
  readonly program: NonNullable<AdminCaller['program']>;
  readonly callsPerMinute: number;
};

/** What other programs are known by. */
export interface ApiTokens {
  /** @returns null for one that is unknown, ended, switched off, or whose administrator is */
  identify(token: string, client: Client): Promise<ProgramIdentity | null>;
  /**
   * Makes the token of an entry of the caller's own; the one before ends.
   * @param password of the caller: a token outlives the sign-in that asks for it
   * @throws FieldsRefused at `password`
   */
  issue(id: number, password: string, caller: AdminCaller): Promise<{ readonly token: string }>;
}

type Ports = PasswordPorts & Pick<ServerPorts, 'randomBytes'>;

export function createApiTokens(ports: Ports, securityLog: SecurityLog): ApiTokens {
  const { database } = ports;
  const { kysely } = database;

  async function find(token: string, now: number) {
    return kysely
      .selectFrom('api_token_secret as secret')
      .innerJoin('api_token as token', 'token.id', 'secret.token_id')
      .innerJoin('admin', 'admin.id', 'token.admin_id')
      .select([
        'token.id as tokenId',
        'token.name',
        'token.rules',
        'token.read_only',
        'token.calls_per_minute',
        'token.last_used_time',
        'token.last_used_ip',
        'admin.id',
        'admin.username',
        grantingGroups.as('groups'),
        grantedRules.as('granted'),
      ])
      .where('secret.hash', '=', await sha256(token))
      .where('token.status', '=', '1')
      .where('token.end_time', '>', now)
      .where('admin.status', '=', '1')
      .executeTakeFirst();
  }

  /** Nobody waits for it: a write that holds the row goes on, and the next call notes its own. */
  async function noteUse(id: number, ip: string, now: number): Promise<void> {
    await sql`update api_token set last_used_time = ${now}, last_used_ip = ${ip.slice(0, 50)}
      where id = (select id from api_token where id = ${id} for no key update skip locked)`.execute(kysely);
  }

  return {
    async identify(token, client) {
      if (!token.startsWith(API_TOKEN_PREFIX) || token.length > 100) return null;
      const now = nowSeconds(ports);
      const row = await find(token, now);
      if (!row) return null;
      if (now - (row.last_used_time ?? 0) > USE_NOTED_EVERY_SECONDS || row.last_used_ip !== client.ip.slice(0, 50))
        await noteUse(row.tokenId, client.ip, now);
      const { tokenId, name } = row;
      return {
        id: row.id,
        username: row.username,
        grants: await narrowedGrants(kysely, grantsOf(row), rulesIn(row.rules)),
        program: { tokenId, name, isReadOnly: row.read_only === '1' },
        callsPerMinute: row.calls_per_minute,
      };
    },

    async issue(id, password, caller) {
      const proved = await provePassword(ports, caller, password, 'password');
      const token = `${API_TOKEN_PREFIX}${newToken(ports)}`;
      const now = nowSeconds(ports);
      const hash = await sha256(token);
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller, proved);
        const row = await trx.selectFrom('api_token').select(['admin_id', 'end_time']).where('id', '=', id).forUpdate().executeTakeFirst();
        if (!row || (row.admin_id !== caller.id && !caller.grants.isSuper)) throw notFound();
        if (row.admin_id !== caller.id) throw rejection('refusals.apiToken.ofAnother');
        if (row.end_time <= now) throw rejection('refusals.apiToken.endedAlready');
        await trx
          .insertInto('api_token_secret')
          .values({ token_id: id, hash, create_time: now })
          .onConflict((on) => on.column('token_id').doUpdateSet({ hash, create_time: now }))
          .execute();
        await trx.updateTable('api_token').set({ issued_time: now, last_used_time: null, last_used_ip: '' }).where('id', '=', id).execute();
        const whose = { accountType: 'admin', accountId: caller.id, detail: { resource: 'apiToken', id } } as const;
        await securityLog.write('apiToken.issued', caller.client, whose, trx);
      });
      return { token };
    },
  };
}
