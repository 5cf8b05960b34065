import { sql } from 'kysely';
import type { AnyRecord } from '#domain/fields/field';
import { localText } from '#domain/base/zone-time';
import type { Condition, Leaf, Life } from '#domain/life/life';
import type { Facts } from '#domain/life/unmet';
import { readSiteSettings } from '../base/site-settings.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import type { WriteUnit } from './write-unit.ts';

/** What the conditions of a life ask for beside the record and the caller: only that is read. */
interface Asked {
  readonly senders: boolean;
  readonly since: boolean;
  readonly clock: boolean;
}

const asked = new WeakMap<Life, Asked>();

function askedOf(life: Life): Asked {
  const known = asked.get(life);
  if (known) return known;
  const leaves = Object.values(life.conditions).flatMap(leavesOf);
  const found = {
    senders: leaves.some((leaf) => 'notWhoSent' in leaf),
    since: leaves.some((leaf) => 'inStateSeconds' in leaf),
    clock: leaves.some((leaf) => 'hours' in leaf),
  };
  asked.set(life, found);
  return found;
}

function leavesOf(condition: Condition): readonly Leaf[] {
  if ('all' in condition || 'any' in condition) return ('all' in condition ? condition.all : condition.any).flatMap(leavesOf);
  if ('not' in condition) return leavesOf(condition.not);
  return 'name' in condition ? [] : [condition];
}

/**
 * What an event is judged by, read in the transaction of the write.
 * @param row null for a record that is only coming to be: it is its author's own
 */
export async function factsOf(
  { resource, columns }: Pick<ResourceContext, 'resource' | 'columns'>,
  life: Life,
  { trx, caller, nowSeconds }: Pick<WriteUnit, 'trx' | 'caller' | 'nowSeconds'>,
  row: StoredRow | null,
  values: AnyRecord,
): Promise<Facts> {
  const needs = askedOf(life);
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
    clock: needs.clock ? await clockOf(trx, nowSeconds) : { hour: 0, weekday: 1 },
  };
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

async function clockOf(trx: WriteUnit['trx'], nowSeconds: number): Promise<Facts['clock']> {
  const { timeZone } = await readSiteSettings(trx);
  const text = localText(nowSeconds, timeZone);
  // Of the day alone, whatever the zone: that of the week follows from the date.
  const weekday = ((Math.floor(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / 86_400_000) + 3) % 7) + 1;
  return { hour: Number(text.slice(11, 13)), weekday };
}
