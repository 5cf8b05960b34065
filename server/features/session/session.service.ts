import { rejection } from '#domain/base/failure';
import { LOGIN_SETTING_MEMORY_MS, USE_NOTED_EVERY_SECONDS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { AdminCaller, Client, PresentedTokens } from '../../base/caller.ts';
import type { CaptchaService } from './captcha/captcha.service.ts';
import { grantsOf } from '../../resources/access/permissions.ts';
import type { AdminFactor } from './two-factor/admin-factor.service.ts';
import { isUnusualPlace } from './base/sign-in-places.ts';
import { createPasswordSignIn, type PasswordCredentials, type Proved, type Within } from './password-sign-in.ts';
import type { DrawnFactor } from './two-factor/factor-setups.ts';
import { hashWithin, renew, type RenewalOutcome } from './renewal.ts';
import type { IssuedPair } from './encrypted-pair.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { tellAdmin } from '../base/tell-admin.ts';
import { memoizeTtl } from '../../base/memoize-ttl.ts';
import { lockAccount, type LockedAccount } from '../../resources/access/locked-account.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { findSession, findToken, noteFirstUse, noteUse } from '../../resources/access/token-store.ts';

interface SignedIn extends IssuedPair {
  readonly adminId: number;
  /** Of the second factor that this sign-in has confirmed. */
  readonly recoveryCodes: readonly string[];
}

/** Somebody who has proved who they are, on the way in. */
export interface Entrance {
  readonly proved: Proved;
  readonly keep: boolean;
  readonly factorCode: string;
  /** What is judged and written when the session begins. */
  readonly within?: Within;
}

type Identity = Pick<AdminCaller, 'id' | 'username' | 'grants'>;

/** Sign-in, renewal and sign-out of administrators. Source: wire protocol §2; security.md 1–7. */
export interface SessionService {
  /** Whether the settings ask for the click captcha, or wrong passwords from this address have; the sign-in itself looks again. */
  tellsCaptcha(client: Client): Promise<boolean>;
  signIn(credentials: PasswordCredentials, client: Client): Promise<SignedIn>;
  /** Lets somebody in for whom something else than a password speaks: the second factor is asked for as it is beside one, but not beside a passkey. @throws the refusal */
  enter(entrance: Entrance, client: Client): Promise<SignedIn>;
  /** The same as `setUpFactor`, for them. */
  setUpFactorFor(proved: Proved): Promise<DrawnFactor>;
  /** Draws a second factor for somebody who is not let in without one. */
  setUpFactor(credentials: Omit<PasswordCredentials, 'keep'>, client: Client): Promise<DrawnFactor>;
  /** @returns a refresh token only where it replaces the presented one */
  renew(
    refreshToken: string,
    tokens: PresentedTokens,
    client: Client,
  ): Promise<Pick<IssuedPair, 'token'> & Partial<IssuedPair> & { readonly type: 'admin-refresh' | 'user-refresh' }>;
  /** Ends the session of the presented access token, expired or not, and no other. */
  signOut(tokens: PresentedTokens): Promise<string | null>;
  /**
   * Who holds an access token. `factorDue` where a group of theirs has come to ask for a second factor which this session began without.
   * @param client left out where it is not known
   * @param ended hears that the session was ended from elsewhere
   */
  identify(token: string, client?: Client, ended?: () => void): Promise<Identity | 'expired' | 'factorDue' | null>;
}

export function createSessionService(
  ports: ServerPorts,
  securityLog: SecurityLog,
  captcha: Pick<CaptchaService, 'consume'>,
  limits: SignInLimits,
  factor: Pick<AdminFactor, 'validate' | 'isMissing' | 'beginAtSignIn'>,
): SessionService {
  const { database } = ports;
  const { kysely } = database;

  async function needsCaptcha(): Promise<boolean> {
    const item = await kysely.selectFrom('config').select('value').where('name', '=', 'admin_login_captcha').executeTakeFirst();
    return item?.value === '1';
  }
  const tellsSetting = memoizeTtl(needsCaptcha, LOGIN_SETTING_MEMORY_MS, ports.clock);

  const passwordSignIn = createPasswordSignIn(ports, securityLog, captcha, limits, {
    area: 'admin',
    nameOf: (typed) => typed,
    async idOf(name) {
      const account = await kysely
        .selectFrom('admin')
        .select('id')
        .where((where) => where(where.fn<string>('lower', ['username']), '=', name.toLowerCase()))
        .executeTakeFirst();
      return account?.id ?? null;
    },
    async read(id) {
      const account = await kysely
        .selectFrom('admin')
        .leftJoin('admin_password', 'admin_password.admin_id', 'admin.id')
        .select(['admin.id', 'admin.username', 'admin.status', 'admin_password.hash'])
        .where('admin.id', '=', id)
        .executeTakeFirst();
      return account && { ...account, isActive: account.status === '1' };
    },
    async countFailure(trx, id) {
      await trx
        .updateTable('admin')
        .set((set) => ({ login_failure: set('login_failure', '+', 1) }))
        .where('id', '=', id)
        .execute();
    },
    async keepVisit(trx, id, visit) {
      await trx.updateTable('admin').set(visit).where('id', '=', id).execute();
    },
    asksCaptcha: needsCaptcha,
  });

  /** From the first step to the session, whatever the first step was. @param settle when the second is behind it */
  async function enter({ proved, keep, factorCode, within }: Entrance, client: Client, settle?: () => Promise<void>): Promise<SignedIn> {
    const { recoveryCodes, ...step } = proved.byPasskey
      ? { hasFactor: true, recoveryCodes: [] }
      : await factor.validate(proved.id, factorCode, client, (trx) => passwordSignIn.lock(trx, proved));
    await settle?.();
    const place = { area: 'admin', accountId: proved.id } as const;
    const isUnusual = await isUnusualPlace(ports, place, client.ip);
    const pair = await passwordSignIn.begin({ ...proved, ...step }, keep, client, async (trx, familyId) => {
      await within?.(trx, familyId);
      if (isUnusual) await tellAdmin(ports, trx, proved.id, { name: 'newPlace', params: { ip: client.ip } }, client.language);
    });
    return { adminId: proved.id, recoveryCodes, ...pair };
  }

  const noteReuse = ({ trx, area, accountId }: LockedAccount, client: Client): Promise<void> =>
    securityLog.write('session.reuseDetected', client, { accountType: area, accountId }, trx);

  return {
    tellsCaptcha: async (client) => (await tellsSetting()) || (await limits.wantsCaptcha('admin', client)),

    async signIn(credentials, client) {
      const proved = await passwordSignIn.prove(credentials, client);
      const { keep, factorCode } = credentials;
      return enter({ proved, keep, factorCode: factorCode ?? '' }, client, () =>
        passwordSignIn.settle(proved, credentials.username, client),
      );
    },

    enter: (entrance, client) => enter(entrance, client),
    setUpFactorFor: (proved) => factor.beginAtSignIn(proved.id, (trx) => passwordSignIn.lock(trx, proved)),

    async setUpFactor(credentials, client) {
      const proved = await passwordSignIn.prove(credentials, client);
      return factor.beginAtSignIn(proved.id, (trx) => passwordSignIn.lock(trx, proved));
    },

    async renew(refreshToken, tokens, client) {
      const ended = rejection('refusals.sessionEnded');
      const presented = await findToken(database.kysely, refreshToken);
      if (presented?.type !== 'admin-refresh' && presented?.type !== 'user-refresh') throw ended;
      const area = presented.type === 'admin-refresh' ? 'admin' : 'user';
      if (area === 'admin' && !presented.by_passkey && (await factor.isMissing(presented.account_id))) throw ended;
      const accessToken = area === 'admin' ? tokens.admin : tokens.member;
      const renewal = await database.transaction(async (trx): Promise<RenewalOutcome> => {
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

    signOut: ({ admin }) => passwordSignIn.end(admin),

    async identify(token, client, ended) {
      const row = await findSession(database.kysely, token);
      if (row && row.revoked_at !== null) ended?.();
      if (!row || row.revoked_at !== null || row.status !== '1') return null;
      const now = nowSeconds(ports);
      if (row.expire_time <= now) return 'expired';
      if (row.owes_factor && !row.by_passkey) return 'factorDue';
      if (row.used_at === null) await noteFirstUse(database.kysely, row.hash, now);
      if (now - row.seen_at > USE_NOTED_EVERY_SECONDS) {
        // Where a factor has become due, the session ends by itself and the next sign-in asks for it.
        const prolongs = !row.is_kept && (row.by_passkey || !(await factor.isMissing(row.id)));
        await noteUse(database.kysely, { ...row, prolongs }, client ?? null, now);
      }
      return { id: row.id, username: row.username, grants: grantsOf(row) };
    },
  };
}
