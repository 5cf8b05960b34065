import { sql } from 'kysely';
import type { AnyRecord } from '#domain/fields/field';
import { localText } from '#domain/base/zone-time';
import { leavesOf, LIFE_LIMITS, type Life } from '#domain/life/life';
import { countKey, type Facts } from '#domain/life/unmet';
import { readSiteSettings } from '../base/site-settings.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../base/row-codec.ts';
import { limitSql } from '../access/data-limit.ts';
import type { WriteUnit } from './write-unit.ts';

/** What the conditions of a life ask for beside the record and the caller: only that is read. */
interface Asked {
  readonly senders: boolean;
  readonly since: boolean;
  readonly clock: boolean;
  /** Keys of fields whose records are asked for. */
  readonly related: readonly string[];
  /** Sections and fields that may name the record. */
  readonly counted: readonly { readonly referring: string; readonly by: string }[];
}

const asked = new WeakMap<Life, Asked>();

/** What the conditions of a life ask for, besides the record's own values. */
export function askedOf(life: Life): Asked {
  const known = asked.get(life);
  if (known) return known;
  const leaves = Object.values(life.conditions).flatMap(leavesOf);
  const found = {
    senders: leaves.some((leaf) => 'notWhoSent' in leaf),
    since: leaves.some((leaf) => 'inStateSeconds' in leaf),
    clock: leaves.some((leaf) => 'hours' in leaf),
    related: [...new Set(leaves.flatMap((leaf) => ('of' in leaf ? [leaf.of] : [])))],
    counted: [...new Map(leaves.flatMap((leaf) => ('referring' in leaf ? [[countKey(leaf), leaf] as const] : []))).values()],
  };
  asked.set(life, found);
  return found;
}

/**
 * What an event is judged by, read in the transaction of the write.
 * @param row null for a record that is only coming to be: it is its author's own
 */
export async function factsOf(
  context: Asking,
  life: Life,
  { trx, caller, nowSeconds }: Pick<WriteUnit, 'trx' | 'caller' | 'nowSeconds'>,
  row: StoredRow | null,
  values: AnyRecord,
): Promise<Facts> {
  const { resource, columns } = context;
  const needs = askedOf(life);
  const unit = { trx, caller };
  const owner = resource.dataLimit && row?.[resource.dataLimit.ownerColumn];
  const steps = row && (needs.senders || needs.since) ? await readSenders(trx, resource.name, Number(row[columns.id.name])) : null;
  return {
    values,
    nowSeconds,
    caller: {
      id: caller.id,
      groups: caller.grants.groupIds,
      isOwner: row === null || (owner !== undefined && Number(owner) === caller.id),
    },
    senders: steps?.senders ?? {},
    sinceSeconds: steps?.since ?? nowSeconds,
    ...(needs.related.length > 0 && { related: await readRelated(context, unit, needs.related, values) }),
    ...(needs.counted.length > 0 && { counts: await countReferring(context, unit, needs.counted, row) }),
    clock: needs.clock ? await clockOf(trx, nowSeconds) : { hour: 0, weekday: 1 },
  };
}

/** What the table of a named record is called while it is read. */
const RELATED = 'related';

type Asking = Pick<ResourceContext, 'resource' | 'columns' | 'contextOf'>;
type Reading = Pick<WriteUnit, 'trx' | 'caller'>;

/** The records that fields name, as far as the caller may use them. They are held: what was true when it was asked is so when it is written. */
async function readRelated(
  { resource, contextOf }: Asking,
  { trx, caller }: Reading,
  keys: readonly string[],
  values: AnyRecord,
): Promise<NonNullable<Facts['related']>> {
  const found: Record<string, AnyRecord | null> = {};
  for (const key of keys) {
    const [field, id] = [resource.fields[key], values[key]];
    const other = field && 'of' in field ? contextOf(field.of) : undefined;
    found[key] = null;
    if (!other || typeof id !== 'number') continue;
    const own = sql.join(other.columns.readable.map(({ name }) => sql.id(RELATED, name)));
    const { rows } = await sql<StoredRow>`select ${own} from ${sql.table(other.resource.table)} as ${sql.id(RELATED)}
      where ${sql.id(RELATED, other.columns.id.name)} = ${id}::bigint and ${await limitSql(trx, other.resource, caller, RELATED)} for share`.execute(
      trx,
    );
    if (rows[0]) found[key] = recordFromStore(other.columns.readable, rows[0]);
  }
  return found;
}

/** How many records name this one, whoever may see them; of sections that are gone nothing is known. */
async function countReferring(
  { columns, contextOf }: Asking,
  { trx }: Reading,
  counted: Asked['counted'],
  row: StoredRow | null,
): Promise<NonNullable<Facts['counts']>> {
  const found: Record<string, number> = {};
  for (const one of counted) {
    const other = contextOf(one.referring);
    const column = other?.columns.relations.find((relation) => relation.column.key === one.by)?.column.name;
    if (!other || column === undefined) continue;
    const id = row ? Number(row[columns.id.name]) : 0;
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (select 1 from ${sql.table(other.resource.table)}
      where ${sql.id(column)} = ${id}::bigint limit ${LIFE_LIMITS.counted + 1}) as one`.execute(trx);
    found[countKey(one)] = rows[0]?.count ?? 0;
  }
  return found;
}

async function readSenders(
  trx: WriteUnit['trx'],
  resource: string,
  id: number,
): Promise<{ readonly senders: Readonly<Record<string, number>>; readonly since: number | null }> {
  const { rows } = await sql<{ event: string | null; actor_id: number; entered: number | null }>`
    select distinct on (event) event, actor_id,
      (select max(at) from life_step where resource = ${resource} and record_id = ${id}::bigint and from_state is distinct from to_state) as entered
    from life_step where resource = ${resource} and record_id = ${id}::bigint and kind = 'event' order by event, id desc`.execute(trx);
  const senders = Object.fromEntries(rows.flatMap(({ event, actor_id: actor }) => (event === null ? [] : [[event, actor] as const])));
  return { senders, since: rows[0]?.entered ?? null };
}

const clockOf = async (trx: WriteUnit['trx'], nowSeconds: number): Promise<Facts['clock']> =>
  clockAt(nowSeconds, (await readSiteSettings(trx)).timeZone);

/** A moment on the clock of a time zone. */
export function clockAt(nowSeconds: number, timeZone: string): Facts['clock'] {
  const text = localText(nowSeconds, timeZone);
  // Of the day alone, whatever the zone: that of the week follows from the date.
  const weekday = ((Math.floor(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / 86_400_000) + 3) % 7) + 1;
  return { hour: Number(text.slice(11, 13)), weekday };
}
