import { sql } from 'kysely';
import type { Issue } from '#domain/base/issue';
import { describedKind } from '#domain/fields/kinds/registry';
import { rawIssue } from '#domain/fields/raw-length';
import type { Writer } from '../../base/caller.ts';
import { LANGUAGES } from '../../base/messages.ts';
import type { Column } from '../base/columns.ts';
import { limitSql } from '../access/data-limit.ts';
import { formulaText } from '#domain/table/formula-text';
import { MAIN } from '../read/list-source.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { nameRead, shippedNamesThat } from '../base/shipped-names.ts';

/** What a cell says: a value as a form would post it, or why it says none. `null`: the field stays as a new form has it. */
export type CellReading = { readonly value: unknown } | { readonly issue: Issue } | null;

/** The records that the cells of a file name. */
export interface RecordNames {
  isKnown(column: Column, text: string): boolean;
  /** By name, by number, or by a number behind `#`; a parent, which exports write as a number, is one before it is a name. */
  idOf(column: Column, text: string): CellReading;
  /** Areas from the outermost on, each by its name or its code. */
  areasOf(texts: readonly string[]): CellReading;
}

const NUMBER = /^#?(\d{1,15})$/u;

/** Looks all names of a file up at once, among the records that the caller may use. */
export async function recordNames(
  context: ResourceContext,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  caller: Writer,
): Promise<RecordNames> {
  const found = new Map<Column, ReadonlyMap<string, readonly number[]>>();
  for (const [index, column] of columns.entries()) {
    const other = namedBy(context, column);
    if (!other) continue;
    // What is too long to be read is refused at its cell, and looked up nowhere.
    const readable = rows.map((row) => row[index] ?? '').filter((cell) => rawIssue(column.field, cell) === null);
    const cells = new Set(readable.map((cell) => formulaText(cell).trim()).filter((text) => text !== ''));
    const texts =
      describedKind(column.field).beside === 'titles' ? [...cells].flatMap((text) => [text, ...text.split(/[,，、]/u)]) : [...cells];
    const wanted = new Set(texts.map((text) => text.trim()));
    found.set(column, await idsByName(context, other, [...wanted], caller));
  }
  const areas = columns.some(isOfAreas) ? await areaCodes(context) : new Map<string, number>();
  const idsOf = (column: Column, text: string): readonly number[] => found.get(column)?.get(text.trim()) ?? [];
  return {
    isKnown: (column, text) => idsOf(column, text).length > 0,
    idOf(column, text) {
      const number = NUMBER.exec(text.trim())?.[1];
      const ids = idsOf(column, text);
      if (number !== undefined && (column.storage === 'parent' || ids.length === 0)) return { value: Number(number) };
      if (ids.length > 1) return { issue: { key: 'refusals.import.ambiguous' } };
      return ids.length === 1 ? { value: ids[0] } : { issue: { key: 'validation.missingRecord' } };
    },
    areasOf(texts) {
      const codes: string[] = [];
      for (const text of texts) {
        const code = NUMBER.exec(text)?.[1] ?? areas.get(`${codes.at(-1) ?? '0'} ${text}`)?.toString();
        if (code === undefined) return { issue: { key: 'validation.missingRecord' } };
        codes.push(code);
      }
      return { value: codes };
    },
  };
}

const isOfAreas = ({ field }: Column): boolean => describedKind(field).beside === 'areas';

/** The codes of all areas by that of the area around them and their name: cities have districts of the same names. */
async function areaCodes({ ports }: ResourceContext): Promise<ReadonlyMap<string, number>> {
  const rows = await ports.database.kysely.selectFrom('area').select(['id', 'pid', 'name']).execute();
  return new Map(rows.map(({ id, pid, name }) => [`${pid} ${name}`, id]));
}

/** Whose records the column names. */
function namedBy(context: ResourceContext, { field, storage }: Column): Pick<ResourceContext, 'resource' | 'columns'> | null {
  if (storage === 'parent') return context;
  const { beside } = describedKind(field);
  return 'of' in field && (beside === 'record' || beside === 'titles') ? context.other(field.of) : null;
}

/** What nothing is stored as may be a name that came with the program, as it reads in either language: files go from hand to hand. */
async function idsByName(
  context: ResourceContext,
  other: Pick<ResourceContext, 'resource' | 'columns'>,
  names: readonly string[],
  caller: Writer,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { messages } = context.ports;
  const shipped = LANGUAGES.flatMap((language) => {
    const words = { messages, language };
    const stored = shippedNamesThat(other.resource, words, (read) => names.includes(read));
    return stored.map((name) => [nameRead(other.resource, name, words), name] as const);
  });
  const found = await idsByTitle(context, other, [...new Set([...names, ...shipped.map(([, stored]) => stored)])], caller);
  // A record of somebody's own may be called as one that came with the program reads: then the name says neither.
  const readings = Map.groupBy([...names.map((name) => [name, name] as const), ...shipped], ([read]) => read);
  return new Map([...readings].map(([read, pairs]) => [read, [...new Set(pairs.flatMap(([, stored]) => found.get(stored) ?? []))]]));
}

/** By the title in any language: a list shows that of its reader. */
async function idsByTitle(
  { ports }: ResourceContext,
  { resource, columns }: Pick<ResourceContext, 'resource' | 'columns'>,
  titles: readonly string[],
  caller: Writer,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { kysely } = ports.database;
  const id = sql.id(MAIN, columns.id.name);
  const named = [columns.title, ...columns.titleIn].map((column) => sql`${sql.id(MAIN, column.name)}::text`);
  const limit = await limitSql(kysely, resource, caller, MAIN);
  const { rows } = await sql<{ id: string | number; title: string }>`select distinct ${id} as id, trim(named.title) as title
    from ${sql.table(resource.table)} as ${sql.id(MAIN)} cross join lateral unnest(array[${sql.join(named)}]) as named (title)
    where trim(named.title) in (select jsonb_array_elements_text(${JSON.stringify(titles)}::jsonb)) and ${limit}`.execute(kysely);
  const groups = Map.groupBy(rows, (row) => row.title);
  return new Map([...groups].map(([name, same]) => [name, same.map((row) => Number(row.id))]));
}
