import * as contract from '#api/contract/sessions';
import { mountForAdmin } from '../http/mount.ts';
import type { RouteTable } from '../http/route-table.ts';
import type { AccountSessions } from '../services/sessions/account-sessions.service.ts';

const admin = (accountId: number) => ({ area: 'admin', accountId }) as const;

/** Where administrators are signed in: their own sessions, and for super administrators those of others. */
export function accountRoutes(table: RouteTable, sessions: AccountSessions): void {
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
    // Whoever asks stays, should the account be his own.
    await (session === undefined ? sessions.endAll(admin(id), caller.tokens.admin, caller) : sessions.end(admin(id), session, caller));
    return null;
  });
}
