import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import { NOTIFICATION_SECONDS } from './limits.ts';
import type { KnownSections } from './notification-words.ts';

interface Which {
  /** Those of one administrator, who has been told what there was to tell; else everybody's of which nothing is left to tell. */
  readonly adminId?: number;
  /** Unix seconds. */
  readonly now: number;
}

/** Ends watches of records and sections that are gone: nobody can open one to watch it no more. A section that pauses is there. */
export async function endWatches(kysely: Kysely<Tables>, resources: KnownSections, which: Which): Promise<void> {
  const names = await kysely
    .selectFrom('record_watch')
    .select('resource')
    .distinct()
    .$if(which.adminId !== undefined, (query) => query.where('admin_id', '=', which.adminId ?? 0))
    .execute();
  if (names.length === 0) return;
  const known = await kysely.selectFrom('section').select('name').where('state', '<>', 'draft').execute();
  for (const { resource } of names) {
    const context = resources.get(resource)?.context;
    if (!context && known.some(({ name }) => name === resource)) continue;
    const isGone = context
      ? sql<SqlBool>`not exists (select from ${sql.table(context.resource.table)} as record
          where ${sql.id('record', context.columns.id.name)} = watch.record_id)`
      : sql<SqlBool>`true`;
    await sql`delete from record_watch as watch where watch.resource = ${resource} and ${isOf(which)} and ${isGone}`.execute(kysely);
  }
}

const isOf = ({ adminId, now }: Which) =>
  adminId === undefined
    ? sql<SqlBool>`not exists (select from record_change as change join change_set as written on written.id = change.set_id
        where change.resource = watch.resource and change.record_id = watch.record_id and change.id > watch.seen_change
          and not (written.actor_type = 'admin' and written.actor_id = watch.admin_id)
          and written.at > ${now - NOTIFICATION_SECONDS}::bigint)`
    : sql<SqlBool>`watch.admin_id = ${adminId}`;
