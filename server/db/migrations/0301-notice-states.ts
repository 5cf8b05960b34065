import { type Kysely, sql } from 'kysely';

/**
 * Notices are reviewed, wait for their time, and end: until now that followed from their dates alone. Which of them are on the site stays as
 * it is.
 */
export const noticeStates = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const SHOWN = "status in ('on', 'ready')";

const statements: readonly string[] = [
  'drop index notice_order',
  'drop index notice_publication',
  'drop index notice_expiry',
  'alter table notice drop constraint if exists notice_status_check',
  'alter table notice alter column status type varchar(10)',
  "alter table notice add constraint notice_status_check check (status in ('draft', 'review', 'ready', 'on', 'ended'))",
  "update notice set status = 'ended' where status = 'on' and expire_time <= extract(epoch from now())",
  "update notice set status = 'ready' where status = 'on' and publish_time > extract(epoch from now())",
  `create index notice_order on notice (is_pinned desc, coalesce(publish_time, create_time) desc, id desc) where ${SHOWN}`,
  `create index notice_publication on notice (publish_time) where ${SHOWN}`,
  `create index notice_expiry on notice (expire_time) where ${SHOWN}`,
];
