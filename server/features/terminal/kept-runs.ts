import { sql } from 'kysely';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { readKeptRun } from '#api/contract/terminal/kept-runs';
import type { Writer } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { TERMINAL_READ_EVENTS, TERMINAL_READ_LENGTH } from './limits.ts';
import { seesAllRuns } from './visible-runs.ts';
import type { TerminalRuns } from './runs.ts';

export interface KeptRunRequest {
  readonly id?: number | undefined;
  readonly uuid?: string | undefined;
  /** Number of the last event that is known. */
  readonly after: number;
}

/** @throws notFound for a run that there is not, or that is another's */
export async function readKept(
  { kysely }: ServerPorts['database'],
  runs: Pick<TerminalRuns, 'find'>,
  { id, uuid, after }: KeptRunRequest,
  caller: Writer,
): Promise<OutputOf<typeof readKeptRun>> {
  const named = await kysely
    .selectFrom('terminal_run')
    .select(['uuid', 'admin_id'])
    .where((where) => (id === undefined ? where('uuid', '=', uuid ?? '') : where('id', '=', id)))
    .executeTakeFirst();
  if (!named || (named.admin_id !== caller.id && !seesAllRuns(caller))) throw notFound();
  // Before its events: a run that has ended by now has all of them. One whose server is gone ends here.
  const run = await runs.find(named.uuid);
  if (!run) throw notFound();
  const admin = await kysely.selectFrom('admin').select(['username', 'nickname']).where('id', '=', run.admin_id).executeTakeFirst();
  const { rows } = await sql<{ seq: number; kind: string; data: string }>`
    select seq, kind, data from (
      select seq, kind, data, sum(length(data)) over (order by seq) - length(data) as before from (
        select seq, kind, data from terminal_event where run_id = ${run.id}::bigint and seq > ${after}::bigint
          order by seq limit ${TERMINAL_READ_EVENTS}) as next) as measured
    where before < ${TERMINAL_READ_LENGTH} order by seq`.execute(kysely);
  const seq = rows.at(-1)?.seq ?? after;
  const newest = await kysely
    .selectFrom('terminal_event')
    .select((select) => select.fn.max('seq').as('seq'))
    .where('run_id', '=', run.id)
    .executeTakeFirst();
  return {
    run: {
      id: run.id,
      uuid: run.uuid,
      command: run.command,
      line: run.line,
      status: run.status,
      exitCode: run.exit_code,
      adminId: run.admin_id,
      adminName: admin ? admin.nickname || admin.username : '',
      ip: run.ip,
      userAgent: run.useragent,
      startedAt: run.create_time,
      endedAt: run.end_time,
      durationMs: run.duration_ms,
    },
    output: rows.filter(({ kind }) => kind === 'output').map(({ data }) => data),
    seq,
    isMore: seq < (newest?.seq ?? 0),
  };
}
