import { sql, type Kysely } from 'kysely';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { REHEARSED_ACTS, REHEARSED_DAYS, type rehearseLife } from '#api/contract/life/life-rehearsal';
import { DAY_SECONDS } from '#domain/base/timestamp';
import { rejection } from '#domain/base/failure';
import { isSameValue } from '#domain/base/same-value';
import { wireNameOf, type AnyRecord } from '#domain/fields/field';
import type { Life, LifeEvent } from '#domain/life/life';
import type { Facts } from '#domain/life/unmet';
import { createYielder } from '../../base/yielder.ts';
import type { AdminCaller, Grants } from '../../base/caller.ts';
import type { GuessLimit } from '../../base/limits.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { sightSql } from '../../resources/access/data-limit.ts';
import { grantsOfAdmin, may, mayList } from '../../resources/access/permissions.ts';
import { columnsOf } from '../../resources/base/columns.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../../resources/base/row-codec.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { clockAt } from '../../resources/life/life-facts.ts';
import { MAIN } from '../../resources/read/list-source.ts';
import type { Resources } from '../../resources/registry.ts';
import { idsSql } from '../../resources/write/unit-of-work.ts';
import { countAttempt } from '../base/throttle.ts';
import { readDrawn } from './drawn-life.ts';
import { readBeside, readPast, type BesideRecord, type Past, type Stored, type World } from './past-records.ts';
import { checkAct, type PastAct, type Verdict } from './rehearse-act.ts';
import { createRehearsalSummary } from './rehearsal-summary.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages'>;
type Wish = ParsedInputOf<typeof rehearseLife>;
type Told = OutputOf<typeof rehearseLife>;

/** How often one administrator may try a life on what has been done: each reads the acts of a month. */
const LIFE_REHEARSALS: GuessLimit = { count: 60, windowSeconds: 600, bucketSeconds: 30 };
/** Records whose past is read at once. */
const PORTION = 500;
/** What the acts of the last days would have become by a life that is drawn. Only reads. */
export async function runLifeRehearsal(ports: Ports, resources: Pick<Resources, 'get'>, wish: Wish, caller: AdminCaller): Promise<Told> {
  const { resource: drawn, life, findings } = readDrawn(ports, resources, wish, caller);
  const context = resources.get(wish.resource)?.context;
  if (!context || !mayList(context, caller)) throw rejection('refusals.designer.unknown', { name: wish.resource });
  if (!life || findings.some(({ level }) => level === 'error')) throw rejection('refusals.life.rehearsed.wrong');
  await countAttempt(ports, [{ key: `life-rehearsal:admin:${caller.id}`, limit: LIFE_REHEARSALS }]);
  const until = nowSeconds(ports);
  const from = until - REHEARSED_DAYS * DAY_SECONDS;
  const { kysely } = ports.database;
  const stored = await readActs(kysely, context, life, wish.renames, from, caller);
  const isCut = stored.length > REHEARSED_ACTS;
  const acts = stored.slice(0, REHEARSED_ACTS);
  const told = createRehearsalSummary({ ...context, resource: { ...drawn, life } }, life, context, caller);
  const { timeZone } = await readSiteSettings(kysely);
  const people = await readPeople(kysely, acts);
  const world = {
    kysely,
    resources,
    context,
    drawn: { ...context, resource: { ...drawn, life }, columns: columnsOf(drawn) },
    life,
    people,
  };
  const breathe = createYielder();
  for (const ids of portions([...new Set(acts.map(({ record_id: id }) => id))])) {
    const past = await readPast(world, ids, from);
    const some = acts.filter(({ record_id: id }) => past.has(id));
    const beside = await readBeside(world, ids, some, past);
    for (const act of some) {
      await breathe();
      told.note(act, checkStored(world, act, past, beside, { renames: wish.renames, timeZone }), past.get(act.record_id)?.title ?? '');
    }
  }
  return { from, until, isCut, ...told.result() };
}

const portions = (ids: readonly number[]): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(ids.length / PORTION) }, (_, index) => ids.slice(index * PORTION, (index + 1) * PORTION));

/** Steps of events; before the section had a life, each change of the field that says the state. The newest first. */
async function readActs(
  kysely: Kysely<Tables>,
  context: ResourceContext,
  life: Life,
  renames: Wish['renames'],
  from: number,
  caller: AdminCaller,
): Promise<readonly Stored[]> {
  const { resource } = context;
  const isLimited = (resource.dataLimit !== undefined || context.hooks.limit !== undefined) && !caller.grants.isSuper;
  const seen = isLimited
    ? sql`and one.record_id in (select ${sql.id(MAIN, context.columns.id.name)} from ${sql.table(resource.table)} as ${sql.id(MAIN)}
        where ${await sightSql(context, kysely, caller, MAIN)})`
    : sql``;
  const column = wireNameOf(life.field, resource.fields[life.field]);
  const { rows } = await sql<Stored>`with one as (
      select id as step, record_id, set_id, event, from_state, to_state, at, actor_type, actor_id, actor_name, comment, second_id, source
      from life_step where resource = ${resource.name} and at >= ${from}::bigint and kind = 'event' and event is not null
        and from_state is not null and to_state is not null
      union all
      select null, change.record_id, change.set_id, null, coalesce(change.before ->> ${column}, ${life.chart.initial}), change.after ->> ${column},
        change.at, whole.actor_type, whole.actor_id, whole.actor_name, '', null, whole.source
      from record_change as change join change_set as whole on whole.id = change.set_id
      where change.resource = ${resource.name} and change.at >= ${from}::bigint and change.after ->> ${column} is not null
        and not exists (select from life_step where set_id = change.set_id and resource = change.resource and record_id = change.record_id)
        and whole.source not in ('undo', 'restore', 'rollback', 'rewind') and ((change.kind = 'changed' and change.before ->> ${column} is not null)
          or (change.kind = 'created' and change.after ->> ${column} <> ${firstOf(life, renames)})))
    select * from one where true ${seen} order by at desc, set_id desc nulls last, step desc nulls last limit ${REHEARSED_ACTS + 1}`.execute(
    kysely,
  );
  return rows;
}

