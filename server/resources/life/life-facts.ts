import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AnyRecord } from '#domain/fields/field';
import { localText } from '#domain/base/zone-time';
import { leavesOf, LIFE_LIMITS, type Life } from '#domain/life/life';
import { countKey, type Facts } from '#domain/life/unmet';
import type { Writer } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { readSiteSettings } from '../base/site-settings.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../base/row-codec.ts';
import { limitSql } from '../access/data-limit.ts';

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

/** A record that is judged. Its row is null while it is only coming to be: it is its author's own. */
interface FactsRecord {
  readonly row: StoredRow | null;
  readonly values: AnyRecord;
}

/** Who asks, and by which connection: of a write its own, or any where nothing is written. */
export interface FactsUnit {
  readonly trx: Kysely<Tables>;
  readonly caller: Writer;
  readonly nowSeconds: number;
}

/** What an event is judged by, read in the transaction of the write. Records that fields name are held: what was true when it was asked is so when it is written. */
export async function factsOf(context: Asking, life: Life, unit: FactsUnit, row: StoredRow | null, values: AnyRecord): Promise<Facts> {
  const [facts] = await readFacts(context, life, unit, [{ row, values }], sql`for share`);
  return facts as Facts;
}

/** The same of many records, of which nothing is written: each question is one statement for all of them, and nothing is held. */
export const factsOfAll = (context: Asking, life: Life, unit: FactsUnit, records: readonly FactsRecord[]): Promise<readonly Facts[]> =>
  readFacts(context, life, unit, records, sql``);

async function readFacts(
  context: Asking,
  life: Life,
  { trx, caller, nowSeconds }: FactsUnit,
  records: readonly FactsRecord[],
  hold: RawBuilder<unknown>,
): Promise<readonly Facts[]> {
  const { resource, columns } = context;
  const needs = askedOf(life);
  const idOf = (row: StoredRow): number => Number(row[columns.id.name]);
  const ids = records.flatMap(({ row }) => (row ? [idOf(row)] : []));
  const steps = ids.length > 0 && (needs.senders || needs.since) ? await readSenders(trx, resource.name, ids) : null;
  const related = await readRelated(context, { trx, caller, hold }, needs.related, records);
  const counts = await countReferring(context, trx, needs.counted, ids);
  const clock = needs.clock ? await clockOf(trx, nowSeconds) : { hour: 0, weekday: 1 };
  return records.map(({ row, values }) => {
    const owner = resource.dataLimit && row?.[resource.dataLimit.ownerColumn];
    const step = row ? steps?.get(idOf(row)) : undefined;
    return {
      values,
      nowSeconds,
      caller: {
        id: caller.id,
        groups: caller.grants.groupIds,
        isOwner: row === null || (owner !== undefined && Number(owner) === caller.id),
      },
      senders: step?.senders ?? {},
      sinceSeconds: step?.since ?? nowSeconds,
      ...(needs.related.length > 0 && { related: relatedTo(related, values) }),
      ...(needs.counted.length > 0 && { counts: countsOf(counts, row ? idOf(row) : 0) }),
      clock,
    };
  });
}

/** What the table of a named record is called while it is read. */
const RELATED = 'related';

type Asking = Pick<ResourceContext, 'resource' | 'columns' | 'contextOf'>;
type Related = ReadonlyMap<string, ReadonlyMap<unknown, AnyRecord>>;
type Counts = ReadonlyMap<string, ReadonlyMap<number, number>>;

const relatedTo = (related: Related, values: AnyRecord): NonNullable<Facts['related']> =>
  Object.fromEntries([...related].map(([key, found]) => [key, found.get(values[key]) ?? null]));

const countsOf = (counts: Counts, id: number): NonNullable<Facts['counts']> =>
  Object.fromEntries([...counts].map(([key, found]) => [key, found.get(id) ?? 0]));

