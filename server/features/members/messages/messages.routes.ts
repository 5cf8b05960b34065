import * as contract from '#api/contract/members/messages';
import { mountForMember } from '../../../routing/mount.ts';
import type { RouteTable } from '../../../routing/route-table.ts';
import type { OwnNotices } from '../notices/own-notices.ts';
import type { OwnMessages } from './messages.service.ts';

/** What else waits for a member than messages. */
interface Waiting {
  readonly notices: Pick<OwnNotices, 'countUnread'>;
  readonly deletion: { dueTime(memberId: number): Promise<number | null> };
}

/** What members are told, and how they want to be. */
export function memberMessageRoutes(table: RouteTable, messages: OwnMessages, { notices, deletion }: Waiting): void {
  mountForMember(table, contract.listMessages, (query, caller) => messages.list(caller, query));
  mountForMember(table, contract.countUnread, async (_input, caller) => {
    const due = await deletion.dueTime(caller.id);
    const [unread, ofNotices] = [await messages.countUnread(caller), await notices.countUnread(caller)];
    return { unread, notices: ofNotices, ...(due !== null && { deletion_due: due }) };
  });
  mountForMember(table, contract.readMessages, async ({ ids }, caller) => ({ unread: await messages.read(caller, ids) }));
  mountForMember(table, contract.removeMessages, async ({ ids }, caller) => ({ unread: await messages.remove(caller, ids) }));
  mountForMember(table, contract.readPreferences, (_input, caller) => messages.preferences(caller));
  mountForMember(table, contract.savePreference, async (wanted, caller) => {
    await messages.savePreference(caller, wanted);
    return null;
  });
}