/** What the first state was called then. */
const firstOf = ({ chart }: Life, renames: Wish['renames']): string =>
  Object.entries(renames).find(([, now]) => now === chart.initial)?.[0] ?? chart.initial;

/** What the people who acted may do today; those that are gone have none. */
async function readPeople(kysely: Kysely<Tables>, acts: readonly Stored[]): Promise<ReadonlyMap<number, Grants>> {
  const ids = [...new Set(acts.filter((act) => act.actor_type === 'admin').map((act) => act.actor_id))];
  if (ids.length === 0) return new Map();
  const there = await kysely
    .selectFrom('admin')
    .select('id')
    .where('status', '=', '1')
    .where(sql<boolean>`id in ${idsSql(ids)}`)
    .execute();
  const found = new Map<number, Grants>();
  for (const { id } of there) found.set(id, await grantsOfAdmin(kysely, id));
  return found;
}

const undecidable = (key: string): Verdict => ({
  verdict: 'undecidable',
  reasons: [{ field: null, issue: { key: `refusals.life.rehearsed.${key}` } }],
});

function checkStored(
  { context, drawn, life, people }: World,
  act: Stored,
  past: ReadonlyMap<number, Past>,
  { related, counts, steps }: BesideRecord,
  { renames, timeZone }: { readonly renames: Wish['renames']; readonly timeZone: string },
): Verdict {
  const { writes, now } = past.get(act.record_id) ?? { writes: [], now: null };
  const own = act.set_id === null ? undefined : writes.find(({ set }) => set === act.set_id);
  if (act.set_id !== null && !own) return undecidable('notKept');
  // A step that wrote nothing else lies between two writes.
  const later = writes.findLast(({ at }) => at > act.at);
  const rowBefore = own ? own.before : later ? later.before : now;
  const rowAfter = own ? own.after : rowBefore;
  if (rowBefore === undefined || !rowAfter) return undecidable('notKept');
  const grants = people.get(act.actor_id);
  if (act.actor_type === 'admin' && !grants) return undecidable('personGone');
  const named = (state: string): string => (Object.hasOwn(renames, state) ? String(renames[state]) : state);
  const from = named(act.from_state);
  const known = (row: StoredRow): Record<string, unknown> => recordFromStore(drawn.columns.readable, row);
  const after = known(rowAfter);
  const before = { ...known(rowBefore ?? rowAfter), [life.field]: from };
  const values = Object.fromEntries(
    Object.entries(after).filter(([key, value]) => key !== life.field && !isSameValue(value, (before as AnyRecord)[key])),
  );
  const owner = context.resource.dataLimit && rowAfter[context.resource.dataLimit.ownerColumn];
  const earlier = (steps.get(act.record_id) ?? []).filter((step) => (act.step === null ? step.at < act.at : step.id < act.step));
  const isTime = act.source === 'time' && act.event !== null;
  const facts: Facts = {
    values: { ...before, ...values, [life.field]: from },
    nowSeconds: act.at,
    caller:
      isTime || act.actor_type !== 'admin'
        ? null
        : { id: act.actor_id, groups: grants?.groupIds ?? [], isOwner: rowBefore === null || Number(owner) === act.actor_id },
    senders: Object.fromEntries(
      earlier.flatMap(({ kind, event, actor_id: id }) => (kind === 'event' && event !== null ? [[event, id]] : [])),
    ),
    sinceSeconds: earlier.findLast((step) => step.from_state !== step.to_state)?.at ?? act.at,
    related: Object.fromEntries([...related].map(([key, records]) => [key, records.get(Number(after[key])) ?? null])),
    counts: counts.get(act.record_id) ?? {},
    clock: clockAt(act.at, timeZone),
  };
  const mayThen = (name: string, { right }: LifeEvent): boolean => {
    if (act.actor_type !== 'admin' || !grants) return true;
    if (right === 'none') return false;
    const node = right === 'own' ? name : rowBefore === null ? 'add' : 'edit';
    return may({ grants } as AdminCaller, `${drawn.pagePath}/${node}`.toLowerCase());
  };
  const pastAct: PastAct = {
    event: act.event,
    isTime,
    from,
    to: named(act.to_state),
    hasComment: act.comment !== '',
    hasSecond: act.second_id !== null,
    before,
    values,
    facts,
    may: mayThen,
  };
  return checkAct(life, pastAct);
}
