import * as contract from '#api/contract/session/sessions';
import * as factorContract from '#api/contract/session/two-factor';
import { mountForAdmin } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { AccountSessions } from './account-sessions.service.ts';
import type { AdminFactor } from './two-factor/admin-factor.service.ts';

const admin = (accountId: number) => ({ area: 'admin', accountId }) as const;

/** The safety of administrators' accounts: where they are signed in, and their second factor; for super administrators those of others. */
export function accountRoutes(table: RouteTable, sessions: AccountSessions, factor: AdminFactor): void {
  mountForAdmin(table, contract.listSessions, (_input, caller) => sessions.overview(caller));

  mountForAdmin(table, contract.endSession, async ({ id }, caller) => {
    await sessions.end(admin(caller.id), id, caller);
    return null;
  });

  mountForAdmin(table, contract.endOtherSessions, async (_input, caller) => {
    await sessions.endAll(admin(caller.id), caller.tokens.admin, caller);
    return null;
  });

  mountForAdmin(table, contract.listAdminSessions, async ({ id }, caller) => ({ list: [...(await sessions.list(admin(id), caller))] }));

  mountForAdmin(table, contract.endAdminSessions, async ({ id, session }, caller) => {
    // Whoever asks stays, should the account be their own.
    await (session === undefined ? sessions.endAll(admin(id), caller.tokens.admin, caller) : sessions.end(admin(id), session, caller));
    return null;
  });

  factorRoutes(table, factor);
}

function factorRoutes(table: RouteTable, factor: AdminFactor): void {
  mountForAdmin(table, factorContract.readTwoFactor, (_input, caller) => factor.read(caller));

  mountForAdmin(table, factorContract.setUpTwoFactor, ({ password }, caller) => factor.begin(caller, password));

  mountForAdmin(table, factorContract.confirmTwoFactor, async ({ factorCode }, caller) => ({
    recovery_codes: [...(await factor.confirm(caller, factorCode))],
  }));

  mountForAdmin(table, factorContract.replaceTwoFactor, (held, caller) => factor.beginReplacement(caller, held));

  mountForAdmin(table, factorContract.renewRecoveryCodes, async (held, caller) => ({
    recovery_codes: [...(await factor.renewCodes(caller, held))],
  }));

  mountForAdmin(table, factorContract.endTwoFactor, async ({ password }, caller) => {
    await factor.end(caller, password);
    return null;
  });

  mountForAdmin(table, factorContract.readAdminTwoFactor, ({ id }) => factor.readOf(id));

  mountForAdmin(table, factorContract.resetAdminTwoFactor, async ({ id, password }, caller) => {
    await factor.reset(id, password, caller);
    return null;
  });
}
