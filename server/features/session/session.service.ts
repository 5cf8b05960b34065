import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Issues } from '#domain/base/issue';
import { hasIssues } from '#domain/base/issue';
import type { Tables } from '../../db/tables/tables.ts';
import { LOGIN_SETTING_MEMORY_MS, TOKEN_BYTES, USE_NOTED_EVERY_SECONDS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { AdminCaller, Client, PresentedTokens } from '../../base/caller.ts';
import type { CaptchaService } from './captcha/captcha.service.ts';
import { base64url } from '../../base/digest.ts';
import { grantsOf } from '../../resources/access/permissions.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import type { AdminFactor } from './two-factor/admin-factor.service.ts';
import { createSignInSteps } from './two-factor/sign-in-steps.ts';
import type { FactorSetup } from './two-factor/two-factor.service.ts';
import { hashWithin, renew, type Renewal } from './renewal.ts';
import type { IssuedPair } from './encrypted-pair.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { memoizeTtl } from '../../ports/memoize-ttl.ts';
import { lockAccount, type LockedAccount } from '../../resources/access/locked-account.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { notePlace } from './base/sign-in-places.ts';
import { findSession, findToken, newToken, noteFirstUse, noteUse, revokeFamily, storeToken } from '../../resources/access/token-store.ts';

interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Whether a refresh token is wanted. */
  readonly keep: boolean;
  /** The solved click captcha, where one is asked for. */
  readonly captchaId?: string | undefined;
  readonly captchaInfo?: string | undefined;
  /** Of the second factor, where the account has one. */
  readonly factorCode?: string | null | undefined;
}

interface SignedIn extends IssuedPair {
  readonly adminId: number;
  /** Of the second factor that this sign-in has confirmed. */
  readonly recoveryCodes: readonly string[];
}

type Identity = Pick<AdminCaller, 'id' | 'username' | 'grants'>;

/** Sign-in, renewal and sign-out of administrators. Source: wire protocol §2; security.md 1–7. */
export interface SessionService {
  /** Whether the settings ask for the click captcha, or wrong passwords from this address have; the sign-in itself looks again. */
  tellsCaptcha(client: Client): Promise<boolean>;
  signIn(credentials: Credentials, client: Client): Promise<SignedIn>;
  /** Draws a second factor for somebody who is not let in without one. */
  setUpFactor(credentials: Omit<Credentials, 'keep'>, client: Client): Promise<FactorSetup>;
  /** @returns a refresh token only where it replaces the presented one */
  renew(
    refreshToken: string,
    tokens: PresentedTokens,
    client: Client,
  ): Promise<Pick<IssuedPair, 'token'> & Partial<IssuedPair> & { readonly type: 'admin-refresh' | 'user-refresh' }>;
  /** Ends the session of the presented access token, expired or not, and no other. */
  signOut(tokens: PresentedTokens): Promise<void>;
  /**
   * Who holds an access token.
   * @param client left out where it is not known
   */
  identify(token: string, client?: Client): Promise<Identity | 'expired' | null>;
}

/** Somebody whose password was right, and what it was judged by. */
interface Proved {
  readonly id: number;
  readonly hash: string;
}

/** Longer texts are wrong anyway and must not cost hashing time. */
const MAX_CREDENTIAL_LENGTH = 100;

