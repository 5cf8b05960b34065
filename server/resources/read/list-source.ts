import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { ListQuery } from '#api/contract/table/resource-endpoints';
import { rejection } from '#domain/base/failure';
import { areaTextKey } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { SearchOperator, WireOperator } from '#domain/table/resource-query';
import { asText, conditionSql } from './conditions.ts';
import { ownConditionSql } from './own-conditions.ts';
import type { ReadingLanguage, SearchMoment } from './search-moment.ts';
import { shownTitle } from './shown-title.ts';
import { isLong, type Column, type ColumnMap } from '../base/columns.ts';
import { likePattern } from './like.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { servedByIndex } from './search-index.ts';
import { shippedTermSql, type Sought } from './shipped-terms.ts';
import { writtenOnce } from './written-once.ts';

type Sql = Expression<SqlBool>;

export const MAIN = 'main';
/** Joined tables have names no column or other table can have. */
const joinedName = (relation: string): string => `joined ${relation}`;

interface Found {
  readonly column: Column;
  readonly reference: RawBuilder<unknown>;
  /** Whose column it is: the section's own, or that of what it names. */
  readonly owner: Pick<ResourceContext, 'resource' | 'columns'>;
}

/** What rows show of a joined record. */
function shownColumns({ column: { field } }: ColumnMap['relations'][number], { columns }: Pick<ResourceContext, 'columns'>): Column[] {
  const further = 'shows' in field ? (field.shows ?? []) : [];
  return [columns.id, columns.title, ...columns.titleIn, ...further.flatMap((key) => columns.find(key) ?? [])];
}

const referenceTo = (table: string, column: Column): RawBuilder<unknown> => sql`${sql.id(table, column.name)}`;
const ownReference = (column: Column): RawBuilder<unknown> => referenceTo(MAIN, column);

/**
 * Finds what a request names: a field of the resource, or `relation.column`. Of a joined record only what rows show can be named,
 * so that nothing hidden can be guessed by searching. A title is what its readers are shown.
 */
function findColumn(context: ResourceContext, name: string, titlesIn: ReadingLanguage['titlesIn']): Found | undefined {
  const { columns, other } = context;
  const [relationName, columnName, ...rest] = name.split('.');
  if (columnName === undefined) {
    const column = columns.find(name);
    return column && column.field.query !== 'never'
      ? { column, reference: shownTitle(context, column, MAIN, titlesIn), owner: context }
      : undefined;
  }
  const relation = columns.relations.find((one) => one.name === relationName);
  if (!relation || rest.length > 0) return undefined;
  const owner = other(relation.of);
  const column = shownColumns(relation, owner).find((one) => one.name === columnName || one.key === columnName);
  return column && { column, reference: shownTitle(owner, column, joinedName(relation.name), titlesIn), owner };
}

export const fromSql = (context: ResourceContext, isJoined: boolean): RawBuilder<unknown> =>
  writtenOnce(context, context.columns.relations, isJoined ? 'joined' : 'alone', () => tablesSql(context, isJoined));

function tablesSql({ resource, columns, other }: ResourceContext, isJoined: boolean): RawBuilder<unknown> {
  const joins = columns.relations.map((relation) => {
    const joined = other(relation.of);
    const table = joinedName(relation.name);
    return sql` left join ${sql.table(joined.resource.table)} as ${sql.id(table)} on ${sql.id(table, joined.columns.id.name)} = ${referenceTo(MAIN, relation.column)}`;
  });
  return sql`from ${sql.table(resource.table)} as ${sql.id(MAIN)}${sql.join(isJoined ? joins : [], sql``)}`;
}

/** Name of a joined record among the selected columns; no column is called so. */
export const joinedAlias = (relation: string): string => `@${relation}`;

/** Letters of long texts that the rows of one page may have together, and what each may have however many rows are asked for. */
const PAGE_LETTERS = 3_000_000;
const LEAST_LETTERS = 1000;

/** What a page of so many rows tells of each long text: all of it, but where pages are large. */
export const longestIn = (columns: readonly Column[], rows: number): number =>
  Math.max(LEAST_LETTERS, Math.floor(PAGE_LETTERS / Math.max(1, rows * columns.filter(isLong).length)));

