import type { checkIn } from '#api/contract/members/member-session';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { hasIssues, type Issue } from '#domain/base/issue';
import { checkPassword } from '#domain/session/password-rules';
import { isAccount, isEmail, isMobile } from '#domain/base/validation';
import { member as memberResource } from '#sections/member/member.resource.ts';
import type { Client } from '../../../base/caller.ts';
import { REGISTRATIONS_PER_NETWORK } from '../../../base/limits.ts';
import { networkOf } from '../../../base/network.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { isRefusal } from '../../../db/base/database-error.ts';
import { DEFAULT_MEMBER_GROUP } from '../../../db/seed/shipped-members.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { storeMemberPassword } from '../../../resources/access/member-password.ts';
import { memberIdBy } from '../../../resources/access/member-by-name.ts';
import { logChanges } from '../../../resources/write/record-change.ts';
import { countAttempt } from '../../base/throttle.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import type { SessionFeature } from '../../session/session.feature.ts';
import type { MemberSessions, MemberSignedIn } from './member-sessions.service.ts';
import type { MemberSettingsReader } from './member-settings.ts';

type Registration = ParsedInputOf<typeof checkIn>;

interface Wanted {
  readonly username: string;
  readonly password: string;
  readonly channel: 'email' | 'mobile';
  readonly address: string;
}

/** Strangers who become members: a code proves that they read the address. Source: wire protocol §2.6. */
export interface RegistrationService {
  /** @throws FieldsRefused at the fields of the form */
  register(form: Registration, client: Client): Promise<MemberSignedIn>;
}

const TAKEN = { key: 'refusals.member.taken' } as const;

export function createRegistration(
  ports: ServerPorts,
  sessions: Pick<MemberSessions, 'begin'>,
  codes: SessionFeature['codes'],
  settings: MemberSettingsReader,
  securityLog: SecurityLog,
): RegistrationService {
  const { database, passwords } = ports;

  async function store({ username, channel, address }: Wanted, hash: string, client: Client): Promise<number> {
    const now = nowSeconds(ports);
    return database.transaction(async (trx) => {
      const row = await trx
        .insertInto('member')
        .values({
          group_id: DEFAULT_MEMBER_GROUP.id,
          username,
          nickname: username,
          [channel]: address,
          join_ip: client.ip.slice(0, 50),
          join_time: now,
          create_time: now,
          update_time: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await storeMemberPassword(trx, row.id, hash, now);
      const caller = { kind: 'member', id: row.id, username, client } as const;
      const write = {
        resource: memberResource,
        caller,
        nowSeconds: now,
        action: 'add',
        source: 'form',
        keptOut: 'secret',
        jobs: ports.jobs,
      } as const;
      await logChanges(trx, write, [{ recordId: row.id, before: null, after: row, beside: { secrets: ['password'] } }]);
      await securityLog.write('member.registered', client, { accountType: 'user', accountId: row.id }, trx);
      return row.id;
    });
  }

  return {
    async register(form, client) {
      if (!(await settings.read()).canRegister) throw rejection('refusals.member.registrationClosed');
      const wanted = wantedOf(form);
      await countAttempt(ports, [{ key: `register:${networkOf(client.ip)}`, limit: REGISTRATIONS_PER_NETWORK }]);
      if ((await memberIdBy(database.kysely, 'username', wanted.username)) !== null) throw new FieldsRefused({ username: TAKEN });
      await codes.consume({ purpose: 'user_register', target: wanted.address, client, memberId: null }, form.captcha ?? '');
      const hash = await passwords.hash(wanted.password);
      const id = await store(wanted, hash, client).catch((error: unknown) => {
        // Somebody was faster.
        if (isRefusal(error, 'unique', 'member_username_unique')) throw new FieldsRefused({ username: TAKEN });
        if (isRefusal(error, 'unique')) throw new FieldsRefused({ [wanted.channel]: TAKEN });
        throw error;
      });
      return sessions.begin({ id, hash }, false, client);
    },
  };
}

/** @throws FieldsRefused */
function wantedOf(form: Registration): Wanted {
  const [username, password] = [form.username?.trim() ?? '', form.password ?? ''];
  const channel = form.registerType === 'mobile' ? 'mobile' : 'email';
  const address = (form[channel] ?? '').trim().toLowerCase();
  const issues: Record<string, Issue> = {};
  const require = (name: string, value: string, isFine: boolean, key: string): void => {
    if (value === '') issues[name] = { key: 'validation.required' };
    else if (!isFine) issues[name] = { key };
  };
  require('username', username, isAccount(username), 'validation.account');
  require('password', password, true, '');
  const weak = checkPassword(password, username);
  if (weak) issues['password'] = weak;
  require('registerType', form.registerType ?? '', form.registerType === channel, 'validation.option');
  const isAddress = channel === 'email' ? isEmail(address) && address.length <= 50 : isMobile(address);
  require(channel, address, isAddress, `validation.${channel}`);
  require('captcha', form.captcha?.trim() ?? '', true, '');
  if (hasIssues(issues)) throw new FieldsRefused(issues);
  return { username, password, channel, address };
}
