import { sql, type Kysely } from 'kysely';
import type { readLifeWaiting } from '#api/contract/changes/life-figures';
import type { OutputOf } from '#api/contract/base/endpoint';
import { wireNameOf } from '#domain/fields/field';
import type { Life } from '#domain/life/life';
import type { AdminCaller } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { sightSql } from '../../resources/access/data-limit.ts';
import { may, mayList } from '../../resources/access/permissions.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { sectionLabel } from '../../resources/base/section-label.ts';
import { stateLabel } from '../../resources/life/life-words.ts';
import { mayPress } from '../../resources/life/told-offers.ts';
import { MAIN } from '../../resources/read/list-source.ts';
import type { Resources } from '../../resources/registry.ts';

type Ports = Pick<ServerPorts, 'database' | 'messages'>;
type Waiting = Omit<OutputOf<typeof readLifeWaiting>, 'requests'>;

/** What waits for somebody: only in sections whose list they may open, and only records that they may see there. */
export async function waitingIn(
  { database: { kysely }, messages }: Ports,
  resources: Pick<Resources, 'all'>,
  caller: AdminCaller,
): Promise<Waiting> {
  const states: Waiting['states'][number][] = [];
  const times: Waiting['times'][number][] = [];
  const { language } = caller.client;
  for (const { context } of resources.all()) {
    const { resource, pagePath } = context;
    const { life } = resource;
    if (!life || !mayList(context, caller)) continue;
    const where = { resource: resource.name, section: sectionLabel(resource, messages, language), page: pagePath };
    const asked = Object.keys(life.chart.states).filter((state) => isWork(context, life, caller, state));
    for (const { state, count, oldest } of asked.length === 0 ? [] : await recordsIn(context, life, kysely, caller, asked))
      states.push({
        ...where,
        field: wireNameOf(life.field, resource.fields[life.field]),
        state,
        label: stateLabel(context, life, state, language),
        count,
        oldest: oldest,
      });
    const stuck =
      may(caller, `${pagePath}/edit`.toLowerCase()) && Object.keys(life.delays).length > 0 && (await stuckIn(context, kysely, caller));
    if (stuck && stuck.count > 0) times.push({ ...where, count: stuck.count, oldest: stuck.oldest });
  }
  return { states: states.toSorted((a, b) => (a.oldest ?? 0) - (b.oldest ?? 0)), times };
}

/** Whether a state is somebody's work, and the caller may send an event that leads on from it. */
const isWork = (context: ResourceContext, life: Life, caller: AdminCaller, state: string): boolean => {
  const { meta, on } = life.chart.states[state] ?? {};
  return meta?.todo === true && Object.keys(on ?? {}).some((event) => mayPress(context, life, caller, event));
};

interface Counted {
  readonly state: string;
  readonly count: number;
  readonly oldest: number | null;
}

async function recordsIn(
  context: ResourceContext,
  life: Life,
  kysely: Kysely<Tables>,
  caller: AdminCaller,
  states: readonly string[],
): Promise<readonly Counted[]> {
  const { resource, columns } = context;
  const field = columns.find(life.field);
  if (!field) return [];
  const state = sql.id(MAIN, field.name);
  const { rows } = await sql<Counted>`select ${state} as state, count(*)::integer as count, min(entered.at) as oldest
    from ${sql.table(resource.table)} as ${sql.id(MAIN)}
    left join lateral (select at from life_step where resource = ${resource.name} and record_id = ${sql.id(MAIN, columns.id.name)}
      and from_state is distinct from to_state and kind <> 'found' order by id desc limit 1) as entered on true
    where ${state} = any(${[...states]}::text[]) and ${await sightSql(context, kysely, caller, MAIN)} group by ${state}`.execute(kysely);
  return rows;
}

async function stuckIn(context: ResourceContext, kysely: Kysely<Tables>, caller: AdminCaller): Promise<Pick<Counted, 'count' | 'oldest'>> {
  const { resource, columns } = context;
  const { rows } = await sql<Pick<Counted, 'count' | 'oldest'>>`select count(*)::integer as count, min(timer.planned_at) as oldest
    from life_timer as timer join ${sql.table(resource.table)} as ${sql.id(MAIN)} on ${sql.id(MAIN, columns.id.name)} = timer.record_id
    where timer.resource = ${resource.name} and timer.waits is not null and ${await sightSql(context, kysely, caller, MAIN)}`.execute(
    kysely,
  );
  return rows[0] ?? { count: 0, oldest: null };
}