function shortened(column: Column, longest: number): RawBuilder<unknown> {
  const place = referenceTo(MAIN, column);
  const most = 'maxLength' in column.field ? column.field.maxLength : undefined;
  if (!isLong(column) || (most !== undefined && most <= longest)) return place;
  return sql`case when length(${place}) > ${sql.lit(longest)} then left(${place}, ${sql.lit(longest)}) || '…' else ${place} end as ${sql.id(column.name)}`;
}

/**
 * The readable columns of rows, and of each joined record its id and title.
 * @param longest letters of a long text; behind them is only told that it goes on
 */
export const selectSql = (context: ResourceContext, chosen: readonly Column[], longest = Infinity): RawBuilder<unknown> =>
  writtenOnce(context, chosen, `${longest}`, () => composedSql(context, chosen, longest));

function composedSql({ columns, other }: ResourceContext, chosen: readonly Column[], longest: number): RawBuilder<unknown> {
  const own = chosen.map((column) => (longest === Infinity ? referenceTo(MAIN, column) : shortened(column, longest)));
  const joined = columns.relations.map((relation) => {
    const joinedColumns = shownColumns(relation, other(relation.of));
    const table = joinedName(relation.name);
    const pairs = joinedColumns.map((column) => sql`${sql.lit(column.name)}, ${referenceTo(table, column)}`);
    const object = sql`json_build_object(${sql.join(pairs)})`;
    return sql`case when ${referenceTo(table, other(relation.of).columns.id)} is null then null else ${object} end as ${sql.id(joinedAlias(relation.name))}`;
  });
  const several = columns.manyRelations.map(({ column, name, of }) => {
    const { resource, columns: theirs } = other(of);
    const ids = sql`(select item::bigint from jsonb_array_elements_text(${referenceTo(MAIN, column)}) as items (item))`;
    return sql`(select coalesce(json_agg(${referenceTo('one', theirs.title)} order by ${referenceTo('one', theirs.id)}), '[]')
      from ${sql.table(resource.table)} as one where ${referenceTo('one', theirs.id)} in ${ids}) as ${sql.id(joinedAlias(name))}`;
  });
  const areas = chosen.flatMap((column) => (describedKind(column.field).beside === 'areas' ? [areaNames(column)] : []));
  return sql.join([...own, ...joined, ...several, ...areas]);
}

/** The names of the areas that a column lists, as one text; an id that names none stands for itself. Source: wire protocol §4.7, "city". */
const areaNames = (column: Column): RawBuilder<unknown> =>
  sql`(select coalesce(string_agg(coalesce(area.name, chosen.id), ',' order by chosen.place), '')
    from jsonb_array_elements_text(${referenceTo(MAIN, column)}) with ordinality as chosen (id, place)
    left join area on area.id = case when chosen.id ~ '^[0-9]{1,15}$' then chosen.id::bigint end) as ${sql.id(joinedAlias(areaTextKey(column.key)))}`;

const textOfValue = (value: string | number | boolean | readonly string[]): string | readonly string[] =>
  typeof value === 'object' ? value : String(value);

/** The moment is of dates and times in conditions. */
interface Circumstances extends SearchMoment {
  /** Many rows are known to be found, and the list is in an order that has an index. */
  readonly isLarge?: boolean;
}

interface Searched {
  readonly operator: SearchOperator;
  readonly value: string | readonly string[];
  readonly isDateTime: boolean;
}

/** A text of which all that is found has at least a part can be sought by the index of texts. A whole one is in few rows. */
function soughtSql(
  context: ResourceContext,
  { column }: Found,
  searched: Searched,
  { isLarge = false, titlesIn }: Pick<Circumstances, 'isLarge' | 'titlesIn'>,
  condition: Sql,
): Sql[] {
  const { operator, value, isDateTime } = searched;
  const isWhole = operator === 'eq' && column.storage === 'text';
  const isSought = (isWhole || operator === 'LIKE' || operator === 'BEGINS') && typeof value === 'string' && !isDateTime;
  if (!isSought || context.columns.find(column.name) !== column) return [condition];
  // The index holds what is stored.
  if (titlesIn !== null && column === context.columns.title && context.hooks.titleSql) return [condition];
  // What is shown as the title is in one of these.
  const texts = column === context.columns.title ? [column, ...context.columns.titleIn] : [column];
  return servedByIndex(context, { searched: texts, text: value, isLarge: isLarge && !isWhole }, condition, ownReference);
}

