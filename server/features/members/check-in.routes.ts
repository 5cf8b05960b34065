import * as contract from '#api/contract/members/member-session';
import { rejection } from '#domain/base/failure';
import type { ServerPorts } from '../../ports/ports.ts';
import { mount, mountForMember } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { SessionsElsewhere } from '../base/sessions-elsewhere.ts';
import { readAgreements } from './agreements.ts';
import { channelsOf } from './delivery-channels.ts';
import type { EnteredReply } from './entered-reply.ts';
import { readUserInfo } from './member-info.ts';
import { readMemberMenu } from './member-menu.ts';
import type { CodeSignIn } from './sign-in/code-sign-in.service.ts';
import type { MemberSessions } from './sign-in/member-sessions.service.ts';
import type { MemberSettingsReader } from './sign-in/member-settings.ts';
import type { RegistrationService } from './sign-in/registration.service.ts';

export interface CheckInServices {
  readonly sessions: MemberSessions;
  readonly registration: RegistrationService;
  readonly codeSignIn: CodeSignIn;
  readonly settings: MemberSettingsReader;
  readonly entered: EnteredReply;
  readonly elsewhere: SessionsElsewhere;
}

/** Members coming in and going out. */
export function checkInRoutes(
  table: RouteTable,
  { sessions, registration, codeSignIn, settings, entered, elsewhere }: CheckInServices,
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
      agreements: [...(await readAgreements(kysely, client.language))],
      registration: (await settings.tell()).canRegister ? ('open' as const) : ('closed' as const),
    };
  });

  mount(table, contract.checkIn, async ({ tab, ...form }, { client }) => {
    await settings.requireOpen();
    if (tab !== 'login' && tab !== 'register') throw rejection('refusals.member.unknownTab');
    const credentials = { ...form, username: form.username ?? '', password: form.password ?? '' };
    return entered(await (tab === 'login' ? sessions.signIn(credentials, client) : registration.register(form, client)));
  });

  mount(table, contract.signInByCode, async (form, { client }) => {
    await settings.requireOpen();
    return entered(await codeSignIn.signIn(form, client));
  });

  // Whatever refresh token comes along goes with the session of the access token, or is none of the caller's business.
  mount(table, contract.logoutMember, async ({ origin }, { tokens }) => elsewhere.wayOut(await sessions.signOut(tokens), origin));

  mountForMember(table, contract.readMemberStart, async (_input, { id, grants, client, tokens }) => {
    const { menus } = await readMemberMenu(
      kysely,
      { grants, hasOwnPages: client.knowsRotation ?? false },
      { messages: ports.messages, language: client.language },
    );
    if (menus.length === 0) throw rejection('refusals.noMenu');
    return { userInfo: { ...(await readUserInfo(kysely, id)), token: tokens.member ?? '' }, menus: [...menus] };
  });
}
