import * as contract from '#api/contract/members/account';
import { textFromCents } from '#domain/base/money';
import type { MemberCaller } from '../../base/caller.ts';
import { shippedResource } from '../../base/shipped-resources.ts';
import { SessionEnded } from '../../base/refusal.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { nameRead } from '../../resources/base/shipped-names.ts';
import { mountFileForMember, mountForMember } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { AccountSessions } from '../session/account-sessions.service.ts';
import { bookCheckIn, readDailyCheckIn } from './daily-check-in.ts';
import type { MemberFactorService } from './member-factor.service.ts';
import type { MemberSessions } from './sign-in/member-sessions.service.ts';
import { ledgerFile } from './ledger-file.ts';
import { sumDays } from './own-ledger.service.ts';

const SUMMARY_DAYS = 30;

export interface LedgerServices {
  readonly sessions: MemberSessions;
  readonly accountSessions: Pick<AccountSessions, 'previous'>;
  readonly factor: Pick<MemberFactorService, 'read'>;
}

/** What our own pages have of a member's ledgers beside the lists. */
export function ownLedgerRoutes(table: RouteTable, { sessions, accountSessions, factor }: LedgerServices, ports: ServerPorts): void {
  mountFileForMember(table, contract.exportBalance, (wish, caller) => ledgerFile(ports, sessions, 'money', wish, caller));
  mountFileForMember(table, contract.exportIntegral, (wish, caller) => ledgerFile(ports, sessions, 'score', wish, caller));
  mountForMember(table, contract.readSummary, async (_input, caller) => ({
    ...(await sumDays(ports, caller.id, SUMMARY_DAYS)),
    ...(await standOf(ports, caller)),
    has_factor: (await factor.read(caller)).isOn,
    daily: await readDailyCheckIn(ports, caller.id),
    previous: await accountSessions.previous(caller),
  }));
  mountForMember(table, contract.checkInToday, (_input, caller) =>
    bookCheckIn(ports, caller, ports.messages.text(caller.client.language, 'resources.scoreLog.dailyCheckIn')),
  );
}

async function standOf({ database: { kysely }, messages }: ServerPorts, { id, client }: MemberCaller) {
  const { money, email, mobile, score, group, password_time } = await kysely
    .selectFrom('member')
    .innerJoin('member_group', 'member_group.id', 'member.group_id')
    .leftJoin('member_password', 'member_password.member_id', 'member.id')
    .select(['money', 'score', 'email', 'mobile', 'member_group.name as group', 'member_password.update_time as password_time'])
    .where('member.id', '=', id)
    .executeTakeFirstOrThrow(() => new SessionEnded('member'));
  const words = { messages, language: client.language };
  return {
    balance: textFromCents(money),
    points: score,
    group: nameRead(shippedResource('memberGroup'), group, words),
    password_time,
    has_email: email !== '',
    has_mobile: mobile !== '',
  };
}
