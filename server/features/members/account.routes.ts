import * as contract from '#api/contract/members/account';
import { CHANNELS } from '#api/contract/members/member-session';
import type { ServerPorts } from '../../ports/ports.ts';
import { mount, mountForMember } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { AddressChange } from './address-change.service.ts';
import { scoreRules } from './daily-check-in.ts';
import { readMemberInfo } from './member-info.ts';
import type { MemberPasswords } from './member-password.service.ts';
import type { MemberSettingsReader } from './sign-in/member-settings.ts';
import { storeOwnProfile } from './own-profile.service.ts';
import { moneyRows, readOwnLedger, sumDays } from './own-ledger.service.ts';

const OVERVIEW_DAYS = 7;

export interface AccountServices {
  readonly addresses: AddressChange;
  readonly memberPasswords: MemberPasswords;
  readonly settings: MemberSettingsReader;
}

/** A member's own account. */
export function memberAccountRoutes(
  table: RouteTable,
  { addresses, memberPasswords, settings }: AccountServices,
  ports: ServerPorts,
): void {
  mountForMember(table, contract.readOverview, (_input, { id }) => sumDays(ports, id, OVERVIEW_DAYS));

  mountForMember(table, contract.readMemberProfile, async (_input, { id }) => ({
    accountVerificationType: [...CHANNELS],
    info: await readMemberInfo(ports.database.kysely, id),
  }));

  mountForMember(table, contract.saveMemberProfile, async (change, caller) => {
    await storeOwnProfile(ports, change, caller);
    return null;
  });

  mountForMember(table, contract.verifyAddress, (input, caller) => addresses.verify(input, caller));

  mountForMember(table, contract.changeBind, async (input, caller) => {
    await addresses.change(input, caller);
    return null;
  });

  mountForMember(table, contract.changeMemberPassword, async (input, caller) => {
    await memberPasswords.change(input, caller);
    return null;
  });

  mount(table, contract.retrievePassword, async (input, { client }) => {
    await settings.requireOpen();
    await memberPasswords.retrieve(input, client);
    return null;
  });

  mountForMember(table, contract.readBalance, async (query, { id }) => moneyRows(id, await readOwnLedger(ports, 'money', id, query)));

  mountForMember(table, contract.readIntegral, async (query, { id, client }) => {
    const { rows, total } = await readOwnLedger(ports, 'score', id, query);
    const rules = await scoreRules(ports.database.kysely, client.language);
    return { list: rows.map(({ amount, ...row }) => ({ ...row, user_id: id, score: amount })), total, ...(rules && { rules }) };
  });
}
