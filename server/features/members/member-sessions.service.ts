import type { MemberCaller, Client, PresentedTokens } from '../../base/caller.ts';
import { rejection } from '#domain/base/failure';
import type { Issues } from '#domain/base/issue';
import { hasIssues } from '#domain/base/issue';
import { isEmail, isMobile } from '#domain/base/validation';
import { base64url } from '../../base/digest.ts';
import { TOKEN_BYTES, USE_NOTED_EVERY_SECONDS } from '../../base/limits.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lockAccount } from '../../resources/access/locked-account.ts';
import { memberIdBy } from '../../resources/access/member-by-name.ts';
import { memberGrantsOf } from '../../resources/access/permissions.ts';
import {
  findMemberSession,
  findToken,
  newToken,
  noteFirstUse,
  noteUse,
  revokeFamily,
  storeToken,
} from '../../resources/access/token-store.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { notePlace } from '../session/base/sign-in-places.ts';
import type { SessionFeature } from '../session/session.feature.ts';
import { createSignInSteps } from '../session/two-factor/sign-in-steps.ts';
import type { MemberSettingsReader } from './member-settings.ts';

export interface MemberCredentials {
  /** A mobile number, an e-mail address or an account name. */
  readonly username: string;
  readonly password: string;
  readonly keep: boolean;
  readonly captchaId?: string | undefined;
  readonly captchaInfo?: string | undefined;
  readonly factorCode?: string | null | undefined;
}

export interface MemberSignedIn {
  readonly memberId: number;
  readonly token: string;
  readonly refreshToken: string;
}

/** Somebody whose password was right, and what it was judged by. */
interface Proved {
  readonly id: number;
  readonly hash: string;
}

/**
 * Members coming in and going out: the limits, the captcha and the second factor are those of administrators, the tokens are a family of
 * their own. Source: wire protocol §2.2, §2.6; security.md 1–7.
 */
export interface MemberSessions {
  /** Whether the settings ask for the click captcha, or wrong passwords from this address have. */
  tellsCaptcha(client: Client): Promise<boolean>;
  signIn(credentials: MemberCredentials, client: Client): Promise<MemberSignedIn>;
  /** Begins a session for somebody who has proved who they are. @throws where the password is another by now */
  begin(proved: Proved, keep: boolean, client: Client): Promise<MemberSignedIn>;
  /** Ends the session of the presented access token, expired or not, and no other. */
  signOut(tokens: PresentedTokens): Promise<void>;
  identify(
    token: string,
    client?: Client,
  ): Promise<Pick<MemberCaller, 'id' | 'username' | 'groupId' | 'grants' | 'familyId'> | 'expired' | null>;
  /** @throws the refusal while the member centre is closed */
  requireOpen(): Promise<void>;
}

const MAX_CREDENTIAL_LENGTH = 100;
const user = (accountId: number) => ({ area: 'user', accountId }) as const;

