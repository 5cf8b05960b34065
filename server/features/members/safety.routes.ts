import * as contract from '#api/contract/members/account-safety';
import type { ServerPorts } from '../../ports/ports.ts';
import { mount, mountForMember } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { AccountSessions } from '../session/account-sessions.service.ts';
import type { AddressChange } from './address-change.service.ts';
import type { MemberFactorService } from './member-factor.service.ts';
import type { PresenceProofs } from './sign-in/presence-proofs.ts';
import { readSignIns } from './sign-ins.ts';

export interface SafetyServices {
  readonly accountSessions: AccountSessions;
  readonly addresses: Pick<AddressChange, 'undo'>;
  readonly factor: MemberFactorService;
  readonly proofs: PresenceProofs;
}

const user = (accountId: number) => ({ area: 'user', accountId }) as const;

/** The safety of members' accounts: where they are signed in, what they prove, their second factor. */
export function memberSafetyRoutes(table: RouteTable, services: SafetyServices, ports: ServerPorts): void {
  const { accountSessions, addresses, factor, proofs } = services;

  mountForMember(table, contract.prove, async (sent, caller) => ({ expire_time: await proofs.prove(sent, caller) }));

  mountForMember(table, contract.listMemberSessions, (_input, caller) => accountSessions.overview(caller));

  mountForMember(table, contract.endMemberSession, async ({ id }, caller) => {
    await accountSessions.end(user(caller.id), id, caller);
    return null;
  });

  mountForMember(table, contract.endOtherMemberSessions, async (_input, caller) => {
    await accountSessions.endAll(user(caller.id), caller.tokens.member, caller);
    return null;
  });

  mountForMember(table, contract.listSignIns, (query, caller) => readSignIns(ports, caller.id, query));

  // Open while the centre is closed as well: an account that was taken is not left to whoever took it.
  mount(table, contract.undoBind, async ({ number }, { client }) => {
    await addresses.undo(number, client);
    return null;
  });

  mountForMember(table, contract.readMemberFactor, async (_input, caller) => {
    const { isOn, since, recoveryLeft } = await factor.read(caller);
    return { is_on: isOn, since, recovery_left: recoveryLeft, is_required: false };
  });

  mountForMember(table, contract.setUpMemberFactor, (_input, caller) => factor.begin(caller));

  mountForMember(table, contract.confirmMemberFactor, async ({ factorCode }, caller) => ({
    recovery_codes: [...(await factor.confirm(caller, factorCode))],
  }));

  mountForMember(table, contract.renewMemberRecoveryCodes, async (_input, caller) => ({
    recovery_codes: [...(await factor.renewCodes(caller))],
  }));

  mountForMember(table, contract.endMemberFactor, async (_input, caller) => {
    await factor.end(caller);
    return null;
  });
}
