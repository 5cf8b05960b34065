import * as contract from '#api/contract/session';
import { setUpFactor } from '#api/contract/two-factor';
import { mount, mountForAdmin } from '../http/mount.ts';
import { GateError, needLogin } from '../http/replies.ts';
import type { RouteTable } from '../http/route-table.ts';
import type { ServerPorts } from '../ports.ts';
import type { SessionService } from '../services/session.service.ts';
import { readAdminInfo, startBackOffice, startFront } from '../services/start-up.service.ts';

/** Sign-in, sign-out, renewal and the start-up calls. */
export function sessionRoutes(table: RouteTable, sessions: SessionService, ports: ServerPorts): void {
  mount(table, contract.readLogin, async (_input, { client }) => ({ captcha: await sessions.tellsCaptcha(client) }));

  mount(table, contract.login, async (input, { client }) => {
    const { adminId, token, refreshToken, recoveryCodes } = await sessions.signIn(input, client);
    const userInfo = { ...(await readAdminInfo(ports, adminId)), token, refresh_token: refreshToken };
    return { userInfo, routePath: '/admin', ...(recoveryCodes.length > 0 && { recovery_codes: [...recoveryCodes] }) };
  });

  mount(table, setUpFactor, (input, { client }) => sessions.setUpFactor(input, client));

  // Whatever refresh token comes along goes with the session of the access token, or is none of the caller's business.
  mount(table, contract.logout, async (_input, { tokens }) => {
    await sessions.signOut(tokens);
    return null;
  });

  mount(table, contract.refreshToken, async (input, { tokens, client }) => {
    const { refreshToken, ...renewed } = await sessions.renew(input.refreshToken, tokens, client);
    return { ...renewed, ...(refreshToken !== undefined && { refresh_token: refreshToken }) };
  });

  mountForAdmin(table, contract.adminInit, (_input, caller) => startBackOffice(ports, caller));

  mount(table, contract.frontInit, ({ requiredLogin }) => {
    // No member can be signed in yet. Only the newer dialect asks for it here.
    if (Number(requiredLogin ?? 0) === 1) throw new GateError(needLogin('member', 'v2'));
    return startFront(ports);
  });
}
