import type { checkIn } from '#api/contract/members/member-session';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { ServerPorts } from '../../ports/ports.ts';
import { readUserInfo } from './member-info.ts';
import type { MemberSignedIn } from './sign-in/member-sessions.service.ts';

export type EnteredReply = (signedIn: MemberSignedIn) => Promise<OutputOf<typeof checkIn>>;

/** What is answered to whoever has come in, whichever way. Source: wire protocol §2.6. */
export const enteredReply =
  ({ database }: Pick<ServerPorts, 'database'>): EnteredReply =>
  async ({ memberId, token, refreshToken }) => {
    const userInfo = { ...(await readUserInfo(database.kysely, memberId)), token, refresh_token: refreshToken };
    return { userInfo, routePath: '/user' };
  };
