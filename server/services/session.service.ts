import { rejection } from '#domain/failure';
import type { Issues } from '#domain/issue';
import { hasIssues } from '#domain/issue';
import {
  LOGIN_PER_ACCOUNT,
  LOGIN_PER_ACCOUNT_AND_ADDRESS,
  LOGIN_PER_ADDRESS,
  LOGIN_SETTING_MEMORY_MS,
  TOKEN_BYTES,
  USE_NOTED_EVERY_SECONDS,
} from '../limits.ts';
import { nowSeconds, type ServerPorts } from '../ports.ts';
import type { AdminCaller, Client, PresentedTokens } from './caller.ts';
import type { CaptchaService } from './captcha/captcha.service.ts';
import { base64url } from './digest.ts';
import { grantsOf } from './permissions.ts';
import { FieldsRefused } from './refusal.ts';
import type { AdminFactor } from './two-factor/admin-factor.service.ts';
import { createSignInSteps } from './two-factor/sign-in-steps.ts';
import type { FactorSetup } from './two-factor/two-factor.service.ts';
import { isOfFamily, renew } from './renewal.ts';
import type { IssuedPair } from './sealed-pair.ts';
import type { SecurityLog } from './security-log.ts';
import { networkOf } from './network.ts';
import { remembered } from './remembered.ts';
import { forgetAttempts, raiseAndCheck, tooManyAttempts } from './throttle.ts';
import { findSession, findToken, newToken, noteUse, revokeFamily, storeToken } from './token-store.ts';

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
  /** Whether the settings ask for the click captcha; the sign-in itself looks again. */
  tellsCaptcha(): Promise<boolean>;
  signIn(credentials: Credentials, client: Client): Promise<SignedIn>;
  /** Draws a second factor for somebody who is not let in without one. */
  setUpFactor(credentials: Omit<Credentials, 'keep'>, client: Client): Promise<FactorSetup>;
  renew(
    refreshToken: string,
    tokens: PresentedTokens,
    client: Client,
  ): Promise<IssuedPair & { readonly type: 'admin-refresh' | 'user-refresh' }>;
  signOut(tokens: PresentedTokens, refreshToken: string | undefined): Promise<void>;
  /**
   * Who holds an access token.
   * @param client left out where it is not known
   */
  identify(token: string, client?: Client): Promise<Identity | 'expired' | null>;
}

/** Longer texts are wrong anyway and must not cost hashing time. */
const MAX_CREDENTIAL_LENGTH = 100;

