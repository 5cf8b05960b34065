import { sql } from 'kysely';
import { DAY_SECONDS } from '#domain/base/timestamp';
import { TERMINAL_RUN_DAYS, TICKET_SECONDS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { forgetRows } from '../base/forget-rows.ts';

/** With each go some megabytes of output. */
const RUNS_AT_ONCE = 20;

/** Forgets runs a month after their end, with their output, and tickets that open nothing any more. */
export async function sweepRuns(ports: Pick<ServerPorts, 'database' | 'clock' | 'precedence'>, stopped?: AbortSignal): Promise<void> {
  const now = nowSeconds(ports);
  await forgetRows(ports, 'terminal_run', sql`end_time < ${now - TERMINAL_RUN_DAYS * DAY_SECONDS}`, { atOnce: RUNS_AT_ONCE, stopped });
  // A spent ticket still takes up its own stream, for as long as a command may last.
  await forgetRows(ports, 'terminal_ticket', sql`expire_time < ${now - TICKET_SECONDS - DAY_SECONDS}`, { stopped });
}