/** Names that came with the program are sought as they read. */
function asRead(
  { ports }: ResourceContext,
  found: Found,
  sought: Sought,
  { language }: Pick<Circumstances, 'language'>,
  condition: Sql,
): Sql {
  const { column, reference, owner } = found;
  if (column !== owner.columns.title || !owner.resource.shippedNames) return condition;
  return shippedTermSql(owner, reference, sought, { messages: ports.messages, language }, condition);
}

function knownColumn(context: ResourceContext, name: string, { titlesIn }: ReadingLanguage): Found {
  const found = findColumn(context, name, titlesIn);
  if (!found) throw rejection('refusals.unknownField', { field: name.slice(0, 60) });
  return found;
}

/** Everything a list is narrowed by, as one condition. Unknown fields are errors. Source: wire protocol §4.1, §4.2, §4.5. */
export function whereSql(context: ResourceContext, query: ListQuery, limit: Sql, circumstances: Circumstances): Sql {
  const { timeZone } = circumstances;
  const searched = (query.search ?? []).flatMap(({ field, operator, val, render }) => {
    const found = knownColumn(context, field, circumstances);
    const asked = { operator, value: textOfValue(val), isDateTime: render === 'datetime' };
    const condition = asRead(context, found, asked, circumstances, conditionSql({ ...found, ...asked }, timeZone));
    return soughtSql(context, found, asked, circumstances, condition);
  });
  const groups = anyOfSql(context, query, circumstances);
  return sql`${sql.join([limit, ...searched, ...groups, ...quickSearchSql(context, query.quickSearch, circumstances), ...preselectionSql(context, query, timeZone)], sql` and `)}`;
}

/** Groups of conditions, of which any may hold. What many rows have is met along the order only where nothing else may hold instead. */
function anyOfSql(context: ResourceContext, { anyOf = [] }: ListQuery, circumstances: Circumstances): Sql[] {
  const isLarge = circumstances.isLarge === true && anyOf.length === 1;
  const groups = anyOf.map((group) => {
    const conditions = group.flatMap(({ field, operator, val, render }) => {
      const found = knownColumn(context, field, circumstances);
      const asked = { operator, value: val, isDateTime: render === 'datetime' };
      const condition = asRead(context, found, asked, circumstances, ownConditionSql({ ...found, ...asked }, circumstances));
      return soughtSql(context, found, asked, { ...circumstances, isLarge }, condition);
    });
    return sql`(${sql.join(conditions, sql` and `)})`;
  });
  return groups.length === 0 ? [] : [sql<SqlBool>`(${sql.join(groups, sql` or `)})`];
}

/** What is named is of a small section: the few that a text finds are read first, and then both they and the text are sought by indexes. */
const isReadFirst = ({ other }: ResourceContext, { of }: ColumnMap['relations'][number]): boolean => other(of).resource.isSmall === true;