export function createSessionService(
  ports: ServerPorts,
  securityLog: SecurityLog,
  captcha: Pick<CaptchaService, 'consume'>,
  limits: SignInLimits,
  factor: Pick<AdminFactor, 'validate' | 'isMissing' | 'beginAtSignIn'>,
): SessionService {
  const { database, passwords } = ports;
  const steps = createSignInSteps(ports, 'admin');
  // Unknown names take as long as known ones: they are checked against this. Made with the first guess whoever it names.
  let dummyHash: string | null = null;
  const unknownHash = async (): Promise<string> => (dummyHash ??= await passwords.hash(newToken(ports)));

  const idOf = async (username: string): Promise<number | null> => {
    const account = await database.kysely
      .selectFrom('admin')
      .select('id')
      .where((where) => where(where.fn<string>('lower', ['username']), '=', username.toLowerCase()))
      .executeTakeFirst();
    return account?.id ?? null;
  };

  /** @returns null where the password is wrong or nobody is called so */
  async function checkGuess(accountId: number | null, password: string, client: Client): Promise<Proved | null> {
    const stand = await unknownHash();
    const account = await database.kysely
      .selectFrom('admin')
      .leftJoin('admin_password', 'admin_password.admin_id', 'admin.id')
      .select(['admin.id', 'admin.username', 'admin.status', 'admin_password.hash'])
      .where('admin.id', '=', accountId ?? 0)
      .executeTakeFirst();
    const isRight = await passwords.verify(password, account?.hash ?? stand);
    if (account?.hash && isRight && account.status === '1') return { id: account.id, hash: account.hash };
    if (account) {
      await database.kysely
        .updateTable('admin')
        .set((set) => ({ login_failure: set('login_failure', '+', 1) }))
        .where('id', '=', account.id)
        .execute();
      await steps.close(account.id, client.ip);
    }
    // A name that nobody has is not written down: it may be a password that was typed into the wrong field.
    const subject = account
      ? { accountType: 'admin' as const, accountId: account.id, detail: { username: account.username } }
      : { detail: {} };
    await securityLog.write('session.signInRefused', client, subject);
    return null;
  }

  async function issue({ id, hash }: Proved, keep: boolean, client: Client): Promise<IssuedPair> {
    const now = nowSeconds(ports);
    const family = { id: base64url(ports.randomBytes(TOKEN_BYTES)), startedAt: now };
    const pair = { token: newToken(ports), refreshToken: keep ? newToken(ports) : '' };
    await database.transaction(async (trx) => {
      const account = await lockAccount(trx, { area: 'admin', accountId: id });
      // Judging takes a while, and whoever changes the password meanwhile means to end what the old one opens.
      if (!account.isActive || (await passwordHashOf(trx, id)) !== hash) throw rejection('refusals.wrongCredentials');
      await storeToken(account, family, { token: pair.token, isRefresh: false }, client, now);
      const refresh = { token: pair.refreshToken, isRefresh: true, rotates: client.knowsRotation ?? false };
      if (keep) await storeToken(account, family, refresh, client, now);
      const visit = { login_failure: 0, last_login_time: now, last_login_ip: client.ip.slice(0, 50) };
      await trx.updateTable('admin').set(visit).where('id', '=', id).execute();
      await notePlace(trx, account, client.ip, now);
      await securityLog.write('session.signedIn', client, { accountType: 'admin', accountId: id }, trx);
    });
    return pair;
  }

  /** Who it is, as far as the password tells. */
  async function provePassword(credentials: Omit<Credentials, 'keep'>, client: Client): Promise<Proved> {
    checkCredentials(credentials);
    const { username, password, captchaId, captchaInfo } = credentials;
    const accountId = await idOf(username);
    const isSecondStep = await steps.isOpen(accountId, client.ip);
    const isAsked = !isSecondStep && (await needsCaptcha());
    // Used up by the attempt, so that each guess costs a captcha.
    const paid = isAsked ? await captcha.consume(captchaId, captchaInfo, client, { purpose: 'sign_in_admin', subject: username }) : null;
    const attempt = { area: 'admin', username, accountId, client, isPaid: isAsked || isSecondStep, captchaId, captchaInfo } as const;
    const proved = await limits.validate(attempt, () => checkGuess(accountId, password, client));
    if (proved === null) throw rejection('refusals.wrongCredentials');
    await paid?.takeBack();
    await steps.open(proved.id, client.ip);
    return proved;
  }

  const noteReuse = ({ trx, area, accountId }: LockedAccount, client: Client): Promise<void> =>
    securityLog.write('session.reuseDetected', client, { accountType: area, accountId }, trx);

  async function needsCaptcha(): Promise<boolean> {
    const item = await database.kysely.selectFrom('config').select('value').where('name', '=', 'admin_login_captcha').executeTakeFirst();
    return item?.value === '1';
  }
  const tellsSetting = memoizeTtl(needsCaptcha, LOGIN_SETTING_MEMORY_MS, ports.clock);

  return {
    tellsCaptcha: async (client) => (await tellsSetting()) || (await limits.wantsCaptcha('admin', client)),

    async signIn(credentials, client) {
      const proved = await provePassword(credentials, client);
      const recoveryCodes = await factor.validate(proved.id, credentials.factorCode ?? '', client);
      await steps.close(proved.id, client.ip);
      await limits.forget({ area: 'admin', username: credentials.username, client });
      return { adminId: proved.id, recoveryCodes, ...(await issue(proved, credentials.keep, client)) };
    },

    async setUpFactor(credentials, client) {
      return factor.beginAtSignIn((await provePassword(credentials, client)).id);
    },

    async renew(refreshToken, tokens, client) {
      const ended = rejection('refusals.sessionEnded');
      const presented = await findToken(database.kysely, refreshToken);
      if (presented?.type !== 'admin-refresh' && presented?.type !== 'user-refresh') throw ended;
      const area = presented.type === 'admin-refresh' ? 'admin' : 'user';
      if (area === 'admin' && (await factor.isMissing(presented.account_id))) throw ended;
      const accessToken = area === 'admin' ? tokens.admin : tokens.member;
      const renewal = await database.transaction(async (trx): Promise<Renewal> => {
        const account = await lockAccount(trx, { area, accountId: presented.account_id });
        const row = account.isActive && accessToken !== null ? await findToken(trx, refreshToken) : undefined;
        const accessHash = row && (await hashWithin(account, accessToken ?? '', row));
        if (!row || !accessHash) return { kind: 'ended' };
        const outcome = await renew(account, row, { refreshToken, accessHash }, client, ports);
        if (outcome.kind === 'reused') await noteReuse(account, client);
        return outcome;
      });
      if (renewal.kind !== 'renewed') throw ended;
      return { type: presented.type, ...renewal.pair };
    },

    async signOut({ admin }) {
      const row = admin === null ? undefined : await findToken(database.kysely, admin);
      if (row?.type !== 'admin') return;
      await database.transaction(async (trx) => {
        const account = await lockAccount(trx, { area: 'admin', accountId: row.account_id });
        await revokeFamily(account, row.family_id, nowSeconds(ports));
      });
    },

    async identify(token, client) {
      const row = await findSession(database.kysely, token);
      if (!row || row.revoked_at !== null || row.status !== '1') return null;
      const now = nowSeconds(ports);
      if (row.expire_time <= now) return 'expired';
      if (row.used_at === null) await noteFirstUse(database.kysely, row.hash, now);
      if (now - row.seen_at > USE_NOTED_EVERY_SECONDS) {
        // Where a factor has become due, the session ends by itself and the next sign-in asks for it.
        const prolongs = !row.is_kept && !(await factor.isMissing(row.id));
        await noteUse(database.kysely, { ...row, prolongs }, client ?? null, now);
      }
      return { id: row.id, username: row.username, grants: await grantsOf(database.kysely, row.groups ?? []) };
    },
  };
}

async function passwordHashOf(trx: Transaction<Tables>, adminId: number): Promise<string | undefined> {
  const stored = await trx.selectFrom('admin_password').select('hash').where('admin_id', '=', adminId).executeTakeFirst();
  return stored?.hash;
}

function checkCredentials({ username, password }: Pick<Credentials, 'username' | 'password'>): void {
  const issues: Record<string, Issues[string]> = {};
  if (username.trim() === '') issues['username'] = { key: 'validation.required' };
  if (password === '') issues['password'] = { key: 'validation.required' };
  if (hasIssues(issues)) throw new FieldsRefused(issues);
  if (username.length > MAX_CREDENTIAL_LENGTH || password.length > MAX_CREDENTIAL_LENGTH) throw rejection('refusals.wrongCredentials');
}
