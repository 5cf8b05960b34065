import { sql, type Kysely, type Selectable } from 'kysely';
import { MAX_PLAN_ENTRIES, type Beside } from '#domain/changes/change';
import { refKey, type ChangeEntry, type RecordRef } from '#domain/changes/journal';
import type { JournalSet } from '#domain/changes/undo-plan';
import type { ChangeSetTable } from '#sections/change-set/change-set.table.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { idsSql } from '../write/unit-of-work.ts';

/** A change set as it is kept. */
export type StoredSet = Selectable<ChangeSetTable>;

/** An entry with what the record was called, and whose it was. */
export interface KeptEntry extends ChangeEntry {
  readonly title: string;
  readonly ownerId: number | null;
  readonly beside?: Beside;
}

/** @returns those that there are, the newest first */
export const readSets = (kysely: Kysely<Tables>, ids: readonly number[]): Promise<StoredSet[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : kysely.selectFrom('change_set').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute();

/** What these sets take back, and who has taken them back, and those, and so on: by whom each of them is undone follows from it. */
export async function readUndoes(kysely: Kysely<Tables>, ids: readonly number[]): Promise<readonly JournalSet[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ set_id: number; undoes_id: number }>`with recursive linked as (
      select set_id, undoes_id from change_set_undo where undoes_id in ${idsSql(ids)} or set_id in ${idsSql(ids)}
      union select further.set_id, further.undoes_id from change_set_undo as further join linked on further.undoes_id = linked.set_id)
    select set_id, undoes_id from linked`.execute(kysely);
  const undoes = Map.groupBy(rows, ({ set_id: id }) => id);
  return [...new Set([...ids, ...undoes.keys()])].map((id) => ({ id, undoes: (undoes.get(id) ?? []).map((row) => row.undoes_id) }));
}

interface EntryRow {
  readonly id: number;
  readonly set_id: number;
  readonly resource: string;
  readonly record_id: number;
  readonly before: ChangeEntry['before'];
  readonly after: ChangeEntry['after'];
  readonly erased_at: number | null;
  readonly title: string;
  readonly owner_id: number | null;
  readonly beside: Beside | null;
}

const entryOf = (row: EntryRow): KeptEntry => ({
  id: row.id,
  setId: row.set_id,
  resource: row.resource,
  recordId: row.record_id,
  before: row.before,
  after: row.after,
  isErased: row.erased_at !== null,
  title: row.title,
  ownerId: row.owner_id,
  ...(row.beside && { beside: row.beside }),
});

const COLUMNS = sql`change.id, change.set_id, change.resource, change.record_id, change.before, change.after, change.erased_at, change.title, change.owner_id, change.beside`;

/** The entries of sets, in the order of writing; of more than a plan may touch one more, so that it can be told. */
export async function entriesOfSets(kysely: Kysely<Tables>, ids: readonly number[]): Promise<readonly KeptEntry[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<EntryRow>`select ${COLUMNS} from record_change as change where change.set_id in (${sql.join(ids)})
    order by change.id limit ${MAX_PLAN_ENTRIES + 1}`.execute(kysely);
  return rows.map(entryOf);
}

/** Whatever has come to records since, in the order of writing. */
export async function entriesOfRecords(kysely: Kysely<Tables>, refs: readonly RecordRef[], since: number): Promise<readonly KeptEntry[]> {
  if (refs.length === 0) return [];
  const wanted = [...new Map(refs.map((ref) => [refKey(ref), ref])).values()].map(({ resource, recordId }) => ({
    resource,
    record_id: recordId,
  }));
  const { rows } = await sql<EntryRow>`select ${COLUMNS}
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (resource varchar, record_id bigint)
    join record_change as change on change.resource = wanted.resource and change.record_id = wanted.record_id and change.id >= ${since}::bigint
    order by change.id limit ${MAX_PLAN_ENTRIES + 1}`.execute(kysely);
  return rows.map(entryOf);
}

/** Of what a section, or one record of it, is asked. */
interface Section {
  readonly resource: string;
  /** Null for all of its records. */
  readonly recordId: number | null;
}

const ofSection = ({ resource, recordId }: Section) =>
  sql`change.resource = ${resource} and ${recordId === null ? sql`true` : sql`change.record_id = ${recordId}::bigint`}`;

/** Whatever has come to a section, or to one record of it, after a set. */
export async function entriesAfter(kysely: Kysely<Tables>, section: Section, after: number): Promise<readonly KeptEntry[]> {
  const { rows } = await sql<EntryRow>`select ${COLUMNS} from record_change as change
    where ${ofSection(section)} and change.id > ${after}::bigint and change.set_id > ${after}::bigint
    order by change.id limit ${MAX_PLAN_ENTRIES + 1}`.execute(kysely);
  return rows.map(entryOf);
}

/**
 * Whatever has come to a section, or to one record of it, since a moment: by writes that began after it, and by what came to the same
 * record after those. A write is of the moment at which it began, whatever section it began in; those that took long have higher numbers
 * than others that began after them.
 */
export async function entriesSince(kysely: Kysely<Tables>, section: Section, at: number): Promise<readonly KeptEntry[]> {
  // No entry has a lower number than its set. Without the fence the smallest number is sought from the beginning of the journal on.
  const bound =
    section.recordId === null
      ? sql`change.id >= (select min(id) from (select id from change_set where at > ${at}::bigint offset 0) as later)`
      : sql`true`;
  const { rows } = await sql<EntryRow>`with first as (
      select change.record_id, min(change.id) as id from record_change as change
        where ${ofSection(section)} and change.at > ${at}::bigint and ${bound} group by change.record_id)
    select ${COLUMNS} from first
    join record_change as change on change.resource = ${section.resource} and change.record_id = first.record_id and change.id >= first.id
    order by change.id limit ${MAX_PLAN_ENTRIES + 1}`.execute(kysely);
  return rows.map(entryOf);
}
