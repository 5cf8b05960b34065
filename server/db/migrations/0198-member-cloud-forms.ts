import { type Kysely, sql } from 'kysely';

/** Which files of members are on their way to the cloud store: one row for each form, so that what never arrives whole is found and goes. */
export const memberCloudForms = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table member_cloud_form (sent_key varchar(255) primary key, kept_key varchar(255) not null, user_id bigint not null,
     url varchar(255) not null, bucket varchar(255) not null, region varchar(64) not null, size bigint not null, sha1 varchar(40) not null,
     signed_at bigint not null, state varchar(12) not null default 'open')`,
  'create index member_cloud_form_member on member_cloud_form (user_id)',
  'create index member_cloud_form_signed on member_cloud_form (signed_at)',
];
