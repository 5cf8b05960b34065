import type { Transaction } from 'kysely';
import { checkBirthday } from '#domain/members/member-rules';
import type { Tables } from '#server/db/tables/tables';
import { FieldsRefused } from '#server/base/refusal';
import { localText } from '#domain/base/zone-time';
import { lockAccount } from '#server/resources/access/locked-account';
import { storeMemberPassword } from '#server/resources/access/member-password';
import { revokeAccount } from '#server/resources/access/token-store';
import { mapReplyRows } from '#server/resources/base/list-reply';
import { createSecurityLog } from '#server/features/base/security-log';
import { eraseChats } from '#server/features/chat/own-data/erase-chats';
import { messagesThrough } from '#server/features/members/messages/member-messages';
import { tellAddressByStaff } from '#server/features/members/way-back';
import { isDone } from '#server/features/members/own-data/deletion-requests';
import { tellMember } from '#server/features/members/sign-in/member-holders';
import { voidDoors } from '#server/features/session/base/void-doors';
import { sectionHooks } from '#server/features/base/section-hooks';
import { withChosenAvatar } from '#server/features/rights/chosen-avatar';
import { isEntered, preparedHashes } from '#server/resources/write/prepared-hashes';
import { member } from './member.resource.ts';

async function endSessions(trx: Transaction<Tables>, accountId: number, now: number): Promise<void> {
  await revokeAccount(await lockAccount(trx, { area: 'user', accountId }), now);
}

/** Whether the member has ended the account: nobody begins it again. The name tells it of a row that came back from the bin. */
async function hasEnded(trx: Transaction<Tables>, { id, username }: Readonly<Record<string, unknown>>): Promise<boolean> {
  if (username === `deleted-${Number(id)}`) return true;
  return isDone(trx, Number(id));
}

const ADDRESSES = ['email', 'mobile'] as const;

/** The day that has begun furthest east: nobody's today lies in the future. */
const latestToday = (seconds: number): string => localText(seconds, 'Pacific/Kiritimati').slice(0, 10);

/**
 * The password of a member goes to a table of its own and never comes back; a blank one keeps the old. A new one, another address, a disabled account
 * and its end also end the member's sessions, and a new password the passkeys and links too; the member is told of both. On the wire the gender is a
 * number. Source: wire protocol §5.7; security.md rules 4, 6, 12.
 */
export const memberHooks = sectionHooks(member, ({ ports }) => {
  const hashes = preparedHashes(ports.passwords);
  const securityLog = createSecurityLog(ports);
  const messages = messagesThrough(ports);
  const tellers = { ports, securityLog, tell: tellMember(messages) };
  // A new member has no id before the row is written.
  const waiting = new WeakMap<Transaction<Tables>, string>();

  return {
    prepare: ({ password }, caller) => hashes.prepare(password, caller),
    async beforeWrite({ password, ...values }, { trx, caller, before, nowSeconds: now }) {
      const issue = values.birthday === before?.['birthday'] ? null : checkBirthday(values.birthday, latestToday(now));
      if (issue) throw new FieldsRefused({ birthday: issue });
      if (before && values.status === 'enable' && (await hasEnded(trx, before)))
        throw new FieldsRefused({ status: { key: 'refusals.member.accountEnded' } });
      if (isEntered(password)) {
        const hash = await hashes.of(password, caller);
        if (before) {
          const memberId = Number(before['id']);
          await storeMemberPassword(trx, memberId, hash, now);
          const whose = { accountType: 'user', accountId: memberId, detail: { byAdmin: caller.id } } as const;
          await securityLog.write('password.reset', caller.client, whose, trx);
          await messages.tell(trx, memberId, 'passwordSetByStaff', caller.client);
          await voidDoors(tellers, await lockAccount(trx, { area: 'user', accountId: memberId }), caller.client, whose.detail);
        } else waiting.set(trx, hash);
      }
      const moved = before ? ADDRESSES.filter((channel) => values[channel] !== undefined && values[channel] !== before[channel]) : [];
      for (const channel of moved) {
        const account = await lockAccount(trx, { area: 'user', accountId: Number(before?.['id']) });
        await tellAddressByStaff({ securityLog, messages }, account, { channel, client: caller.client, byAdmin: caller.id });
      }
      if (before && (isEntered(password) || moved.length > 0 || values.status === 'disable'))
        await endSessions(trx, Number(before['id']), now);
      return withChosenAvatar(values);
    },
    async afterWrite({ id }, { trx, nowSeconds: now }) {
      const hash = waiting.get(trx);
      waiting.delete(trx);
      if (hash !== undefined) await storeMemberPassword(trx, id, hash, now);
    },
    async beforeRemove(ids, { trx, caller, nowSeconds: now }) {
      for (const id of ids) await endSessions(trx, id, now);
      await eraseChats(ports, trx, 'member', ids, { at: now, by: caller.id });
      return ids;
    },
    form: (row) => Promise.resolve({ ...row, password: '' }),
    // Two of the same nickname are told apart where they are chosen. Source: wire protocol §5.7, "select=true".
    async list(query, _context, list) {
      const reply = await list(query);
      if (!query.select) return reply;
      return mapReplyRows(reply, (row) => ({ ...row, nickname_text: `${String(row['username'])}(ID:${String(row['id'])})` }));
    },
    present: async (records) => records.map((record) => ({ ...record, gender: Number(record.gender) as never })),
  };
});
