import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Resource } from '#domain/table/resource';
import { MAX_EARLIER } from '#domain/changes/rule-reach';
import type { Tables } from '../../db/tables/tables.ts';
import { columnsOf } from '../../resources/base/columns.ts';

/**
 * What a rule covers of the time before it was made: deletions whose records are in the journal still, and changes of the fields that it
 * watches. The newest of them; older ones than that stay in the journal alone.
 */
type Section = Pick<Resource, 'name' | 'table' | 'fields' | 'bin'>;

interface Rule {
  readonly id: number;
  /** Unix seconds; what was deleted before then would be gone from the bin. null where it keeps everything. */
  readonly since: number | null;
}

/** What is neither in the bin nor was ever, whose record is not there, and of which that deletion is the last word. */
const deletionsSql = (section: Section, since: number | null): RawBuilder<unknown> => sql`
  select change.* from record_change as change
  where change.resource = ${section.name} and change.kind = 'deleted' and change.erased_at is null
    and change.at >= ${since ?? 0}::bigint
    and not exists (select from recycle_entry as entry where entry.change_id = change.id)
    and not exists (select from ${sql.table(section.table)} as here where here.${sql.id(columnsOf(section as Resource).id.name)} = change.record_id)
    and not exists (select from record_change as later
      where later.resource = change.resource and later.record_id = change.record_id and later.id > change.id)
  order by change.id desc limit ${MAX_EARLIER}`;

/** Each watched column that a change wrote to, and that has no entry. By sets, of which there is an index by section. */
const watchedSql = (section: Section, columns: readonly string[]): RawBuilder<unknown> => sql`
  select change.*, watched.name as data_field
  from (select id from change_set where resource = ${section.name} order by id desc limit ${MAX_EARLIER}) as newest
  join record_change as change on change.set_id = newest.id and change.resource = ${section.name}
  join (select jsonb_array_elements_text(${JSON.stringify(columns)}::jsonb) as name) as watched
    on jsonb_exists(change.after, watched.name)
  where change.kind = 'changed' and change.erased_at is null
    and not exists (select from sensitive_entry as entry where entry.change_id = change.id and entry.data_field = watched.name)
  order by change.id desc limit ${MAX_EARLIER}`;

const countOf = async (kysely: Kysely<Tables>, found: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (${found}) as found`.execute(kysely);
  return rows[0]?.count ?? 0;
};

/** How many earlier deletions a rule would cover: those that wait without one, and those that can be fetched out of the journal. */
export async function countEarlierDeletions(kysely: Kysely<Tables>, section: Section, since: number | null): Promise<number> {
  const waiting = await countOf(
    kysely,
    sql`select 1 from recycle_entry where resource = ${section.name} and state = 'kept' and recycle_id is null limit ${MAX_EARLIER}`,
  );
  if (section.bin === 'fromNow') return waiting;
  return waiting + (await countOf(kysely, deletionsSql(section, since)));
}

export const countEarlierChanges = (kysely: Kysely<Tables>, section: Section, columns: readonly string[]): Promise<number> =>
  columns.length === 0 ? Promise.resolve(0) : countOf(kysely, watchedSql(section, columns));

const ENTRY = sql.raw('change_id, set_id, resource, record_id, title, owner_id, admin_id, ip, useragent, create_time');

/** Puts earlier deletions into the bin, and gives those that wait there without a rule to this one. */
export async function coverDeletions(trx: Kysely<Tables>, section: Section, { id, since }: Rule): Promise<void> {
  await sql`update recycle_entry set recycle_id = ${id}::bigint
    where resource = ${section.name} and state = 'kept' and recycle_id is null`.execute(trx);
  if (section.bin === 'fromNow') return;
  await sql`insert into recycle_entry (${ENTRY}, recycle_id)
    select found.id, found.set_id, found.resource, found.record_id, found.title, found.owner_id,
      case when made.actor_type = 'admin' then made.actor_id else 0 end, made.ip, made.useragent, found.at, ${id}::bigint
    from (${deletionsSql(section, since)}) as found join change_set as made on made.id = found.set_id
    order by found.id`.execute(trx);
}

interface WatchedField {
  readonly key: string;
  readonly value: string;
}

/** Puts earlier changes of watched fields into their log. */
export async function coverChanges(trx: Kysely<Tables>, section: Section, id: number, fields: readonly WatchedField[]): Promise<void> {
  if (fields.length === 0) return;
  const titles = Object.fromEntries(fields.map(({ key, value }) => [key, value.slice(0, 100).toWellFormed()]));
  const found = watchedSql(
    section,
    fields.map(({ key }) => key),
  );
  await sql`insert into sensitive_entry (${ENTRY}, sensitive_id, data_field, data_comment)
    select found.id, found.set_id, found.resource, found.record_id, found.title, found.owner_id,
      case when made.actor_type = 'admin' then made.actor_id else 0 end, made.ip, made.useragent, found.at,
      ${id}::bigint, found.data_field, coalesce(${JSON.stringify(titles)}::jsonb ->> found.data_field, '')
    from (${found}) as found join change_set as made on made.id = found.set_id
    order by found.id`.execute(trx);
}