/** In lists the text as a whole, in trees each of its words. A field that names a record is searched by what rows show of that. */
function quickSearchSql(context: ResourceContext, text: string, circumstances: Circumstances): Sql[] {
  const { isLarge = false, titlesIn } = circumstances;
  const { columns, resource, other } = context;
  const wanted = text.trim();
  if (wanted === '' || columns.quickSearch.length === 0) return [];
  const words = resource.tree ? wanted.split(/\s+/u) : [wanted];
  return words.flatMap((word) => {
    const contains = (table: string, owner: Found['owner']) => (column: Column) => {
      const found = { column, reference: referenceTo(table, column), owner };
      const condition = sql<SqlBool>`${asText(found)} ilike ${likePattern(word)}`;
      return asRead(context, found, { operator: 'LIKE', value: word }, circumstances, condition);
    };
    // What is called otherwise than any column of it says is found by that too.
    const called = (titlesIn !== null && context.hooks.titleSql?.(titlesIn, MAIN)) || null;
    const asCalled = called ? [sql<SqlBool>`${called} ilike ${likePattern(word)}`] : [];
    const relationOf = (column: Column) => columns.relations.find((one) => one.column === column);
    const own = columns.quickSearch.filter((column) => !relationOf(column));
    const named = columns.quickSearch.flatMap((column) => relationOf(column) ?? []);
    const shownThat = (relation: ColumnMap['relations'][number]): Sql[] => {
      const owner = other(relation.of);
      return shownColumns(relation, owner)
        .slice(1)
        .map(contains(joinedName(relation.name), owner));
    };
    if (named.some((relation) => !isReadFirst(context, relation))) {
      const anywhere = [...own.map(contains(MAIN, context)), ...asCalled, ...named.flatMap(shownThat)];
      return [sql<SqlBool>`(${sql.join(anywhere, sql` or `)})`];
    }
    const inOwn = sql<SqlBool>`(${sql.join(own.map(contains(MAIN, context)), sql` or `)})`;
    const served = own.length > 0 ? servedByIndex(context, { searched: own, text: word, isLarge }, inOwn, ownReference) : [];
    if (named.length === 0 && asCalled.length === 0) return served;
    const byText = served.length > 0 ? [sql`(${sql.join(served, sql` and `)})`] : [];
    const byName = named.map((relation) => {
      const { resource: theirs, columns: their } = other(relation.of);
      const table = joinedName(relation.name);
      const found = sql`select ${referenceTo(table, their.id)} from ${sql.table(theirs.table)} as ${sql.id(table)} where ${sql.join(shownThat(relation), sql` or `)}`;
      return sql`${ownReference(relation.column)} = any (array(${found}))`;
    });
    return [sql<SqlBool>`(${sql.join([...byText, ...byName, ...asCalled], sql` or `)})`];
  });
}

export const hasPreselection = ({ initValue }: ListQuery): boolean =>
  initValue !== undefined && initValue !== '' && !(Array.isArray(initValue) && initValue.length === 0);

/** What a request holds it holds as it is stored, whoever reads it. */
const AS_STORED: ReadingLanguage = { titlesIn: null };

/** The records that a remote select already holds. A physical table name in front of the key is reduced to the column. */
function preselectionSql(context: ResourceContext, query: ListQuery, timeZone: string): Sql[] {
  if (!hasPreselection(query) || query.initValue === undefined) return [];
  const name = query.initKey?.split('.').at(-1) ?? 'id';
  const found = knownColumn(context, name === '' ? 'id' : name, AS_STORED);
  const operator: WireOperator = query.initOperator === 'eq' || query.initOperator === '=' ? 'eq' : 'IN';
  const value = Array.isArray(query.initValue) ? query.initValue.map(String) : String(query.initValue);
  return [conditionSql({ ...found, operator, value, isDateTime: false }, timeZone)];
}

const DIRECTIONS = { asc: sql`asc`, desc: sql`desc` } as const;

/** One column, then always the primary key; or the same from the end. Source: security.md rule 15; wire protocol §4.1, §4.6. */
export function orderSql(context: ResourceContext, order: string, { titlesIn }: ReadingLanguage, isReversed = false): RawBuilder<unknown> {
  const { resource, columns } = context;
  const [name = '', direction = ''] = order === '' ? [resource.defaultOrder.field, resource.defaultOrder.direction] : order.split(',');
  const found = findColumn(context, name, titlesIn);
  if (!found || found.column.storage === 'list' || found.column.storage === 'pairs')
    throw rejection('refusals.unknownField', { field: name.slice(0, 60) });
  const by = (direction === 'desc') === isReversed ? DIRECTIONS.asc : DIRECTIONS.desc;
  const key = referenceTo(MAIN, columns.id);
  return sql`${found.reference} ${by}, ${key} ${resource.tree ? DIRECTIONS.asc : by}`;
}

/** Whether a query names a joined record, so that counting needs the join too. */
export function namesRelation(context: ResourceContext, { search = [], anyOf = [], quickSearch }: ListQuery): boolean {
  const { columns } = context;
  const joined = columns.relations.filter((relation) => columns.quickSearch.includes(relation.column) && !isReadFirst(context, relation));
  return [...search, ...anyOf.flat()].some(({ field }) => field.includes('.')) || (quickSearch.trim() !== '' && joined.length > 0);
}