export function createMemberSessions(
  ports: ServerPorts,
  { captcha, limits, factors }: Pick<SessionFeature, 'captcha' | 'limits' | 'factors'>,
  settings: MemberSettingsReader,
  securityLog: SecurityLog,
): MemberSessions {
  const { database, passwords } = ports;
  const steps = createSignInSteps(ports, 'user');
  // Unknown names take as long as known ones: they are checked against this.
  let dummyHash: string | null = null;
  const unknownHash = async (): Promise<string> => (dummyHash ??= await passwords.hash(newToken(ports)));

  const idOf = (name: string): Promise<number | null> =>
    memberIdBy(database.kysely, isMobile(name) ? 'mobile' : isEmail(name) ? 'email' : 'username', name);

  /** @returns null where the password is wrong, nobody is called so, or the account is disabled */
  async function checkGuess(accountId: number | null, password: string, client: Client): Promise<Proved | null> {
    const stand = await unknownHash();
    const account = await database.kysely
      .selectFrom('member')
      .leftJoin('member_password', 'member_password.member_id', 'member.id')
      .select(['member.id', 'member.username', 'member.status', 'member_password.hash'])
      .where('member.id', '=', accountId ?? 0)
      .executeTakeFirst();
    const isRight = await passwords.verify(password, account?.hash ?? stand);
    if (account?.hash && isRight && account.status === 'enable') return { id: account.id, hash: account.hash };
    if (account) {
      await database.kysely
        .updateTable('member')
        .set((set) => ({ login_failure: set('login_failure', '+', 1) }))
        .where('id', '=', account.id)
        .execute();
      await steps.close(account.id, client.ip);
    }
    const subject = account
      ? { accountType: 'user' as const, accountId: account.id, detail: { username: account.username } }
      : { detail: {} };
    await securityLog.write('session.signInRefused', client, subject);
    return null;
  }

  async function provePassword(credentials: MemberCredentials, client: Client): Promise<Proved> {
    checkCredentials(credentials);
    const { password, captchaId, captchaInfo } = credentials;
    const username = credentials.username.trim();
    const accountId = await idOf(username);
    const isSecondStep = await steps.isOpen(accountId, client.ip);
    const isAsked = !isSecondStep && (await settings.read()).asksCaptcha;
    const paid = isAsked ? await captcha.consume(captchaId, captchaInfo, client, { purpose: 'sign_in_user', subject: username }) : null;
    const attempt = { area: 'user', username, accountId, client, isPaid: isAsked || isSecondStep, captchaId, captchaInfo } as const;
    const proved = await limits.validate(attempt, () => checkGuess(accountId, password, client));
    if (proved === null) throw rejection('refusals.wrongCredentials');
    await paid?.takeBack();
    await steps.open(proved.id, client.ip);
    return proved;
  }

  /** The second step of a sign-in whose password was right. */
  async function proveFactor(memberId: number, code: string, client: Client): Promise<void> {
    if (!(await factors.stateOf(user(memberId))).isOn) return;
    if (code.trim() === '') throw new FieldsRefused({ factorCode: { key: 'refusals.account.codeWanted' } });
    await factors.spend(user(memberId), code, client);
  }

  async function begin({ id, hash }: Proved, keep: boolean, client: Client): Promise<MemberSignedIn> {
    const now = nowSeconds(ports);
    const family = { id: base64url(ports.randomBytes(TOKEN_BYTES)), startedAt: now };
    const pair = { token: newToken(ports), refreshToken: keep ? newToken(ports) : '' };
    await database.transaction(async (trx) => {
      const account = await lockAccount(trx, user(id));
      const stored = await trx.selectFrom('member_password').select('hash').where('member_id', '=', id).executeTakeFirst();
      // Judging takes a while, and whoever changes the password meanwhile means to end what the old one opens.
      if (!account.isActive || stored?.hash !== hash) throw rejection('refusals.wrongCredentials');
      await storeToken(account, family, { token: pair.token, isRefresh: false }, client, now);
      const refresh = { token: pair.refreshToken, isRefresh: true, rotates: client.knowsRotation ?? false };
      if (keep) await storeToken(account, family, refresh, client, now);
      const visit = { login_failure: 0, last_login_time: now, last_login_ip: client.ip.slice(0, 50) };
      await trx.updateTable('member').set(visit).where('id', '=', id).execute();
      await notePlace(trx, account, client.ip, now);
      await securityLog.write('session.signedIn', client, { accountType: 'user', accountId: id }, trx);
    });
    return { memberId: id, ...pair };
  }

  return {
    tellsCaptcha: async (client) => (await settings.tell()).asksCaptcha || (await limits.wantsCaptcha('user', client)),
    requireOpen: () => settings.requireOpen(),
    begin,

    async signIn(credentials, client) {
      const proved = await provePassword(credentials, client);
      await proveFactor(proved.id, credentials.factorCode ?? '', client);
      await steps.close(proved.id, client.ip);
      await limits.forget({ area: 'user', username: credentials.username.trim(), client });
      return begin(proved, credentials.keep, client);
    },

    async signOut({ member }) {
      const row = member === null ? undefined : await findToken(database.kysely, member);
      if (row?.type !== 'user') return;
      await database.transaction(async (trx) => {
        await revokeFamily(await lockAccount(trx, user(row.account_id)), row.family_id, nowSeconds(ports));
      });
    },

    async identify(token, client) {
      const row = await findMemberSession(database.kysely, token);
      if (!row || row.revoked_at !== null || row.status !== 'enable') return null;
      const now = nowSeconds(ports);
      if (row.expire_time <= now) return 'expired';
      if (row.used_at === null) await noteFirstUse(database.kysely, row.hash, now);
      if (now - row.seen_at > USE_NOTED_EVERY_SECONDS)
        await noteUse(database.kysely, { ...row, prolongs: !row.is_kept }, client ?? null, now);
      const grants = memberGrantsOf(row.rules, row.active_rules ?? []);
      return { id: row.id, username: row.username, groupId: row.group_id, grants, familyId: row.family_id };
    },
  };
}

function checkCredentials({ username, password }: Pick<MemberCredentials, 'username' | 'password'>): void {
  const issues: Record<string, Issues[string]> = {};
  if (username.trim() === '') issues['username'] = { key: 'validation.required' };
  if (password === '') issues['password'] = { key: 'validation.required' };
  if (hasIssues(issues)) throw new FieldsRefused(issues);
  if (username.length > MAX_CREDENTIAL_LENGTH || password.length > MAX_CREDENTIAL_LENGTH) throw rejection('refusals.wrongCredentials');
}
