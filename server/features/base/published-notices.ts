import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';

/** States of notices that are shown in their time; one that waits for it may be led on a moment later than it comes. */
export const SHOWN_NOTICES = ['on', 'ready'] as const;

/** Notices whose time it is, whoever they are for. */
export const publishedNotices = (kysely: Kysely<Tables>, now: number) =>
  kysely
    .selectFrom('notice')
    .where('status', 'in', SHOWN_NOTICES)
    .where((e) => e.or([e('publish_time', 'is', null), e('publish_time', '<=', now)]))
    .where((e) => e.or([e('expire_time', 'is', null), e('expire_time', '>', now)]));

/** When a notice came. */
export const noticeTime = sql<number>`coalesce(publish_time, notice.create_time)`;

/** Pinned ones first, then the newest. */
export const inNoticeOrder = <Selected>(query: SelectQueryBuilder<Tables, 'notice', Selected>) =>
  query.orderBy('is_pinned', 'desc').orderBy(noticeTime, 'desc').orderBy('id', 'desc');
