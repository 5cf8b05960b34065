import { sql, type Kysely, type Transaction } from 'kysely';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { listSessions } from '#api/contract/session/sessions';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { AdminCaller, MemberCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { findToken, revokeAccount, revokeFamily } from '../../resources/access/token-store.ts';
import { lockAccount, tokenTypesOf, type Account, type LockedAccount } from '../../resources/access/locked-account.ts';
import { lockOwnAccount, ownAccountOf, requireSession } from '../../resources/access/own-account.ts';

type Overview = OutputOf<typeof listSessions>;
/** Whoever asks, of either area. */
type Asker = AdminCaller | MemberCaller;
type AccountSession = Overview['list'][number];

/** Sign-ins of an account: what they are used with, and their ends. Source: security.md rules 2, 4. */
export interface AccountSessions {
  /** The caller's own, with what happened since they signed in before. */
  overview(caller: Asker): Promise<Overview>;
  /** The sign-in before the caller's own, as far back as the log is kept. */
  previous(caller: Asker): Promise<Overview['previous']>;
  /** Those of another, the newest use first. */
  list(account: Account, caller: Asker): Promise<readonly AccountSession[]>;
  /** @throws the refusal when the account has no such sign-in any more */
  end(account: Account, id: string, caller: Asker): Promise<void>;
  /** @param kept an access token whose own sign-in goes on */
  endAll(account: Account, kept: string | null, caller: Asker): Promise<void>;
}

const subjectOf = ({ area, accountId }: Account, caller: Asker) => ({ accountType: area, accountId, detail: { by: caller.id } });

/** A sign-in that was ended ends no others, of its own account or of another. */
async function lockFor(
  trx: Transaction<Tables>,
  account: Account,
  caller: Asker,
  ports: Pick<ServerPorts, 'clock'>,
): Promise<LockedAccount> {
  const own = ownAccountOf(caller);
  if (caller.kind === 'member' || (account.area === own.area && account.accountId === own.accountId)) return lockOwnAccount(trx, caller);
  await requireSession(trx, caller, ports);
  return lockAccount(trx, account);
}

/** The sign-ins that somebody could still use: a token of theirs is neither spent, nor expired, nor ended. */
async function readSessions(kysely: Kysely<Tables>, account: Account, ownFamily: string | null, now: number): Promise<AccountSession[]> {
  const seen = sql<number>`greatest(seen_at, create_time)`;
  const newest = (column: 'ip' | 'useragent') => sql<string>`(array_agg(${sql.ref(column)} order by ${seen} desc))[1]`;
  const rows = await kysely
    .selectFrom('token')
    .select((select) => [
      'family_id as id',
      newest('ip').as('ip'),
      newest('useragent').as('useragent'),
      select.fn.min('session_created_at').as('create_time'),
      sql<number>`max(${seen})`.as('seen_time'),
    ])
    .where('account_id', '=', account.accountId)
    .where('type', 'in', tokenTypesOf(account))
    .where('revoked_at', 'is', null)
    .groupBy('family_id')
    .having(sql<boolean>`bool_or((used_at is null or type = ${account.area}) and expire_time > ${now})`)
    .execute();
  const sessions = rows.map((row) => ({ ...row, is_current: row.id === ownFamily }));
  return sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current) || b.seen_time - a.seen_time);
}

export function createAccountSessions(ports: Pick<ServerPorts, 'database' | 'clock'>, securityLog: SecurityLog): AccountSessions {
  const { kysely } = ports.database;

  const familyOf = async ({ kind, tokens }: Asker) => {
    const token = kind === 'admin' ? tokens.admin : tokens.member;
    return token === null ? undefined : findToken(kysely, token);
  };

  const eventsOf = ({ area, accountId }: Account) =>
    kysely.selectFrom('security_log').where('account_type', '=', area).where('account_id', '=', accountId);

  async function signInBefore(account: Account, startedAt: number): Promise<Overview['previous']> {
    const previous = await eventsOf(account)
      .select(['at as time', 'ip', 'useragent'])
      .where('kind', '=', 'session.signedIn')
      .where('at', '<', startedAt)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return previous ?? null;
  }

  /** Of the security log, as far back as it is kept. */
  async function historyOf(account: Account, startedAt: number): Promise<Pick<Overview, 'previous' | 'refused'>> {
    const previous = await signInBefore(account, startedAt);
    const { refused } = await eventsOf(account)
      .select(sql<number>`coalesce(sum(count), 0)::integer`.as('refused'))
      .where('kind', 'in', ['session.signInRefused', 'session.codeRefused'])
      .where('at', '>=', previous?.time ?? 0)
      .executeTakeFirstOrThrow();
    return { previous, refused };
  }

  return {
    async overview(caller) {
      const own = await familyOf(caller);
      const account = { area: caller.kind === 'admin' ? 'admin' : 'user', accountId: caller.id } as const;
      const list = await readSessions(kysely, account, own?.family_id ?? null, nowSeconds(ports));
      return { list, ...(await historyOf(account, own?.session_created_at ?? nowSeconds(ports))) };
    },

    async previous(caller) {
      const own = await familyOf(caller);
      return signInBefore(ownAccountOf(caller), own?.session_created_at ?? nowSeconds(ports));
    },

    async list(account, caller) {
      return readSessions(kysely, account, (await familyOf(caller))?.family_id ?? null, nowSeconds(ports));
    },

    async end(account, id, caller) {
      await ports.database.transaction(async (trx) => {
        if (!(await revokeFamily(await lockFor(trx, account, caller, ports), id, nowSeconds(ports)))) throw notFound();
        await securityLog.write('session.ended', caller.client, subjectOf(account, caller), trx);
      });
    },

    async endAll(account, kept, caller) {
      await ports.database.transaction(async (trx) => {
        await revokeAccount(await lockFor(trx, account, caller, ports), nowSeconds(ports), kept);
        await securityLog.write('session.allEnded', caller.client, subjectOf(account, caller), trx);
      });
    },
  };
}
