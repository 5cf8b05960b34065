import { IDEMPOTENCY_SECONDS, SESSION_SECONDS } from '../limits.ts';
import { nowSeconds, type ServerPorts } from '../ports.ts';
import { ledgerDifferences, type LedgerKind } from './ledger.ts';
import { sweepReports } from './problem-reports.service.ts';
import { sweepRuns } from './terminal/sweep-runs.ts';
import { sweepFiles } from './uploads/sweep-files.ts';
import { sweepMessages } from './verification/outbox.ts';

const THROTTLE_SECONDS = 2 * 86_400;

/** Forgets what can no longer matter: ended sessions, used-up counters, answered keys, captchas nobody answered, files nobody knows, old runs and reports. Then it checks the ledgers. */
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
  await kysely.deleteFrom('sign_in_step').where('expire_time', '<=', now).execute();
  await sweepMessages(ports);
  await sweepRuns(ports);
  await sweepReports(ports);
  await sweepFiles(ports);
  await checkLedgers(ports);
}

/** A balance that is not the sum of its entries is a defect, or somebody's hand in the database: it is said aloud and left as it is. */
async function checkLedgers({ database, logger }: Pick<ServerPorts, 'database' | 'logger'>): Promise<void> {
  for (const ledger of ['money', 'score'] satisfies LedgerKind[]) {
    const differences = await ledgerDifferences(database.kysely, ledger);
    if (differences.length > 0) logger.error('ledger.differs', { ledger, count: differences.length, members: differences.slice(0, 20) });
  }
}
