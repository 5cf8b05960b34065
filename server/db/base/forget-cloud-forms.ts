import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables/tables.ts';

/**
 * A copy that is put back knows nothing of what was sent since, and the database from which it was made, or a newer one that is put back
 * later, may. Without the marks of their forms it takes none of those files for a stray. What it had promised to remove stays promised.
 */
export async function forgetCloudForms(kysely: Kysely<Tables>): Promise<void> {
  await sql`do $$ begin
    if to_regclass('public.cloud_form') is not null then delete from public.cloud_form; end if;
    if to_regclass('public.member_cloud_form') is not null then delete from public.member_cloud_form where state <> 'released'; end if;
  end $$`.execute(kysely);
}
