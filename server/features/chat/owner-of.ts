import type { ChatArea } from '#api/contract/chat/first-calls';
import type { Caller } from '../../base/caller.ts';
import { networkOf } from '../../base/network.ts';
import { SessionEnded } from '../../base/refusal.ts';
import { GateError, TOKEN_EXPIRED } from '../../routing/replies.ts';
import type { MemberSessions } from '../members/sign-in/member-sessions.service.ts';
import type { ChatOwner } from './base/owner.ts';
import type { Visitors } from './visitors.ts';

/** @throws where a member's token has expired or ended: whoever signed in does not become a visitor unawares */
export type OwnerOf = (caller: Caller, area: ChatArea) => Promise<ChatOwner>;

export const createOwnerOf =
  (members: Pick<MemberSessions, 'identify'>, visitors: Visitors): OwnerOf =>
  async (caller, area) => {
    const network = networkOf(caller.client.ip);
    if (caller.kind === 'admin') return { kind: 'admin', id: caller.id, groupIds: caller.grants.groupIds, network, caller };
    if (area === 'admin') throw new SessionEnded('admin');
    if (caller.kind === 'member') return { kind: 'member', id: caller.id, groupIds: [caller.groupId], network, caller };
    const { member, chatVisitor } = caller.tokens;
    if (member !== null) {
      if ((await members.identify(member, caller.client)) === 'expired') throw new GateError(TOKEN_EXPIRED);
      throw new SessionEnded('member');
    }
    const id = chatVisitor === null || chatVisitor === undefined ? null : await visitors.find(chatVisitor);
    return { kind: 'visitor', id, groupIds: [], network, caller };
  };
