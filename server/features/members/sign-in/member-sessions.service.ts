import type { MemberCaller, Client, PresentedTokens } from '../../../base/caller.ts';
import { isEmail, isMobile } from '#domain/base/validation';
import { USE_NOTED_EVERY_SECONDS } from '../../../base/limits.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { memberIdBy } from '../../../resources/access/member-by-name.ts';
import { memberGrantsOf } from '../../../resources/access/permissions.ts';
import { findMemberSession, noteFirstUse, noteUse } from '../../../resources/access/token-store.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import { isUnusualPlace } from '../../session/base/sign-in-places.ts';
import type { SessionFeature } from '../../session/session.feature.ts';
import { createPasswordSignIn, type PasswordCredentials, type Proved, type Within } from '../../session/password-sign-in.ts';
import type { MemberMessages } from '../messages/member-messages.ts';
import type { MemberSettingsReader } from './member-settings.ts';

export interface MemberSignedIn {
  readonly memberId: number;
  readonly token: string;
  readonly refreshToken: string;
}

/**
 * Members coming in and going out: the limits, the captcha and the second factor are those of administrators, the tokens are a family of
 * their own. Source: wire protocol §2.2, §2.6; security.md 1–7.
 */
export interface MemberSessions {
  /** Whether the settings ask for the click captcha, or wrong passwords from this address have. */
  tellsCaptcha(client: Client): Promise<boolean>;
  signIn(credentials: PasswordCredentials, client: Client): Promise<MemberSignedIn>;
  /** The second step of a sign-in whose first was right. @returns whether there is one; @throws FieldsRefused at `factorCode` */
  proveFactor(memberId: number, code: string, client: Client): Promise<boolean>;
  /**
   * Begins a session for somebody who has proved who they are.
   * @param within what is judged and written when it begins, under the account's lock
   * @throws where the password is another by now, or the account is disabled
   */
  begin(proved: Proved, keep: boolean, client: Client, within?: Within): Promise<MemberSignedIn>;
  /** Ends the session of the presented access token, expired or not, and no other. */
  signOut(tokens: PresentedTokens): Promise<string | null>;
  identify(
    token: string,
    client?: Client,
    ended?: () => void,
  ): Promise<Pick<MemberCaller, 'id' | 'username' | 'groupId' | 'grants' | 'familyId'> | 'expired' | null>;
  /** @throws the refusal while the member centre is closed */
  requireOpen(): Promise<void>;
}

const user = (accountId: number) => ({ area: 'user', accountId }) as const;

export function createMemberSessions(
  ports: ServerPorts,
  { captcha, limits, factors }: Pick<SessionFeature, 'captcha' | 'limits' | 'factors'>,
  settings: MemberSettingsReader,
  securityLog: SecurityLog,
  messages: MemberMessages,
): MemberSessions {
  const { kysely } = ports.database;
  const passwordSignIn = createPasswordSignIn(ports, securityLog, captcha, limits, {
    area: 'user',
    nameOf: (typed) => typed.trim(),
    idOf: (name) => memberIdBy(kysely, isMobile(name) ? 'mobile' : isEmail(name) ? 'email' : 'username', name),
    async read(id) {
      const account = await kysely
        .selectFrom('member')
        .leftJoin('member_password', 'member_password.member_id', 'member.id')
        .select(['member.id', 'member.username', 'member.status', 'member_password.hash'])
        .where('member.id', '=', id)
        .executeTakeFirst();
      return account && { ...account, isActive: account.status === 'enable' };
    },
    async countFailure(trx, id) {
      await trx
        .updateTable('member')
        .set((set) => ({ login_failure: set('login_failure', '+', 1) }))
        .where('id', '=', id)
        .execute();
    },
    async keepVisit(trx, id, visit) {
      await trx.updateTable('member').set(visit).where('id', '=', id).execute();
    },
    asksCaptcha: async () => (await settings.read()).asksCaptcha,
  });

  async function proveFactor(memberId: number, code: string, client: Client): Promise<boolean> {
    if (!(await factors.stateOf(user(memberId))).isOn) return false;
    if (code.trim() === '') throw new FieldsRefused({ factorCode: { key: 'refusals.account.codeWanted' } });
    if ((await factors.spend(user(memberId), code, client)) === 'recovery') {
      const left = (await factors.stateOf(user(memberId))).recoveryLeft;
      await ports.database.transaction((trx) => messages.tell(trx, memberId, 'recoveryCodeUsed', client, { ip: client.ip, left }));
    }
    return true;
  }

  const begin: MemberSessions['begin'] = async (proved, keep, client, within) => {
    const isUnusual = await isUnusualPlace(ports, user(proved.id), client.ip);
    const begun = await passwordSignIn.begin(proved, keep, client, async (trx, familyId) => {
      await within?.(trx, familyId);
      if (isUnusual) await messages.tell(trx, proved.id, 'newDevice', client, { ip: client.ip });
    });
    return { memberId: proved.id, ...begun };
  };

  return {
    tellsCaptcha: async (client) => (await settings.tell()).asksCaptcha || (await limits.wantsCaptcha('user', client)),
    requireOpen: () => settings.requireOpen(),
    begin,
    proveFactor,

    async signIn(credentials, client) {
      const proved = await passwordSignIn.prove(credentials, client);
      const hasFactor = await proveFactor(proved.id, credentials.factorCode ?? '', client);
      await passwordSignIn.settle(proved, credentials.username, client);
      return begin({ ...proved, hasFactor }, credentials.keep, client);
    },

    signOut: ({ member }) => passwordSignIn.end(member),

    async identify(token, client, ended) {
      const row = await findMemberSession(kysely, token);
      if (row && row.revoked_at !== null) ended?.();
      if (!row || row.revoked_at !== null || row.status !== 'enable') return null;
      const now = nowSeconds(ports);
      if (row.expire_time <= now) return 'expired';
      if (row.used_at === null) await noteFirstUse(kysely, row.hash, now);
      if (now - row.seen_at > USE_NOTED_EVERY_SECONDS) await noteUse(kysely, { ...row, prolongs: !row.is_kept }, client ?? null, now);
      const grants = memberGrantsOf(row.rules, row.active_rules ?? []);
      return { id: row.id, username: row.username, groupId: row.group_id, grants, familyId: row.family_id };
    },
  };
}
