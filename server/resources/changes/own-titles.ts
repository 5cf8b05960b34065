import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { refKey, type RecordRef } from '#domain/changes/journal';
import { wireNameOf } from '#domain/fields/field';
import type { Language } from '../../base/messages.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { Sight } from './sight.ts';

type Sections = readonly Pick<ResourceContext, 'resource'>[];

/** Who reads, and which sections run. */
interface Reader {
  readonly sections: Sections;
  readonly language: Language;
}

interface NamedSet {
  readonly id: number;
  readonly resource: string;
  readonly title: string;
}

interface NamedChange {
  readonly id: number;
  readonly resource: string;
}

interface NamedRow {
  readonly id: number;
  readonly set_id: number;
  readonly title: string;
  readonly own: string | null;
}

/**
 * What records are called in the reader's language, of sections that have a field for it: as the entry kept that field, else as the record
 * stands now. The journal keeps one title alone; what was erased keeps none. Why: docs/decisions/196-titles-in-the-readers-language.md.
 */
async function namedRows<Of extends { readonly resource: string }>(
  kysely: Kysely<Tables>,
  { sections, language }: Reader,
  all: readonly Of[],
  /** Of one section at a time. */
  among: (some: readonly Of[]) => RawBuilder<SqlBool>,
): Promise<readonly NamedRow[]> {
  const found: NamedRow[] = [];
  for (const { resource } of sections) {
    const key = resource.titleIn?.[language];
    const some = all.filter((one) => one.resource === resource.name);
    if (key === undefined || some.length === 0) continue;
    const name = wireNameOf(key, resource.fields[key]);
    const { rows } = await sql<NamedRow>`select change.id, change.set_id, change.title,
        coalesce(nullif(change.after ->> ${name}::text, ''), nullif(change.before ->> ${name}::text, ''), nullif(${sql.ref(`now.${name}`)}, '')) as own
      from record_change as change left join ${sql.table(resource.table)} as now on now.id = change.record_id
      where change.resource = ${resource.name} and change.erased_at is null and ${among(some)} order by change.id`.execute(kysely);
    found.push(...rows);
  }
  return found;
}

/** The same of sets, which are called by the first record of their section that the reader may see. @returns by set; what has no such name is left out */
export async function ownTitlesOfSets(
  kysely: Kysely<Tables>,
  reader: Reader,
  sets: readonly NamedSet[],
  sight: Sight,
): Promise<ReadonlyMap<number, string>> {
  const rows = await namedRows(
    kysely,
    reader,
    sets,
    (some) => sql<SqlBool>`${sight.changesSql('change')} and change.id in (select min(first.id) from record_change as first
      where first.set_id in (${sql.join(some.map(({ id }) => id))}) and first.resource = ${some[0]?.resource ?? ''}::text
        and ${sight.changesSql('first')} group by first.set_id)`,
  );
  const titles = new Map(sets.map(({ id, title }) => [id, title]));
  return new Map(rows.flatMap((row) => (row.own !== null && titles.get(row.set_id) === row.title ? [[row.set_id, row.own] as const] : [])));
}

/**
 * What deleted records of a query over entries are called in a language, as those entries kept it, else as they are called everywhere.
 * @param table of the entries, as the query calls it
 */
export function ownTitleSql(sections: Sections, language: Language, table: string): RawBuilder<unknown> {
  const cases = sections.flatMap(({ resource }) => {
    const key = resource.titleIn?.[language];
    const field = key === undefined ? undefined : resource.fields[key];
    // Compared with what is kept from nobody: it would be found out letter by letter.
    if (key === undefined || !field || field.query !== undefined) return [];
    return [{ name: resource.name, own: sql`when ${resource.name} then nullif(change.before ->> ${wireNameOf(key, field)}::text, '')` }];
  });
  const stored = sql.id(table, 'title');
  if (cases.length === 0) return sql`${stored}`;
  // Only of sections that have such a field is an image looked at.
  return sql`coalesce((select case change.resource ${sql.join(
    cases.map(({ own }) => own),
    sql` `,
  )} end
    from record_change as change where change.id = ${sql.id(table, 'change_id')}
      and ${sql.id(table, 'resource')} in (${sql.join(cases.map(({ name }) => name))})), ${stored})`;
}

/** The same of entries. @returns by entry */
export async function ownTitlesOfChanges(
  kysely: Kysely<Tables>,
  reader: Reader,
  changes: readonly NamedChange[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await namedRows(kysely, reader, changes, (some) => sql<SqlBool>`change.id in (${sql.join(some.map(({ id }) => id))})`);
  return new Map(rows.flatMap(({ id, own }) => (own === null ? [] : [[id, own] as const])));
}

/** The same of records as they stand now. @returns by the key of the record; what is gone, or has no such name, is left out */
export async function ownTitlesOfRecords(
  kysely: Kysely<Tables>,
  { sections, language }: Reader,
  records: readonly RecordRef[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { resource } of sections) {
    const key = resource.titleIn?.[language];
    const ids = records.filter((one) => one.resource === resource.name).map(({ recordId }) => recordId);
    if (key === undefined || ids.length === 0) continue;
    const { rows } = await sql<{ id: number; own: string }>`select id, ${sql.ref(wireNameOf(key, resource.fields[key]))} as own
      from ${sql.table(resource.table)} where id in (${sql.join(ids)})`.execute(kysely);
    for (const { id, own } of rows) if (own) found.set(refKey({ resource: resource.name, recordId: id }), own);
  }
  return found;
}
