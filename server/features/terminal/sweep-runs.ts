import { DAY_SECONDS } from '#domain/base/timestamp';
import { TERMINAL_RUN_DAYS, TICKET_SECONDS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

/** Forgets runs a month after their end, with their output, and tickets that open nothing any more. */
export async function sweepRuns(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  const now = nowSeconds(ports);
  const { kysely } = ports.database;
  await kysely
    .deleteFrom('terminal_run')
    .where('end_time', '<', now - TERMINAL_RUN_DAYS * DAY_SECONDS)
    .execute();
  // A spent ticket still takes up its own stream, for as long as a command may last.
  await kysely
    .deleteFrom('terminal_ticket')
    .where('expire_time', '<', now - TICKET_SECONDS - DAY_SECONDS)
    .execute();
}
