import { sql } from 'kysely';
import { DAY_SECONDS } from '#domain/base/timestamp';
import { TERMINAL_RUN_DAYS, TICKET_SECONDS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { forgetRows } from '../base/forget-rows.ts';
import { TERMINAL_RUNS_KEPT } from './limits.ts';

/** With each go some megabytes of output. */
const RUNS_AT_ONCE = 20;

/** Forgets runs a month after their end, or earlier where there are too many, with their output, and tickets that open nothing any more. */
export async function sweepRuns(ports: Pick<ServerPorts, 'database' | 'clock' | 'precedence'>, stopped?: AbortSignal): Promise<void> {
  const now = nowSeconds(ports);
  await forgetRows(ports, 'terminal_run', sql`end_time < ${now - TERMINAL_RUN_DAYS * DAY_SECONDS}`, { atOnce: RUNS_AT_ONCE, stopped });
  const isBeyond = sql`status <> 'running' and id <= (select id from terminal_run order by id desc offset ${TERMINAL_RUNS_KEPT} limit 1)`;
  await forgetRows(ports, 'terminal_run', isBeyond, { atOnce: RUNS_AT_ONCE, stopped });
  // A spent ticket still takes up its own stream, for as long as a command may last.
  await forgetRows(ports, 'terminal_ticket', sql`expire_time < ${now - TICKET_SECONDS - DAY_SECONDS}`, { stopped });
}
