import { sql, type Kysely } from 'kysely';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { REHEARSED_ACTS, REHEARSED_DAYS, TOLD_ACTS, type rehearseLife } from '#api/contract/life/life-trial';
import { rejection } from '#domain/base/failure';
import type { Image } from '#domain/changes/journal';
import { isSameValue } from '#domain/base/same-value';
import { wireNameOf, type AnyRecord } from '#domain/fields/field';
import type { Life, LifeEvent } from '#domain/life/life';
import { countKey, type Facts, type Unmet } from '#domain/life/unmet';
import { createBreaths } from '../../base/breaths.ts';
import type { AdminCaller, Grants } from '../../base/caller.ts';
import { LIFE_REHEARSALS } from '../../base/limits.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { sightSql } from '../../resources/access/data-limit.ts';
import { grantsOfAdmin, may, mayList } from '../../resources/access/permissions.ts';
import { columnsOf } from '../../resources/base/columns.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../../resources/base/row-codec.ts';
import { nameRead } from '../../resources/base/shipped-names.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { askedOf, clockAt } from '../../resources/life/life-facts.ts';
import { delayLabel, eventLabel, stateLabel } from '../../resources/life/life-words.ts';
import { reasonTeller } from '../../resources/life/told-offers.ts';
import { MAIN } from '../../resources/read/list-source.ts';
import type { Resources } from '../../resources/registry.ts';
import { idsSql } from '../../resources/write/unit-of-work.ts';
import { countAttempt } from '../base/throttle.ts';
import { readDrawn } from './drawn-life.ts';
import { asksOthers, judgePast, type PastAct, type Verdict } from './rehearse-act.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages'>;
type Wish = ParsedInputOf<typeof rehearseLife>;
type Told = OutputOf<typeof rehearseLife>;
type Counts = Told['total'];

const DAY_SECONDS = 86_400;
/** Records whose past is read at once. */
const PORTION = 500;
/** Reasons that are told, the most frequent first. */
const TOLD_REASONS = 100;

/** What was done, as the journals of steps and of changes have it. */
interface Stored {
  readonly step: number | null;
  readonly record_id: number;
  readonly set_id: number | null;
  readonly event: string | null;
  readonly from_state: string;
  readonly to_state: string;
  readonly at: number;
  readonly actor_type: string;
  readonly actor_id: number;
  readonly actor_name: string;
  readonly comment: string;
  readonly second_id: number | null;
  readonly source: string;
}

