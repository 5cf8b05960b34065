import { sql, type Kysely } from 'kysely';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import type { listNotices, openNotice } from '#api/contract/members/notices';
import type { Language } from '#domain/base/language';
import { cleanRichText } from '#domain/fields/rich-text';
import { richTextExcerpt } from '#domain/fields/rich-text-excerpt';
import { inLanguage } from '#domain/site/in-language';
import type { MemberCaller } from '../../../base/caller.ts';
import { notFound } from '../../../base/refusal.ts';
import type { Row, Tables } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { lockOwnAccount } from '../../../resources/access/own-account.ts';
import { pageOf } from '../../base/page.ts';
import { inNoticeOrder, noticeTime, publishedNotices } from '../../base/published-notices.ts';

const MAX_PAGE = 10_000;

/** Notices as one member reads them. Those for others are not found, as those that never were. */
export interface OwnNotices {
  list(caller: MemberCaller, query: ParsedInputOf<typeof listNotices>): Promise<OutputOf<typeof listNotices>>;
  open(caller: MemberCaller, id: number): Promise<OutputOf<typeof openNotice>>;
  /** @param ids left out: all of them. @returns how many are unread then */
  read(caller: MemberCaller, ids?: readonly number[]): Promise<number>;
  countUnread(caller: MemberCaller): Promise<number>;
}

/** What everybody may read, what all members may, and what is for the member's group. */
const noticesFor = (kysely: Kysely<Tables>, { groupId }: Pick<MemberCaller, 'groupId'>, now: number) =>
  publishedNotices(kysely, now).where((e) => e.or([e('audience', '=', 'public'), e('group_id', 'is', null), e('group_id', '=', groupId)]));

/** It came after the member had joined, who has not read it: what had been there before waits for nobody. */
const isNew = (memberId: number) => sql<boolean>`(${noticeTime} >= (select member.create_time from member where member.id = ${memberId})
  and not exists (select from notice_read where notice_read.notice_id = notice.id and notice_read.member_id = ${memberId}))`;

const told = (language: Language, chinese: string, english: string, make = (text: string) => text) => {
  const { text, isTranslated } = inLanguage(language, chinese, english);
  return { text: make(text), is_translated: isTranslated };
};

type Head = Pick<Row<'notice'>, 'id' | 'title' | 'title_en' | 'is_pinned' | 'audience'> & { readonly time: number };
const HEAD = ['id', 'title', 'title_en', 'body', 'body_en', 'is_pinned', 'audience', noticeTime.as('time')] as const;

const headOf = ({ id, title, title_en: english, is_pinned: pinned, audience, time }: Head, language: Language) => ({
  id,
  title: told(language, title, english),
  is_pinned: pinned === '1',
  is_for_members: audience === 'members',
  time,
});

export function createOwnNotices(ports: Pick<ServerPorts, 'database' | 'clock'>): OwnNotices {
  const { database } = ports;
  const { kysely } = database;
  const forCaller = (caller: MemberCaller) => noticesFor(kysely, caller, nowSeconds(ports));

  const countUnread = async (caller: MemberCaller): Promise<number> => {
    const { unread } = await forCaller(caller)
      .where(isNew(caller.id))
      .select((select) => select.fn.countAll<number>().as('unread'))
      .executeTakeFirstOrThrow();
    return unread;
  };

  return {
    countUnread,

    async list(caller, asked) {
      const { limit, offset } = pageOf(asked, MAX_PAGE);
      const { total } = await forCaller(caller)
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await inNoticeOrder(forCaller(caller).select([...HEAD, isNew(caller.id).as('is_new')]))
        .limit(limit)
        .offset(offset)
        .execute();
      const { language } = caller.client;
      const list = rows.map(({ is_new, body, body_en: english, ...head }) => ({
        ...headOf(head, language),
        excerpt: told(language, body, english, richTextExcerpt),
        is_new,
      }));
      return { list, total, unread: await countUnread(caller) };
    },

    async open(caller, id) {
      const row = await forCaller(caller).select(HEAD).where('id', '=', id).executeTakeFirst();
      if (!row) throw notFound();
      const { body, body_en: english, ...head } = row;
      return { ...headOf(head, caller.client.language), body: told(caller.client.language, body, english, cleanRichText) };
    },

    async read(caller, ids) {
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller);
        const now = nowSeconds(ports);
        const meant = noticesFor(trx, caller, now).$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]));
        if (ids !== undefined && (await meant.select('id').execute()).length !== new Set(ids).size) throw notFound();
        await trx
          .insertInto('notice_read')
          .columns(['member_id', 'notice_id', 'read_time'])
          .expression(meant.select([sql<number>`${caller.id}::bigint`.as('member_id'), 'id', sql<number>`${now}::bigint`.as('read_time')]))
          .onConflict((on) => on.columns(['member_id', 'notice_id']).doNothing())
          .execute();
      });
      return countUnread(caller);
    },
  };
}
