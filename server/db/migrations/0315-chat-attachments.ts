import { type Kysely, sql } from 'kysely';

/** Files that members and administrators hand to the chat with a question. Bytes lie on the disk under a name of their own, as those of exports do. */
export const chatAttachments = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements: readonly string[] = [
  `create table chat_attachment (id bigint generated always as identity primary key, uuid uuid not null constraint chat_attachment_uuid_unique unique,
     owner_type varchar(7) not null check (owner_type in ('member', 'admin')), owner_id bigint not null, name varchar(200) not null,
     kind varchar(7) not null check (kind in ('picture', 'text')), mime_type varchar(100) not null, size integer not null check (size >= 0),
     width integer not null default 0, height integer not null default 0, file_id varchar(100) not null, text text, create_time bigint not null,
     check ((kind = 'text') = (text is not null)))`,
  'create index chat_attachment_owner on chat_attachment (owner_type, owner_id)',
  'create index chat_attachment_created on chat_attachment (create_time)',
  'create index chat_attachment_file on chat_attachment (file_id)',
  // An attachment without any such row was never sent, or whatever it was sent with is gone. While there is one, it cannot be deleted.
  `create table chat_message_attachment (message_id bigint not null references chat_message (id) on delete cascade,
     attachment_id bigint not null references chat_attachment (id), place smallint not null, primary key (message_id, attachment_id))`,
  'create index chat_message_attachment_file on chat_message_attachment (attachment_id)',
];