/** What the acts of the last days would have become by a life that is drawn. Only reads. */
export async function rehearse(ports: Ports, resources: Pick<Resources, 'get'>, wish: Wish, caller: AdminCaller): Promise<Told> {
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
  const told = createTelling({ ...context, resource: { ...drawn, life } }, life, caller);
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
  const breathe = createBreaths();
  for (const ids of portions([...new Set(acts.map(({ record_id: id }) => id))])) {
    const past = await readPast(world, ids, from);
    const some = acts.filter(({ record_id: id }) => past.has(id));
    const beside = await readBeside(world, ids, some, past);
    for (const act of some) {
      await breathe();
      told.note(act, judgeStored(world, act, past, beside, { renames: wish.renames, timeZone }), past.get(act.record_id)?.title ?? '');
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

interface World {
  readonly kysely: Kysely<Tables>;
  readonly resources: Pick<Resources, 'get'>;
  readonly context: ResourceContext;
  /** The section as it is drawn. */
  readonly drawn: ResourceContext;
  readonly life: Life;
  readonly people: ReadonlyMap<number, Grants>;
}

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

/** A record's past: what it was before each write, the newest first. `before` is null where it was not there, undefined where nobody knows. */
interface Past {
  readonly title: string;
  readonly writes: readonly {
    readonly set: number;
    readonly at: number;
    readonly before: StoredRow | null | undefined;
    readonly after: StoredRow | null | undefined;
  }[];
  readonly now: StoredRow | null;
}

/** Walks back from what the records are, write by write. */
async function readPast({ kysely, context }: World, ids: readonly number[], from: number): Promise<ReadonlyMap<number, Past>> {
  const { resource, columns } = context;
  const owner = resource.dataLimit?.ownerColumn;
  const names = [...new Set([...columns.readable.map(({ name }) => name), ...(owner === undefined ? [] : [owner])])];
  const { rows: standing } = await sql<StoredRow>`select ${sql.join(names.map((name) => sql.id(name)))} from ${sql.table(resource.table)}
    where ${sql.id(columns.id.name)} in ${idsSql(ids)}`.execute(kysely);
  const byId = new Map(standing.map((row) => [Number(row[columns.id.name]), row]));
  const { rows: changes } = await sql<{
    set_id: number;
    record_id: number;
    at: number;
    kind: string;
    before: Image | null;
    after: Image | null;
    erased_at: number | null;
  }>`select set_id, record_id, at, kind, before, after, erased_at from record_change
    where resource = ${resource.name} and record_id in ${idsSql(ids)} and at >= ${from}::bigint order by id desc`.execute(kysely);
  const ofRecord = Map.groupBy(changes, (change) => change.record_id);
  return new Map(
    ids.map((id): [number, Past] => {
      const now = byId.get(id) ?? null;
      let image: StoredRow | null | undefined = now;
      const writes: Past['writes'][number][] = [];
      for (const change of ofRecord.get(id) ?? []) {
        const after = image;
        if (change.kind === 'created') image = null;
        else if (change.erased_at !== null) image = undefined;
        else if (change.kind === 'deleted') image = change.before ?? undefined;
        else image = image ? { ...image, ...change.before } : image === null ? undefined : image;
        const last = writes.at(-1);
        const set = change.set_id;
        // One write may touch a record twice.
        if (last?.set === set) writes[writes.length - 1] = { ...last, before: image };
        else writes.push({ set, at: change.at, before: image, after });
      }
      const title = now?.[columns.title.name];
      return [id, { title: typeof title === 'string' ? title : '', writes, now }];
    }),
  );
}

/** What of other records is asked for, as it is today, and who sent what since when. */
interface Beside {
  readonly related: ReadonlyMap<string, ReadonlyMap<number, AnyRecord>>;
  readonly counts: ReadonlyMap<number, NonNullable<Facts['counts']>>;
  readonly steps: ReadonlyMap<number, readonly StepBefore[]>;
}

interface StepBefore {
  readonly id: number;
  readonly record_id: number;
  readonly kind: string;
  readonly event: string | null;
  readonly actor_id: number;
  readonly from_state: string | null;
  readonly to_state: string | null;
  readonly at: number;
}

async function readBeside(
  { kysely, resources, drawn, life }: World,
  ids: readonly number[],
  acts: readonly Stored[],
  past: ReadonlyMap<number, Past>,
): Promise<Beside> {
  const asked = askedOf(life);
  const { fields } = drawn.resource;
  const steps =
    asked.senders || asked.since
      ? (
          await sql<StepBefore>`select id, record_id, kind, event, actor_id, from_state, to_state, at from life_step
            where resource = ${drawn.resource.name} and record_id in ${idsSql(ids)} order by id`.execute(kysely)
        ).rows
      : [];
  const related = new Map<string, ReadonlyMap<number, AnyRecord>>();
  for (const key of asked.related) {
    const field = fields[key];
    const other = field && 'of' in field ? resources.get(field.of)?.context : undefined;
    const column = wireNameOf(key, field);
    const named = acts.flatMap((act) =>
      (past.get(act.record_id)?.writes ?? []).flatMap(({ before, after }) => [before?.[column], after?.[column]]),
    );
    const wanted = [...new Set([...named, ...ids.map((id) => past.get(id)?.now?.[column])].map(Number).filter((id) => id > 0))];
    if (!other || wanted.length === 0) continue;
    const { rows } = await sql<StoredRow>`select ${sql.join(other.columns.readable.map(({ name }) => sql.id(name)))}
      from ${sql.table(other.resource.table)} where ${sql.id(other.columns.id.name)} in ${idsSql(wanted)}`.execute(kysely);
    related.set(
      key,
      new Map(rows.map((row) => [Number(row[other.columns.id.name]), recordFromStore(other.columns.readable, row)] as const)),
    );
  }
  const counts = new Map<number, Record<string, number>>(ids.map((id) => [id, {}]));
  for (const one of asked.counted) {
    const other = resources.get(one.referring)?.context;
    const column = other?.columns.relations.find((relation) => relation.column.key === one.by)?.column.name;
    if (!other || column === undefined) continue;
    const { rows } = await sql<{ id: number; count: number }>`select ${sql.id(column)}::bigint as id, count(*)::integer as count
      from ${sql.table(other.resource.table)} where ${sql.id(column)} in ${idsSql(ids)} group by 1`.execute(kysely);
    const found = new Map(rows.map(({ id, count }) => [id, count]));
    for (const [id, record] of counts) record[countKey(one)] = found.get(id) ?? 0;
  }
  return { related, counts, steps: Map.groupBy(steps, (step) => step.record_id) };
}

const undecidable = (key: string): Verdict => ({
  verdict: 'undecidable',
  reasons: [{ field: null, issue: { key: `refusals.life.rehearsed.${key}` } }],
});

function judgeStored(
  { context, drawn, life, people }: World,
  act: Stored,
  past: ReadonlyMap<number, Past>,
  { related, counts, steps }: Beside,
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
  return judgePast(life, pastAct);
}

const NONE: Counts = { acts: 0, refused: 0, elsewhere: 0, undecidable: 0 };

/** Counts verdicts by event, person and reason, in words. */
function createTelling(context: ResourceContext, life: Life, caller: AdminCaller) {
  const { language } = caller.client;
  const say = reasonTeller(context, language);
  const total = { ...NONE };
  const events = new Map<string, Told['events'][number]>();
  const people = new Map<string, Told['people'][number]>();
  const reasons = new Map<string, Told['reasons'][number]>();
  const examples: Told['examples'][number][] = [];
  let byToday = 0;
  const wordsOf = ({ field, issue }: Unmet) =>
    say(field === null || field === 'comment' ? field : wireNameOf(field, context.resource.fields[field]), issue);
  const labelOf = ({ event, source }: Stored): string => {
    if (event === null) return context.ports.messages.text(language, 'refusals.life.rehearsed.save');
    return source === 'time' && Object.hasOwn(life.delays, event)
      ? delayLabel(context, life, event, language)
      : Object.hasOwn(life.events, event)
        ? eventLabel(context, life, event, language)
        : event;
  };
  return {
    note(act: Stored, verdict: Verdict, title: string): void {
      const event = act.event ?? 'save';
      const person = act.actor_type === 'admin' ? act.actor_id : 0;
      const ofEvent = events.get(event) ?? { event, label: labelOf(act), ...NONE };
      const ofPerson = people.get(`${person}`) ?? { id: person, name: person === 0 ? '' : act.actor_name, ...NONE };
      events.set(event, ofEvent);
      people.set(`${person}`, ofPerson);
      for (const counts of [total, ofEvent, ofPerson]) {
        counts.acts += 1;
        if (verdict.verdict !== 'same') counts[verdict.verdict] += 1;
      }
      if (verdict.verdict !== 'undecidable' && asksOthers(life)) byToday += 1;
      if (verdict.verdict === 'same') return;
      const told = 'reasons' in verdict ? verdict.reasons.map(wordsOf) : [];
      for (const { field, message } of told) {
        if (verdict.verdict === 'elsewhere') continue;
        const key = JSON.stringify([verdict.verdict, field, message]);
        const known = reasons.get(key) ?? { verdict: verdict.verdict, field, message, count: 0 };
        known.count += 1;
        reasons.set(key, known);
      }
      if (examples.length < TOLD_ACTS)
        examples.push({
          recordId: act.record_id,
          title: nameRead(context.resource, title, { messages: context.ports.messages, language }),
          at: act.at,
          by: act.actor_name,
          event,
          label: ofEvent.label,
          from: act.from_state,
          to: act.to_state,
          verdict: verdict.verdict,
          leads: verdict.verdict === 'elsewhere' ? stateLabel(context, life, verdict.leads, language) : null,
          reasons: told,
        });
    },
    result: (): Omit<Told, 'from' | 'until' | 'isCut'> => ({
      total,
      events: [...events.values()].toSorted((a, b) => b.acts - a.acts),
      people: [...people.values()].toSorted((a, b) => b.acts - a.acts),
      reasons: [...reasons.values()].toSorted((a, b) => b.count - a.count).slice(0, TOLD_REASONS),
      byToday,
      examples,
    }),
  };
}
