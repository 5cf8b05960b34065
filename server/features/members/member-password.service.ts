import type { changeMemberPassword, retrievePassword } from '#api/contract/members/account';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { hasIssues, type Issue } from '#domain/base/issue';
import { checkPassword } from '#domain/session/password-rules';
import { isEmail, isMobile } from '#domain/base/validation';
import type { Author, Client, MemberCaller } from '../../base/caller.ts';
import { MEMBER_PASSWORD_CHANGES, RETRIEVALS_PER_NETWORK } from '../../base/limits.ts';
import { networkOf } from '../../base/network.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lockAccount, type LockedAccount } from '../../resources/access/locked-account.ts';
import { memberIdBy } from '../../resources/access/member-by-name.ts';
import { lockOwnAccount, storedHashOf } from '../../resources/access/own-account.ts';
import { revokeAccount } from '../../resources/access/token-store.ts';
import type { Guesses } from '../base/guesses.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { countOwnAttempt } from '../base/own-attempt.ts';
import { countAttempt } from '../base/throttle.ts';
import { provePassword } from '../session/base/own-password.ts';
import type { SessionFeature } from '../session/session.feature.ts';
import type { MemberMessages } from './messages/member-messages.ts';
import { setPassword } from './set-password.ts';
import { voidDoors } from '../session/base/void-doors.ts';
import { tellMember } from './sign-in/member-holders.ts';

/** New passwords of members. Each ends every session of the account. Source: wire protocol §2.10; security.md rules 4, 6, 8. */
export interface MemberPasswords {
  change(input: ParsedInputOf<typeof changeMemberPassword>, caller: MemberCaller): Promise<void>;
  /** An unknown account and a wrong code are answered alike, and as fast. */
  retrieve(input: ParsedInputOf<typeof retrievePassword>, client: Client): Promise<void>;
}

const MESSAGE_OF = { 'password.changed': 'passwordChanged', 'password.retrieved': 'passwordRetrieved' } as const;
const SAME = { key: 'refusals.member.samePassword' } as const;
const CODE_WRONG = { key: 'refusals.codeWrong' } as const;

export function createMemberPasswords(
  ports: ServerPorts & { readonly guesses: Guesses },
  codes: SessionFeature['codes'],
  securityLog: SecurityLog,
  messages: MemberMessages,
): MemberPasswords {
  const { database, passwords } = ports;

  async function store(account: LockedAccount, author: Author, hash: string, kind: keyof typeof MESSAGE_OF): Promise<void> {
    const now = nowSeconds(ports);
    const { trx } = account;
    await setPassword(account, author, hash, now, ports.jobs);
    await revokeAccount(account, now);
    await securityLog.write(kind, author.client, { accountType: 'user', accountId: author.id }, trx);
    await messages.tell(trx, author.id, MESSAGE_OF[kind], author.client);
  }

  return {
    async change(input, caller) {
      const [oldPassword, newPassword] = [input.oldPassword ?? '', input.newPassword ?? ''];
      const weak = newPassword === '' ? ({ key: 'validation.required' } as const) : checkPassword(newPassword, caller.username);
      if (weak) throw new FieldsRefused({ newPassword: weak });
      const proved = await provePassword(ports, caller, oldPassword, 'oldPassword');
      if (oldPassword === newPassword) throw new FieldsRefused({ newPassword: SAME });
      // Each is told by mail, and kept for good.
      await countOwnAttempt(ports, caller, [{ key: `password:${caller.id}`, limit: MEMBER_PASSWORD_CHANGES }]);
      const hash = await passwords.hash(newPassword);
      await database.transaction(async (trx) => store(await lockOwnAccount(trx, caller, proved), caller, hash, 'password.changed'));
    },

    async retrieve(input, client) {
      const { channel, account, code, password } = wantedOf(input);
      await countAttempt(ports, [{ key: `retrieve:${networkOf(client.ip)}`, limit: RETRIEVALS_PER_NETWORK }]);
      const spend = await codes.verify({ purpose: 'user_retrieve_pwd', target: account, client, memberId: null }, code);
      // Only known accounts were sent a code; one may have gone since.
      const id = await memberIdBy(database.kysely, channel, account);
      const member =
        id === null ? undefined : await database.kysely.selectFrom('member').select('username').where('id', '=', id).executeTakeFirst();
      if (id === null || !member) throw new FieldsRefused({ captcha: CODE_WRONG });
      const weak = checkPassword(password, member.username);
      if (weak) throw new FieldsRefused({ password: weak });
      const before = await storedHashOf(database.kysely, { area: 'user', accountId: id });
      // Only now: whoever has to choose another password does not wait for another code.
      await spend();
      const hash = await passwords.hash(password);
      const author = { kind: 'member', id, username: member.username, client } as const;
      await database.transaction(async (trx) => {
        const own = await lockAccount(trx, { area: 'user', accountId: id });
        // Hashing takes a while, and whoever takes an address away or sets a password meanwhile means to end what the code was good for.
        const isAsBefore = (await memberIdBy(trx, channel, account)) === id && (await storedHashOf(trx, own)) === before;
        if (!own.isActive || !isAsBefore) throw new FieldsRefused({ captcha: CODE_WRONG });
        await store(own, author, hash, 'password.retrieved');
        await voidDoors({ ports, securityLog, tell: tellMember(messages) }, own, client);
      });
    },
  };
}

/** @throws FieldsRefused */
function wantedOf({ type, account: typed, captcha, password: entered }: ParsedInputOf<typeof retrievePassword>) {
  const [account, code, password] = [typed?.trim().toLowerCase() ?? '', captcha?.trim() ?? '', entered ?? ''];
  const channel = type === 'mobile' ? 'mobile' : 'email';
  const issues: Record<string, Issue> = {};
  if (type !== channel) issues['type'] = { key: 'validation.option' };
  const isAddress = channel === 'email' ? isEmail(account) : isMobile(account);
  if (!isAddress) issues['account'] = { key: account === '' ? 'validation.required' : `validation.${channel}` };
  if (code === '') issues['captcha'] = { key: 'validation.required' };
  const weak = password === '' ? ({ key: 'validation.required' } as const) : checkPassword(password, '');
  if (weak) issues['password'] = weak;
  if (hasIssues(issues)) throw new FieldsRefused(issues);
  return { channel, account, code, password } as const;
}
