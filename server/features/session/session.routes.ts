import * as contract from '#api/contract/session/session';
import { setUpFactor } from '#api/contract/session/two-factor';
import { mount } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { SessionsElsewhere } from '../base/sessions-elsewhere.ts';
import type { SessionService } from './session.service.ts';
import { readAdminInfo } from './admin-info.ts';

interface SessionServices {
  readonly sessions: SessionService;
  readonly elsewhere: SessionsElsewhere;
}

/** Sign-in, sign-out and renewal. */
export function sessionRoutes(table: RouteTable, { sessions, elsewhere }: SessionServices, ports: ServerPorts): void {
  mount(table, contract.readLogin, async (_input, { client }) => ({ captcha: await sessions.tellsCaptcha(client) }));

  mount(table, contract.login, async (input, { client }) => {
    const { adminId, token, refreshToken, recoveryCodes } = await sessions.signIn(input, client);
    const userInfo = { ...(await readAdminInfo(ports, adminId)), token, refresh_token: refreshToken };
    return { userInfo, routePath: '/admin', ...(recoveryCodes.length > 0 && { recovery_codes: [...recoveryCodes] }) };
  });

  mount(table, setUpFactor, (input, { client }) => sessions.setUpFactor(input, client));

  // Whatever refresh token comes along goes with the session of the access token, or is none of the caller's business.
  mount(table, contract.logout, async ({ origin }, { tokens }) => elsewhere.wayOut(await sessions.signOut(tokens), origin));

  mount(table, contract.refreshToken, async (input, { tokens, client }) => {
    const { refreshToken, ...renewed } = await sessions.renew(input.refreshToken, tokens, client);
    return { ...renewed, ...(refreshToken !== undefined && { refresh_token: refreshToken }) };
  });
}
