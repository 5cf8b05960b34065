import { IDEMPOTENCY_SECONDS, SESSION_SECONDS } from '../limits.ts';
import { nowSeconds, type ServerPorts } from '../ports.ts';
import { sweepRuns } from './terminal/sweep-runs.ts';
import { sweepFiles } from './uploads/sweep-files.ts';
import { sweepMessages } from './verification/outbox.ts';

const THROTTLE_SECONDS = 2 * 86_400;

/** Forgets what can no longer matter: ended sessions, used-up counters, answered keys, captchas nobody answered, files nobody knows, old runs. */
export async function tidyUp(ports: Pick<ServerPorts, 'database' | 'clock' | 'files' | 'logger'>): Promise<void> {
  const now = nowSeconds(ports);
  const { kysely } = ports.database;
  await kysely
    .deleteFrom('token')
    .where('session_created_at', '<', now - SESSION_SECONDS)
    .execute();
  await kysely
    .deleteFrom('throttle_counter')
    .where('window_start', '<', now - THROTTLE_SECONDS)
    .execute();
  await kysely
    .deleteFrom('idempotency_key')
    .where('create_time', '<', now - IDEMPOTENCY_SECONDS)
    .execute();
  await kysely.deleteFrom('captcha').where('expire_time', '<=', now).execute();
  await sweepMessages(ports);
  await sweepRuns(ports);
  await sweepFiles(ports);
}
