import { type Kysely, sql } from 'kysely';

/**
 * Deleted files wait in the recycle bin with their bytes. What waits counts as a holder of a blob as records do, whichever way it got into
 * the bin and out of it.
 */
export const recycledFiles = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const references = [
  `create or replace function count_blob_references() returns trigger language plpgsql as $body$
   begin
     if tg_op <> 'INSERT' then update blob set refs = refs - 1 where id = old.blob_id; end if;
     if tg_op <> 'DELETE' then update blob set refs = refs + 1 where id = new.blob_id; end if;
     return null;
   end $body$`,
  // A record goes before its entry comes: only what nobody holds at the end of the transaction goes.
  `create function drop_unused_blob() returns trigger language plpgsql as $body$
   begin
     delete from blob where id = new.id and refs = 0;
     return null;
   end $body$`,
  `create constraint trigger blob_unused after update of refs on blob deferrable initially deferred
     for each row when (new.refs = 0) execute function drop_unused_blob()`,
  `create trigger attachment_bytes_changed after update of blob_id on attachment for each row
     when (old.blob_id is distinct from new.blob_id) execute function count_blob_references()`,
];

const waiting = [
  `create table recycled_file (entry_id bigint primary key, blob_id bigint references blob (id), url varchar(255) not null,
     is_released boolean not null default false)`,
  'create index recycled_file_blob on recycled_file (blob_id)',
  'create index recycled_file_url on recycled_file (url)',
  'create index recycled_file_released on recycled_file (entry_id) where is_released',
  `create trigger recycled_file_references after insert or delete on recycled_file for each row execute function count_blob_references()`,
  `create function keep_recycled_file() returns trigger language plpgsql as $body$
   begin
     if tg_op = 'INSERT' then
       insert into recycled_file (entry_id, blob_id, url)
         select new.id, blob.id, change.before ->> 'url' from record_change as change
         left join blob on blob.sha256 = change.beside #>> '{rows,blob,0,sha256}' and blob.size = (change.beside #>> '{rows,blob,0,size}')::bigint
         where change.id = new.change_id and change.before ->> 'url' is not null and (blob.id is not null or change.before ->> 'storage' = 'cloud');
     elsif new.state = 'restored' then
       delete from recycled_file where entry_id = new.id;
     else
       update recycled_file set is_released = true where entry_id = new.id;
     end if;
     return null;
   end $body$`,
  `create trigger recycle_entry_file after insert on recycle_entry for each row
     when (new.resource = 'attachment' and new.state = 'kept') execute function keep_recycled_file()`,
  `create trigger recycle_entry_file_settled after update of state on recycle_entry for each row
     when (new.resource = 'attachment' and old.state = 'kept' and new.state <> 'kept') execute function keep_recycled_file()`,
];

const statements: readonly string[] = [
  ...references,
  ...waiting,
  // Somebody may have stored a file anew while it waits: both addresses work then.
  'drop index attachment_owner_bytes',
  'create index attachment_owner_bytes on attachment (admin_id, user_id, topic, storage, blob_id) where blob_id is not null',
];
