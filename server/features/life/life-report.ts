import { sql, type RawBuilder } from 'kysely';
import type { readLifeReport } from '#api/contract/changes/life-figures';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { sightSql } from '../../resources/access/data-limit.ts';
import { mayList } from '../../resources/access/permissions.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { eventLabel, stateLabel } from '../../resources/life/life-words.ts';
import { MAIN } from '../../resources/read/list-source.ts';
import type { Resources } from '../../resources/registry.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages'>;
type Report = OutputOf<typeof readLifeReport>;

interface Span {
  readonly count: number;
  readonly median: number;
  readonly p90: number;
}

/** Weeks that are told at most. */
const WEEKS = 26;
const WEEK_SECONDS = 7 * 86_400;

/** How long records stayed in their states. Those that the caller does not see are not counted. */
export async function reportOn(
  ports: Ports,
  resources: Pick<Resources, 'get'>,
  { resource: name, from, until }: ParsedInputOf<typeof readLifeReport>,
  caller: AdminCaller,
): Promise<Report> {
  const context = resources.get(name)?.context;
  const life = context?.resource.life;
  if (!context || !life || !mayList(context, caller)) throw notFound();
  const { language } = caller.client;
  const now = nowSeconds(ports);
  return ports.database.transaction(async (trx) => {
    const { timeZone } = await readSiteSettings(trx);
    const { resource, columns } = context;
    const limit = await sightSql(context, trx, caller, MAIN);
    const isLimited = (resource.dataLimit !== undefined || context.hooks.limit !== undefined) && !caller.grants.isSuper;
    const seen = isLimited
      ? sql`and record_id in (select ${sql.id(MAIN, columns.id.name)} from ${sql.table(resource.table)} as ${sql.id(MAIN)} where ${limit})`
      : sql``;
    // A stay begins with the step that entered the state and ends with the next one that left it.
    const stays = sql`with walked as (
        select to_state as state, at, kind,
          lead(at) over record as left_at, lead(event) over record as left_by
        from life_step where resource = ${name} and from_state is distinct from to_state ${seen}
        window record as (partition by record_id order by id)),
      stay as (
        select state, left_at, left_by, greatest(left_at - at, 0) as lasted from walked
        where left_at is not null and kind <> 'found' and state is not null
          and left_at >= ${from ?? now - WEEKS * WEEK_SECONDS}::bigint and left_at <= ${until ?? now}::bigint)`;
    const figures = sql`count(*)::integer as count,
      round(percentile_cont(0.5) within group (order by lasted))::float8 as median, round(percentile_cont(0.9) within group (order by lasted))::float8 as p90`;
    const week = sql`to_char(date_trunc('week', to_timestamp(left_at) at time zone ${timeZone}::text), 'YYYY-MM-DD')`;
    const grouped = <Row>(keys: RawBuilder<unknown>, group: string) =>
      sql<Row & Span>`${stays} select ${keys}, ${figures} from stay group by ${sql.raw(group)} order by ${sql.raw(group)}`.execute(trx);
    const { rows: states } = await grouped<{ state: string }>(sql`state`, '1');
    const { rows: events } = await grouped<{ event: string | null; state: string }>(sql`left_by as event, state`, '1, 2');
    const { rows: weeks } = await grouped<{ week: string; state: string }>(sql`${week} as week, state`, '1, 2');
    const field = columns.find(life.field);
    const { rows: standing } = field
      ? await sql<{ state: string; now: number }>`select ${sql.id(MAIN, field.name)} as state, count(*)::integer as now
          from ${sql.table(resource.table)} as ${sql.id(MAIN)} where ${limit} group by 1`.execute(trx)
      : { rows: [] };
    const labelOf = (state: string): string => stateLabel(context, life, state, language);
    const spanOf = ({ count, median, p90 }: Span): Span => ({ count, median, p90 });
    const none: Span = { count: 0, median: 0, p90: 0 };
    return {
      states: Object.keys(life.chart.states).map((state) => ({
        state,
        label: labelOf(state),
        now: standing.find((one) => one.state === state)?.now ?? 0,
        ...spanOf(states.find((one) => one.state === state) ?? none),
      })),
      events: events.flatMap(({ event, state, ...span }) =>
        event === null ? [] : [{ event, label: eventLabel(context, life, event, language), from: labelOf(state), ...spanOf(span) }],
      ),
      weeks: weeks
        .toReversed()
        .slice(0, WEEKS * 30)
        .map(({ week: monday, state, ...span }) => ({ week: monday, state, label: labelOf(state), ...spanOf(span) })),
    };
  });
}
