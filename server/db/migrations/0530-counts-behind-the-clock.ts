import { type Kysely, sql } from 'kysely';

/** Attempts that lie ahead were counted by a clock that was set back since: they count no more, or nobody would get a code until then. */
export const countsBehindTheClock = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(statement).execute(db);
  },
};

const statement = `create or replace function count_attempt(keys jsonb, now_seconds bigint) returns bigint language plpgsql as $body$
   declare given record; total bigint;
   begin
     perform pg_advisory_xact_lock(hashtext('throttle'), name.hash)
       from (select distinct hashtext(one ->> 'key') as hash from jsonb_array_elements(keys) as one order by hash) as name;
     for given in select * from jsonb_to_recordset(keys) as one (key text, "count" bigint, "windowSeconds" bigint, "bucketSeconds" bigint) loop
       select coalesce(sum(counter.count), 0) into total from throttle_counter as counter
         where counter.key = given.key and window_start > now_seconds - given."windowSeconds" - given."bucketSeconds"
           and window_start <= now_seconds;
       if total >= given."count" then return given."windowSeconds"; end if;
     end loop;
     insert into throttle_counter (key, window_start, count)
       select one.key, now_seconds - now_seconds % one."bucketSeconds", 1
       from jsonb_to_recordset(keys) as one (key text, "bucketSeconds" bigint)
       on conflict (key, window_start) do update set count = throttle_counter.count + 1;
     return 0;
   end $body$`;