/** The records that fields name, as far as the caller may use them. */
async function readRelated(
  { resource, contextOf }: Asking,
  { trx, caller, hold }: Pick<FactsUnit, 'trx' | 'caller'> & { readonly hold: RawBuilder<unknown> },
  keys: readonly string[],
  records: readonly FactsRecord[],
): Promise<Related> {
  const related = new Map<string, ReadonlyMap<unknown, AnyRecord>>();
  for (const key of keys) {
    const field = resource.fields[key];
    const other = field && 'of' in field ? contextOf(field.of) : undefined;
    const ids = [...new Set(records.map(({ values }) => values[key]).filter((id) => typeof id === 'number'))];
    related.set(key, new Map());
    if (!other || ids.length === 0) continue;
    const own = sql.join(other.columns.readable.map(({ name }) => sql.id(RELATED, name)));
    const id = other.columns.id;
    const { rows } = await sql<StoredRow>`select ${own} from ${sql.table(other.resource.table)} as ${sql.id(RELATED)}
      where ${sql.id(RELATED, id.name)} = any(${ids}::bigint[]) and ${await limitSql(trx, other.resource, caller, RELATED)} ${hold}`.execute(
      trx,
    );
    related.set(key, new Map(rows.map((row) => [Number(row[id.name]), recordFromStore(other.columns.readable, row)])));
  }
  return related;
}

/** How many records name each of these, whoever may see them; of sections that are gone nothing is known. */
async function countReferring(
  { contextOf }: Asking,
  trx: FactsUnit['trx'],
  counted: Asked['counted'],
  ids: readonly number[],
): Promise<Counts> {
  const counts = new Map<string, ReadonlyMap<number, number>>();
  for (const one of counted) {
    const other = contextOf(one.referring);
    const column = other?.columns.relations.find((relation) => relation.column.key === one.by)?.column.name;
    if (!other || column === undefined) continue;
    const { rows } = await sql<{ id: number; count: number }>`select named.id, (select count(*)::integer from (select 1
        from ${sql.table(other.resource.table)} as other where ${sql.id('other', column)} = named.id limit ${LIFE_LIMITS.counted + 1}) as one) as count
      from unnest(${ids}::bigint[]) as named (id)`.execute(trx);
    counts.set(countKey(one), new Map(rows.map(({ id, count }) => [id, count])));
  }
  return counts;
}

interface Senders {
  readonly senders: Readonly<Record<string, number>>;
  readonly since: number | null;
}

/** Who sent what last, and since when records are in their states. One to which nothing was sent yet is where it came into being. */
async function readSenders(trx: FactsUnit['trx'], resource: string, ids: readonly number[]): Promise<ReadonlyMap<number, Senders>> {
  const own = sql`life_step where resource = ${resource} and record_id = one.id`;
  const { rows } = await sql<{ id: number; senders: Senders['senders'] | null; since: number | null }>`select one.id,
      (select at from ${own} and from_state is distinct from to_state order by life_step.id desc limit 1) as since,
      (select json_object_agg(event, actor_id) from (select distinct on (event) event, actor_id from ${own} and kind = 'event' and event is not null
        order by event, life_step.id desc) as sent) as senders
    from unnest(${ids}::bigint[]) as one (id)`.execute(trx);
  return new Map(rows.map(({ id, senders, since }) => [id, { senders: senders ?? {}, since }]));
}

const clockOf = async (trx: FactsUnit['trx'], nowSeconds: number): Promise<Facts['clock']> =>
  clockAt(nowSeconds, (await readSiteSettings(trx)).timeZone);

/** A moment on the clock of a time zone. */
export function clockAt(nowSeconds: number, timeZone: string): Facts['clock'] {
  const text = localText(nowSeconds, timeZone);
  // Of the day alone, whatever the zone: that of the week follows from the date.
  const weekday = ((Math.floor(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / 86_400_000) + 3) % 7) + 1;
  return { hour: Number(text.slice(11, 13)), weekday };
}
