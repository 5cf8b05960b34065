import * as contract from '#api/contract/members/member-session';
import { rejection } from '#domain/base/failure';
import type { ServerPorts } from '../../ports/ports.ts';
import { mount, mountForMember } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import { channelsOf } from './delivery-channels.ts';
import { readUserInfo } from './member-info.ts';
import { readMemberMenu } from './member-menu.ts';
import type { MemberSessions } from './member-sessions.service.ts';
import type { MemberSettingsReader } from './member-settings.ts';
import type { RegistrationService } from './registration.service.ts';

/** Members coming in and going out. */
export function checkInRoutes(
  table: RouteTable,
  sessions: MemberSessions,
  registration: RegistrationService,
  settings: MemberSettingsReader,
  ports: ServerPorts,
): void {
  const { kysely } = ports.database;

  mount(table, contract.readCheckIn, async (_input, { client }) => {
    await settings.requireOpen();
    const delivery = await channelsOf(ports);
    return {
      userLoginCaptchaSwitch: await sessions.tellsCaptcha(client),
      accountVerificationType: [...contract.CHANNELS],
      delivery,
      registration: (await settings.tell()).canRegister ? ('open' as const) : ('closed' as const),
    };
  });

  mount(table, contract.checkIn, async ({ tab, ...form }, { client }) => {
    await settings.requireOpen();
    if (tab !== 'login' && tab !== 'register') throw rejection('refusals.member.unknownTab');
    const credentials = { ...form, username: form.username ?? '', password: form.password ?? '' };
    const signedIn = await (tab === 'login' ? sessions.signIn(credentials, client) : registration.register(form, client));
    const { memberId, token, refreshToken } = signedIn;
    const userInfo = { ...(await readUserInfo(kysely, memberId)), token, refresh_token: refreshToken };
    return { userInfo, routePath: '/user' };
  });

  // Whatever refresh token comes along goes with the session of the access token, or is none of the caller's business.
  mount(table, contract.logoutMember, async (_input, { tokens }) => {
    await sessions.signOut(tokens);
    return null;
  });

  mountForMember(table, contract.readMemberStart, async (_input, { id, grants, client, tokens }) => {
    const { menus } = await readMemberMenu(kysely, grants, { messages: ports.messages, language: client.language });
    if (menus.length === 0) throw rejection('refusals.noMenu');
    return { userInfo: { ...(await readUserInfo(kysely, id)), token: tokens.member ?? '' }, menus: [...menus] };
  });
}
