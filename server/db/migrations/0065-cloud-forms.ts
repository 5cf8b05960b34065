import { type Kysely, sql } from 'kysely';

/** Which forms for the cloud store were signed, so that what came by them and was never registered is found. Source: security.md rule 22. */
export const cloudForms = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table cloud_form (admin_id bigint not null, url varchar(255) not null, bucket varchar(255) not null, region varchar(64) not null,
     mark varchar(64) not null, signed_at bigint not null, cursor_key varchar(1024) not null default '',
     primary key (admin_id, url, bucket, region))`,
  // A new database gets this row with its first data instead.
  `insert into config (name, "group", title, tip, type, value, rule, weigh)
   select 'cloud_stray_days', 'retention', 'Keep unregistered files in the cloud store', 'In days; 0 keeps it for ever', 'number', '1', 'required', 95
   where exists (select from admin_group) on conflict (name) do nothing`,
];
