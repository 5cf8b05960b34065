import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Issues } from '#domain/base/issue';
import { hasIssues } from '#domain/base/issue';
import type { Client } from '../../base/caller.ts';
import { base64url } from '../../base/digest.ts';
import { TOKEN_BYTES } from '../../base/limits.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lockAccount, type Account, type LockedAccount } from '../../resources/access/locked-account.ts';
import { storedHashOf } from '../../resources/access/own-account.ts';
import { keepLatestSessions } from '../../resources/access/token-bounds.ts';
import { findToken, newToken, revokeFamily, storeToken } from '../../resources/access/token-store.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { notePlace } from './base/sign-in-places.ts';
import type { CaptchaService } from './captcha/captcha.service.ts';
import type { IssuedPair } from './encrypted-pair.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { factorSince } from './two-factor/factor-state.ts';
import { createSignInSteps } from './two-factor/sign-in-steps.ts';

/** What both areas ask of whoever signs in with a password. */
export interface PasswordCredentials {
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

/** Somebody who has proved who they are, and the stored password that counted then: whoever sets another one ends what the old one opens. */
export interface Proved {
  readonly id: number;
  /** Undefined for an account that has none. */
  readonly hash: string | undefined;
  /** Where something else than a password was proved: then the account may have none. */
  readonly withoutPassword?: true;
  /** Whether a second factor was proved beside it, or set up. */
  readonly hasFactor?: boolean;
  /** Since when that was on, in Unix seconds: one that has taken its place meanwhile was not proved. */
  readonly factorSince?: number;
  /** Whether a passkey spoke for them, which stands for both. */
  readonly byPasskey?: true;
  /** What spoke for them in its place, as the security log tells it. */
  readonly by?: { readonly resource: string; readonly id: number };
}

/** An account whose password is guessed. */
export interface GuessedAccount {
  readonly id: number;
  readonly username: string;
  /** Nobody signs in to an account that is not. */
  readonly isActive: boolean;
  readonly hash: string | null;
}

/** What an account keeps of its newest sign-in. */
export interface Visit {
  readonly login_failure: 0;
  readonly last_login_time: number;
  readonly last_login_ip: string;
}

/** What differs between the areas: where their accounts are, and when a captcha is asked for. */
export interface SignInAccounts {
  readonly area: Account['area'];
  /** The name as its owner is looked for by. */
  nameOf(typed: string): string;
  idOf(name: string): Promise<number | null>;
  read(id: number): Promise<GuessedAccount | undefined>;
  /** Nothing for the id 0. */
  countFailure(trx: Transaction<Tables>, id: number): Promise<void>;
  keepVisit(trx: Transaction<Tables>, id: number, visit: Visit): Promise<void>;
  /** Whether the settings ask for the captcha at each sign-in. */
  asksCaptcha(): Promise<boolean>;
}

/** What else is written when a session begins, under the account's lock. @param familyId of the session */
export type Within = (trx: Transaction<Tables>, familyId: string) => Promise<void>;

export interface PasswordSignIn {
  /** Who it is, as far as the password tells. @throws the refusal */
  prove(credentials: Omit<PasswordCredentials, 'keep'>, client: Client): Promise<Proved>;
  /** The sign-in needs no second step any more, and its wrong passwords no longer count. */
  settle(proved: Proved, typedName: string, client: Client): Promise<void>;
  /** Locks the account of somebody who has proved who they are. @throws where the password is another by now */
  lock(trx: Transaction<Tables>, proved: Proved): Promise<LockedAccount>;
  /**
   * Begins a session for somebody who has proved who they are.
   * @throws where the password is another by now; FieldsRefused at `factorCode` where a second factor is on by now, and was not proved
   */
  begin(proved: Proved, keep: boolean, client: Client, within: Within): Promise<IssuedPair>;
  /** Ends the session of an access token, expired or not, and no other. @returns its family; null where nothing was left to end */
  end(token: string | null): Promise<string | null>;
}

/** Longer texts are wrong anyway and must not cost hashing time. */
const MAX_CREDENTIAL_LENGTH = 100;

/** Sign-in by password, the same in both areas. Source: wire protocol §2.2; security.md 1–7. */
export function createPasswordSignIn(
  ports: ServerPorts,
  securityLog: SecurityLog,
  captcha: Pick<CaptchaService, 'consume'>,
  limits: SignInLimits,
  accounts: SignInAccounts,
): PasswordSignIn {
  const { database, passwords } = ports;
  const { area } = accounts;
  const steps = createSignInSteps(ports, area);
  // Unknown names take as long as known ones: they are checked against this. Made with the first guess whoever it names.
  let dummyHash: string | null = null;
  const unknownHash = async (): Promise<string> => (dummyHash ??= await passwords.hash(newToken(ports)));

  /** @returns null where the password is wrong, nobody is called so, or the account is disabled */
  async function checkGuess(accountId: number | null, password: string, client: Client): Promise<Proved | null> {
    const stand = await unknownHash();
    const account = await accounts.read(accountId ?? 0);
    const isRight = await passwords.verify(password, account?.hash ?? stand);
    if (account?.hash && isRight && account.isActive) return { id: account.id, hash: account.hash };
    // A name that nobody has is not written down: it may be a password that was typed into the wrong field.
    const subject = account ? { accountType: area, accountId: account.id, detail: { username: account.username } } : { detail: {} };
    // As many statements and one end of them, whether somebody is called so or not: an answer must not take longer for who is.
    await database.transaction(async (trx) => {
      await accounts.countFailure(trx, account?.id ?? 0);
      await steps.close(account?.id ?? 0, client.ip, trx);
      await securityLog.write('session.signInRefused', client, subject, trx);
    });
    return null;
  }

  /** Verifying takes a while, and whoever changes the password meanwhile means to end what the old one opens. */
  async function lock(trx: Transaction<Tables>, { id, hash, withoutPassword }: Proved): Promise<LockedAccount> {
    const account = await lockAccount(trx, { area, accountId: id });
    const isProved = hash !== undefined || withoutPassword === true;
    if (!isProved || !account.isActive || (await storedHashOf(trx, account)) !== hash) throw rejection('refusals.wrongCredentials');
    return account;
  }

  return {
    lock,

    async prove(credentials, client) {
      checkCredentials(credentials);
      const { password, captchaId, captchaInfo } = credentials;
      const username = accounts.nameOf(credentials.username);
      const accountId = await accounts.idOf(username);
      const step = await steps.take(accountId, client.ip);
      const verify = async (): Promise<Proved | null> => {
        const isAsked = step === null && (await accounts.asksCaptcha());
        // Used up by the attempt, so that each guess costs a captcha.
        const paid = isAsked
          ? await captcha.consume(captchaId, captchaInfo, client, { purpose: `sign_in_${area}`, subject: username })
          : null;
        const attempt = { area, username, accountId, client, isPaid: isAsked || step !== null, captchaId, captchaInfo };
        const proved = await limits.validate(attempt, () => checkGuess(accountId, password, client));
        if (proved !== null) await paid?.takeBack();
        return proved;
      };
      const proved = await verify().catch(async (error: unknown) => {
        await step?.giveBack();
        throw error;
      });
      if (proved === null) throw rejection('refusals.wrongCredentials');
      await steps.open(proved.id, client.ip);
      return proved;
    },

    async settle({ id }, typedName, client) {
      await steps.close(id, client.ip);
      await limits.forget({ area, username: accounts.nameOf(typedName), accountId: id, client });
    },

    async begin(proved, keep, client, within) {
      const { id } = proved;
      const now = nowSeconds(ports);
      const family = { id: base64url(ports.randomBytes(TOKEN_BYTES)), startedAt: now, byPasskey: proved.byPasskey === true };
      const pair = { token: newToken(ports), refreshToken: keep ? newToken(ports) : '' };
      await database.transaction(async (trx) => {
        const account = await lock(trx, proved);
        // Switching it on and replacing it end the sessions that were begun without it, and no such one begins behind its back.
        const since = await factorSince(trx, account);
        const isProved = proved.hasFactor && (proved.factorSince === undefined || proved.factorSince === since);
        if (!isProved && since !== null) throw new FieldsRefused({ factorCode: { key: 'refusals.account.codeWanted' } });
        const rotates = client.knowsRotation ?? false;
        await storeToken(account, family, { token: pair.token, isRefresh: false, rotates }, client, now);
        if (keep) await storeToken(account, family, { token: pair.refreshToken, isRefresh: true, rotates }, client, now);
        await keepLatestSessions(account, family.id);
        await accounts.keepVisit(trx, id, { login_failure: 0, last_login_time: now, last_login_ip: client.ip.slice(0, 50) });
        await notePlace(trx, account, client.ip, now);
        await securityLog.write('session.signedIn', client, { accountType: area, accountId: id, detail: { ...proved.by } }, trx);
        await within(trx, family.id);
      });
      return pair;
    },

    async end(token) {
      const row = token === null ? undefined : await findToken(database.kysely, token);
      if (row?.type !== area) return null;
      return database.transaction(async (trx) => {
        const account = await lockAccount(trx, { area, accountId: row.account_id });
        return (await revokeFamily(account, row.family_id, nowSeconds(ports))) ? row.family_id : null;
      });
    },
  };
}

function checkCredentials({ username, password }: Pick<PasswordCredentials, 'username' | 'password'>): void {
  const issues: Record<string, Issues[string]> = {};
  if (username.trim() === '') issues['username'] = { key: 'validation.required' };
  if (password === '') issues['password'] = { key: 'validation.required' };
  if (hasIssues(issues)) throw new FieldsRefused(issues);
  if (username.length > MAX_CREDENTIAL_LENGTH || password.length > MAX_CREDENTIAL_LENGTH) throw rejection('refusals.wrongCredentials');
}
