import { type Kysely, sql } from 'kysely';

/**
 * Each request of a member to end the account is a record with a life. What was asked for until now comes along; the former table stays for
 * processes of the version before, and what these still write there is taken over by the sweep. Why: docs/decisions/207-requests-of-deletion-are-records.md
 */
export const memberDeletionRequests = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  // No key to the member: what was asked for is told when the member's record is gone, too.
  `create table member_deletion_request (id bigint generated always as identity primary key, member_id bigint not null,
     status varchar(10) not null default 'asked' check (status in ('asked', 'cancelled', 'done')), create_time bigint not null,
     due_time bigint not null, remind_time bigint, end_time bigint)`,
  // One that is open or done at a time.
  "create unique index member_deletion_request_open on member_deletion_request (member_id) where status <> 'cancelled'",
  'create index member_deletion_request_member on member_deletion_request (member_id, id desc)',
  'create index member_deletion_request_status on member_deletion_request (status, id desc)',
  'create index member_deletion_request_due on member_deletion_request (due_time, id)',
  'create index member_deletion_request_created on member_deletion_request (create_time, id)',
  `insert into member_deletion_request (member_id, status, create_time, due_time, remind_time, end_time)
     select member_id, case when done_at is null then 'asked' else 'done' end, asked_at, due_at,
       case when done_at is null then due_at - 86400 end, done_at from member_deletion order by asked_at, member_id`,
  'delete from member_deletion where done_at is null',
];
