import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { listNotices, openNotice, readNotices } from '#api/contract/members/notices';
import type { LocalText } from '#domain/site/document-page';
import { memberNoticesMachine, type NoticePage, type OpenedNotice } from '#machines/members/member-notices.machine';

/** As many as fit a screen. */
export const NOTICES_A_PAGE = 10;

const textOf = ({ text, is_translated: isTranslated }: { readonly text: string; readonly is_translated: boolean }): LocalText => ({
  text,
  isTranslated,
});

/** The member's notices, as the server has them. */
export const memberNoticesLogic = ({ call }: { readonly call: Call }): typeof memberNoticesMachine =>
  memberNoticesMachine.provide({
    actors: {
      loadNotices: fromPromise(async ({ input: { page }, signal }): Promise<NoticePage> => {
        const { list, total, unread } = await call(listNotices, { page, limit: NOTICES_A_PAGE }, { signal });
        return {
          list: list.map(({ id, title, excerpt, time, is_pinned: isPinned, is_for_members: isForMembers, is_new: isNew }) => ({
            id,
            title: textOf(title),
            excerpt: textOf(excerpt),
            time,
            isPinned,
            isForMembers,
            isNew,
          })),
          total,
          unread,
        };
      }),
      openNotice: fromPromise(async ({ input: { id }, signal }): Promise<OpenedNotice> => {
        const { body } = await call(openNotice, { id }, { signal });
        const { unread } = await call(readNotices, { ids: [id] }, { signal });
        return { id, body: textOf(body), unread };
      }),
      readAll: fromPromise(async ({ signal }) => {
        await call(readNotices, {}, { signal });
      }),
    },
  });
