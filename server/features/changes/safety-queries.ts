import { sql } from 'kysely';
import type { ListQuery } from '#api/contract/table/resource-endpoints';
import { rejection } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import { MAX_IDS } from '#domain/table/resource-query';
import type { AdminCaller } from '../../base/caller.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { columnsOf } from '../../resources/base/columns.ts';
import { likePattern } from '../../resources/read/like.ts';
import type { Resources } from '../../resources/registry.ts';
import { mayReveal } from './personal-values.ts';
import { seenEntries } from './recycle-bin.ts';

type Condition = NonNullable<ListQuery['search']>[number];

const NOTHING: Condition = { field: 'id', operator: 'eq', val: '0' };

const isSearched = ({ operator, val }: Condition): boolean => (operator === 'LIKE' || operator === 'eq') && typeof val !== 'object';

const fits = ({ operator, val }: Condition, text: string): boolean =>
  operator === 'eq' ? text === String(val) : text.toLowerCase().includes(String(val).toLowerCase());

function ofSections(resources: Pick<Resources, 'all'>, condition: Condition, toldOf: (resource: Resource) => string): Condition {
  const names = resources
    .all()
    .filter(({ resource }) => fits(condition, toldOf(resource)))
    .map(({ resource }) => resource.name);
  return names.length === 0 ? NOTHING : { field: 'resource', operator: 'IN', val: names };
}

/** `id=7`, and the bare 7. */
const recordOf = ({ val }: Condition): string => String(val).split('=').at(-1) ?? '';

/** What rows of the bin and of the log tell of a record's place; both are searched by it. Source: wire protocol §5.15, §5.17. */
function onPlace(resources: Pick<Resources, 'all'>, condition: Condition): Condition[] {
  if (!isSearched(condition)) return [condition];
  switch (condition.field) {
    case 'data_table':
      return [ofSections(resources, condition, ({ table }) => table)];
    case 'primary_key':
      return [ofSections(resources, condition, (resource) => columnsOf(resource).id.name)];
    case 'connection':
      return String(condition.val) === '' ? [] : [NOTHING];
    case 'id_value':
      return [{ ...condition, field: 'record_id', val: recordOf(condition) }];
    default:
      return [condition];
  }
}

/**
 * Stock clients search the bin by what its rows tell beside their columns. What a record was is looked through for those alone who may
 * see all of it: a search would give away, bit by bit, what is shown to others in part.
 */
export async function binQuery(
  ports: Pick<ServerPorts, 'database'>,
  resources: Pick<Resources, 'all'>,
  caller: AdminCaller,
  query: ListQuery,
): Promise<ListQuery> {
  const { kysely } = ports.database;
  const search: Condition[] = [];
  for (const condition of (query.search ?? []).flatMap((one) => onPlace(resources, one))) {
    if (condition.field !== 'data' || !isSearched(condition)) {
      search.push(condition);
      continue;
    }
    if (!mayReveal(caller)) throw rejection('refusals.safety.hiddenValues');
    const sight = await seenEntries(kysely, caller, resources);
    // The newest of them, as many as a condition may name.
    const found = await kysely
      .selectFrom('recycle_entry')
      .innerJoin('record_change', 'record_change.id', 'recycle_entry.change_id')
      .select('recycle_entry.id')
      .where('state', '=', 'kept')
      .where(() => sight.changesSql('recycle_entry'))
      .where(sql<boolean>`record_change.before::text ilike ${likePattern(String(condition.val))}`)
      .orderBy('recycle_entry.id', 'desc')
      .limit(MAX_IDS)
      .execute();
    search.push(found.length === 0 ? NOTHING : { field: 'id', operator: 'IN', val: found.map(({ id }) => String(id)) });
  }
  return { ...query, ...(query.search && { search }) };
}

const VALUES: ReadonlySet<string> = new Set(['before', 'after']);

/** The log of watched fields likewise. Who sees its values in part can neither search nor sort by them. */
export function watchedLogQuery(resources: Pick<Resources, 'all'>, caller: AdminCaller, query: ListQuery): ListQuery {
  const named = [
    ...(query.search ?? []).map(({ field }) => field),
    ...(query.anyOf ?? []).flat().map(({ field }) => field),
    query.order.split(',', 1)[0] ?? '',
    query.initKey?.split('.').at(-1) ?? '',
  ];
  if (!mayReveal(caller) && named.some((name) => VALUES.has(name))) throw rejection('refusals.safety.hiddenValues');
  return query.search ? { ...query, search: query.search.flatMap((one) => onPlace(resources, one)) } : query;
}
