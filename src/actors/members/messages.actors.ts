import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { listMessages, readMessages, readPreferences, removeMessages, savePreference } from '#api/contract/members/messages';
import { MEMBER_MESSAGES_A_PAGE, messagesMachine, type MessageDeed, type MessagePage } from '#machines/members/messages.machine';

/** The member's messages, as the server has them. */
export const messagesLogic = ({ call }: { readonly call: Call }): typeof messagesMachine =>
  messagesMachine.provide({
    actors: {
      loadMessages: fromPromise(async ({ input: { page }, signal }): Promise<MessagePage> => {
        const options = { signal, duplicates: 'allowed' } as const;
        const [{ list, total, unread }, preferences] = await Promise.all([
          call(listMessages, { page, limit: MEMBER_MESSAGES_A_PAGE }, options),
          call(readPreferences, {}, options),
        ]);
        return {
          list: list.map(({ create_time: createTime, read_time: readTime, ...message }) => ({
            ...message,
            createTime,
            isRead: readTime !== null,
          })),
          total,
          unread,
          preferences: preferences.list.map(({ kind, by_mail: byMail, in_app: inApp, is_fixed: isFixed }) => ({
            kind,
            byMail,
            inApp,
            isFixed,
          })),
          hasEmail: preferences.has_email,
        };
      }),
      doDeed: fromPromise(async ({ input, signal }) => doDeed(call, input, signal)),
    },
  });

async function doDeed(call: Call, deed: MessageDeed, signal: AbortSignal): Promise<void> {
  if (deed.kind === 'read') await call(readMessages, deed.ids === null ? {} : { ids: [...deed.ids] }, { signal });
  else if (deed.kind === 'remove') await call(removeMessages, { ids: [...deed.ids] }, { signal });
  else {
    const { kind, byMail, inApp } = deed.preference;
    const chosen = { ...(byMail !== undefined && { by_mail: byMail }), ...(inApp !== undefined && { in_app: inApp }) };
    await call(savePreference, { kind, ...chosen }, { signal });
  }
}
