import { type Kysely, sql } from 'kysely';
import type { JobProgress, QueuedJob } from '#domain/observe/system-health';
import type { JobCounts, JobParams } from '../base/jobs.ts';
import type { Tables } from '../tables/tables.ts';

type Listed = Omit<QueuedJob, 'sentAt' | 'startsAt' | 'progress'> & {
  readonly sent_at: number;
  readonly starts_at: number;
  readonly done: number | null;
  readonly total: number | null;
};

/** As much of the reason of a failure as a list shows. */
const ERROR_LENGTH = 300;
/** How far a job has come lies in what the queue keeps of an attempt's outcome, and goes with it. */
const DONE = sql`(output -> 'progress' -> 0)::int`;
const TOTAL = sql`(output -> 'progress' -> 1)::int`;

const progressIn = ({ done, total }: Pick<Listed, 'done' | 'total'>): JobProgress | null =>
  done === null || total === null ? null : { done, total };

/** @returns how many were given up, by kind */
export async function readDead(kysely: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select data ->> 'kind' as kind, count(*) as count from pgboss.job where state = 'failed' group by 1 order by 1`.execute(kysely);
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

export async function readCounts(kysely: Kysely<Tables>): Promise<JobCounts> {
  const { rows } = await sql<{ waiting: number; active: number; dead: number; oldest: number }>`
    select count(*) filter (where state in ('created', 'retry')) as waiting,
      count(*) filter (where state = 'active') as active,
      count(*) filter (where state = 'failed') as dead,
      coalesce(max(extract(epoch from now() - start_after)) filter (where state in ('created', 'retry') and start_after <= now()), 0)::int as oldest
    from pgboss.job`.execute(kysely);
  const { waiting = 0, active = 0, dead = 0, oldest = 0 } = rows[0] ?? {};
  return { waiting, active, dead, oldestDueSeconds: oldest };
}

export async function readJobs(kysely: Kysely<Tables>, limit: number): Promise<readonly QueuedJob[]> {
  const { rows } = await sql<Listed>`
    select id, data ->> 'kind' as kind,
      case when state in ('created', 'retry') then 'waiting' when state = 'failed' then 'dead' else state::text end as state,
      case when state in ('created', 'active', 'cancelled') then retry_count else retry_count + 1 end as failures,
      retry_limit + 1 as attempts, extract(epoch from created_on)::bigint as sent_at,
      extract(epoch from coalesce(case state when 'active' then started_on when 'cancelled' then completed_on end, start_after))::bigint as starts_at,
      left(coalesce(output ->> 'message', output ->> 'reason', output -> 'value' ->> 'message', ''), ${ERROR_LENGTH}) as error,
      ${DONE} as done, ${TOTAL} as total
    from pgboss.job where state in ('created', 'retry', 'active', 'failed', 'cancelled')
    order by case state when 'failed' then 1 when 'active' then 2 when 'cancelled' then 4 else 3 end, start_after, id limit ${limit}`.execute(
    kysely,
  );
  return rows.map(({ sent_at: sentAt, starts_at: startsAt, done, total, ...job }) => ({
    ...job,
    sentAt,
    startsAt,
    progress: progressIn({ done, total }),
  }));
}

/** @param kysely within a transaction that one */
export async function readUnderWay(kysely: Kysely<Tables>, kinds: readonly string[]): Promise<readonly JobParams[]> {
  const { rows } = await sql<{ params: JobParams }>`
    select data -> 'params' as params from pgboss.job
    where state in ('created', 'retry', 'active') and data ->> 'kind' in (${sql.join(kinds)})`.execute(kysely);
  return rows.map(({ params }) => params);
}

/** Of the newest that runs. */
export async function readProgress(kysely: Kysely<Tables>, kind: string, params: JobParams): Promise<JobProgress | null> {
  const { rows } = await sql<Pick<Listed, 'done' | 'total'>>`
    select ${DONE} as done, ${TOTAL} as total from pgboss.job
    where state = 'active' and data ->> 'kind' = ${kind} and data -> 'params' @> ${JSON.stringify(params)}::jsonb
    order by started_on desc limit 1`.execute(kysely);
  return rows[0] ? progressIn(rows[0]) : null;
}
