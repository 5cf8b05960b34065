import { type Kysely, sql } from 'kysely';

/**
 * Counters that give a place back when what was counted turned out right, and where each account has signed in of late. Turns of codes
 * belong to whoever asked. Source: security.md rules 7, 8, goal C13.
 */
export const guesses = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // A sum over buckets has no row of its own to lock. Locks are taken in one order, so that nobody waits in a circle; each statement
  // after them sees what was counted before.
  `create function count_attempt(keys jsonb, now_seconds bigint) returns bigint language plpgsql as $body$
   declare given record; total bigint;
   begin
     perform pg_advisory_xact_lock(hashtext('throttle'), name.hash)
       from (select distinct hashtext(one ->> 'key') as hash from jsonb_array_elements(keys) as one order by hash) as name;
     for given in select * from jsonb_to_recordset(keys) as one (key text, "count" bigint, "windowSeconds" bigint, "bucketSeconds" bigint) loop
       select coalesce(sum(counter.count), 0) into total from throttle_counter as counter
         where counter.key = given.key and window_start > now_seconds - given."windowSeconds" - given."bucketSeconds";
       if total >= given."count" then return given."windowSeconds"; end if;
     end loop;
     insert into throttle_counter (key, window_start, count)
       select one.key, now_seconds - now_seconds % one."bucketSeconds", 1
       from jsonb_to_recordset(keys) as one (key text, "bucketSeconds" bigint)
       on conflict (key, window_start) do update set count = throttle_counter.count + 1;
     return 0;
   end $body$`,
  'alter table throttle_counter drop constraint throttle_counter_count_check',
  'alter table throttle_counter add constraint throttle_counter_count_check check (count >= 0)',
  `create table sign_in_place (account_type varchar(5) not null check (account_type in ('admin', 'user')), account_id bigint not null,
     network varchar(60) not null, last_time bigint not null, primary key (account_type, account_id, network))`,
  'create index sign_in_place_age on sign_in_place (last_time)',
  "alter table code_turn add column requester varchar(100) not null default ''",
  'alter table code_turn drop constraint code_turn_pkey',
  'alter table code_turn add primary key (purpose, target, requester)',
];
