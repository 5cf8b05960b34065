import { adminInit, frontInit } from '#api/contract/session/session';
import { mount, mountForAdmin } from '../../routing/mount.ts';
import { GateError, needLogin, TOKEN_EXPIRED } from '../../routing/replies.ts';
import type { MemberSessions } from '../members/sign-in/member-sessions.service.ts';
import type { Notifications } from '../notifications/notifications.service.ts';
import type { FeatureContext } from '../base/feature.ts';
import { startBackOffice, startFront } from './start-up.service.ts';

/** What pages begin with: the back office of who is signed in, and the site of whoever comes. */
export function startUpRoutes(
  { table, ports, resources }: Pick<FeatureContext, 'table' | 'ports' | 'resources'>,
  members: Pick<MemberSessions, 'identify'>,
  notifications: Pick<Notifications, 'countUnread'>,
): void {
  const find = (name: string) => resources.get(name)?.resource;
  mountForAdmin(table, adminInit, (_input, caller) => startBackOffice(ports, caller, find, notifications));

  mount(table, frontInit, async ({ requiredLogin }, caller) => {
    const start = await startFront(ports, caller);
    // Nobody is led to a sign-in that is closed.
    if (start.openMemberCenter && caller.kind !== 'member' && Number(requiredLogin ?? 0) === 1) {
      const { member } = caller.tokens;
      const isExpired = member !== null && (await members.identify(member, caller.client)) === 'expired';
      // Only the newer dialect asks for it here.
      throw new GateError(isExpired ? TOKEN_EXPIRED : needLogin('member', 'v2'));
    }
    return start;
  });
}