export function createSessionService(
  ports: ServerPorts,
  securityLog: SecurityLog,
  captcha: CaptchaService,
  factor: Pick<AdminFactor, 'judge' | 'isMissing' | 'beginAtSignIn'>,
): SessionService {
  const { database, passwords } = ports;
  const steps = createSignInSteps(ports);
  // Unknown names take as long as known ones: they are checked against this. Made with the first guess whoever it names.
  let dummyHash: string | null = null;
  const unknownHash = async (): Promise<string> => (dummyHash ??= await passwords.hash(newToken(ports)));

  async function checkGuess(credentials: Omit<Credentials, 'keep'>, client: Client): Promise<number> {
    const stand = await unknownHash();
    const account = await database.kysely
      .selectFrom('admin')
      .leftJoin('admin_password', 'admin_password.admin_id', 'admin.id')
      .select(['admin.id', 'admin.status', 'admin_password.hash'])
      .where((where) => where(where.fn<string>('lower', ['admin.username']), '=', credentials.username.toLowerCase()))
      .executeTakeFirst();
    const isRight = await passwords.verify(credentials.password, account?.hash ?? stand);
    if (account?.hash && isRight && account.status === '1') return account.id;
    if (account) {
      await database.kysely
        .updateTable('admin')
        .set((set) => ({ login_failure: set('login_failure', '+', 1) }))
        .where('id', '=', account.id)
        .execute();
      await steps.close(account.id, client.ip);
    }
    const subject = account ? { accountType: 'admin' as const, accountId: account.id } : {};
    await securityLog.write('session.signInRefused', client, { ...subject, detail: { username: credentials.username } });
    throw rejection('refusals.wrongCredentials');
  }

  async function issue(adminId: number, keep: boolean, client: Client): Promise<IssuedPair> {
    const now = nowSeconds(ports);
    const family = { id: base64url(ports.randomBytes(TOKEN_BYTES)), area: 'admin', accountId: adminId, startedAt: now } as const;
    const pair = { token: newToken(ports), refreshToken: keep ? newToken(ports) : '' };
    await database.transaction(async (trx) => {
      await storeToken(trx, pair.token, false, family, client, now);
      if (keep) await storeToken(trx, pair.refreshToken, true, family, client, now);
      const visit = { login_failure: 0, last_login_time: now, last_login_ip: client.ip.slice(0, 50) };
      await trx.updateTable('admin').set(visit).where('id', '=', adminId).execute();
      await securityLog.write('session.signedIn', client, { accountType: 'admin', accountId: adminId }, trx);
    });
    return pair;
  }

  /** Who it is, as far as the password tells; each attempt is counted before it is judged. */
  async function provePassword(credentials: Omit<Credentials, 'keep'>, client: Client): Promise<number> {
    checkCredentials(credentials);
    // Used up by the attempt, so that each guess costs a captcha.
    if ((await needsCaptcha()) && !(await steps.isOpen(credentials.username, client.ip)))
      await captcha.consume(credentials.captchaId, credentials.captchaInfo, 'admin-login', client);
    const keys = [
      { key: attemptsKey(credentials, client), limit: LOGIN_PER_ACCOUNT_AND_ADDRESS },
      { key: `login:${networkOf(client.ip)}`, limit: LOGIN_PER_ADDRESS },
      { key: `login:admin:*:${credentials.username.toLowerCase()}`, limit: LOGIN_PER_ACCOUNT },
    ];
    const waitSeconds = await raiseAndCheck(database.kysely, keys, nowSeconds(ports));
    if (waitSeconds > 0) {
      // Into the technical log only: knocking must not fill the database.
      ports.logger.warn('session.signInThrottled', { ip: client.ip, username: credentials.username });
      throw tooManyAttempts(waitSeconds);
    }
    const adminId = await checkGuess(credentials, client);
    await steps.open(adminId, client.ip);
    return adminId;
  }

  async function needsCaptcha(): Promise<boolean> {
    const item = await database.kysely.selectFrom('config').select('value').where('name', '=', 'admin_login_captcha').executeTakeFirst();
    return item?.value === '1';
  }
  const tellsCaptcha = remembered(needsCaptcha, LOGIN_SETTING_MEMORY_MS, ports.clock);

  return {
    tellsCaptcha,

    async signIn(credentials, client) {
      const adminId = await provePassword(credentials, client);
      const recoveryCodes = await factor.judge(adminId, credentials.factorCode ?? '', client);
      await steps.close(adminId, client.ip);
      await forgetAttempts(database.kysely, attemptsKey(credentials, client));
      return { adminId, recoveryCodes, ...(await issue(adminId, credentials.keep, client)) };
    },

    async setUpFactor(credentials, client) {
      return factor.beginAtSignIn(await provePassword(credentials, client));
    },

    async renew(refreshToken, tokens, client) {
      const ended = rejection('refusals.sessionEnded');
      const presented = await findToken(database.kysely, refreshToken);
      if (presented?.type === 'admin-refresh' && (await factor.isMissing(presented.account_id))) throw ended;
      const outcome = await database.transaction(async (trx) => {
        const row = await findToken(trx, refreshToken);
        if (!row || (row.type !== 'admin-refresh' && row.type !== 'user-refresh')) return null;
        const accessToken = row.type === 'admin-refresh' ? tokens.admin : tokens.member;
        if (accessToken === null || !(await isOfFamily(trx, accessToken, row))) return null;
        if (row.type === 'admin-refresh' && !(await isActive(trx, row.account_id))) return null;
        const renewal = await renew(trx, refreshToken, row, client, ports);
        return { renewal, row, type: row.type };
      });
      if (outcome?.renewal.kind === 'renewed') return { type: outcome.type, ...outcome.renewal.pair };
      if (outcome?.renewal.kind === 'reused') {
        const accountType = outcome.type === 'admin-refresh' ? 'admin' : 'user';
        await securityLog.write('session.reuseDetected', client, { accountType, accountId: outcome.row.account_id });
      }
      throw ended;
    },

    async signOut(tokens, refreshToken) {
      const presented = [tokens.admin, refreshToken].filter((token) => typeof token === 'string' && token !== '') as string[];
      for (const token of presented) {
        const row = await findToken(database.kysely, token);
        if (row?.type.startsWith('admin')) await revokeFamily(database.kysely, row.family_id, nowSeconds(ports));
      }
    },

    async identify(token, client) {
      const row = await findSession(database.kysely, token);
      if (!row || row.revoked_at !== null || row.status !== '1') return null;
      const now = nowSeconds(ports);
      if (row.expire_time <= now) return 'expired';
      if (now - row.seen_at > USE_NOTED_EVERY_SECONDS) {
        // Where a factor has become due, the session ends by itself and the next sign-in asks for it.
        const prolongs = !row.is_kept && !(await factor.isMissing(row.id));
        await noteUse(database.kysely, { ...row, prolongs }, client ?? null, now);
      }
      return { id: row.id, username: row.username, grants: await grantsOf(database.kysely, row.groups ?? []) };
    },
  };
}

async function isActive(trx: Parameters<typeof isOfFamily>[0], adminId: number): Promise<boolean> {
  const account = await trx.selectFrom('admin').select('status').where('id', '=', adminId).executeTakeFirst();
  return account?.status === '1';
}

const attemptsKey = ({ username }: Pick<Credentials, 'username'>, { ip }: Client): string =>
  `login:admin:${networkOf(ip)}:${username.toLowerCase()}`;

function checkCredentials({ username, password }: Pick<Credentials, 'username' | 'password'>): void {
  const issues: Record<string, Issues[string]> = {};
  if (username.trim() === '') issues['username'] = { key: 'validation.required' };
  if (password === '') issues['password'] = { key: 'validation.required' };
  if (hasIssues(issues)) throw new FieldsRefused(issues);
  if (username.length > MAX_CREDENTIAL_LENGTH || password.length > MAX_CREDENTIAL_LENGTH) throw rejection('refusals.wrongCredentials');
}
