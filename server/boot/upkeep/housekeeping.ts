import type { LedgerKind } from '#domain/members/ledger-reasons';
import { IDEMPOTENCY_SECONDS, TIDY_EVERY_MS, TIDY_FIRST_MS } from '../../base/limits.ts';
import { taskOf } from '../../base/precedence.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { askForBackup } from '../backups/backup-job.ts';
import { ledgerDifferences } from '../../features/members/ledger.ts';
import { sweepChat } from '../../features/chat/sweep-chat.ts';
import { sweepDesigner } from '../../features/designer/sweep-designer.ts';
import { askRegistries, sweepModules } from '../../features/modules/sweep-modules.ts';
import { sweepElsewhere } from '../../features/external/sessions-elsewhere.ts';
import { sweepExternal } from '../../features/external/under-way.ts';
import { tellDrift } from '../../features/life/life-drift.ts';
import { sweepMemberMessages } from '../../features/members/messages/member-messages.ts';
import { sweepNotifications } from '../../features/notifications/sweep-notifications.ts';
import { sweepWebhooks } from '../../features/programs/sweep-webhooks.ts';
import { sweepCheckIns } from '../../features/members/daily-check-in.ts';
import { endDueAccounts } from '../../features/members/own-data/member-deletion.service.ts';
import { sweepExports } from '../../features/members/own-data/member-exports.service.ts';
import { sweepProofs } from '../../features/members/sweep-proofs.ts';
import { sweepReports } from '../../features/observe/problem-reports.service.ts';
import { sweepChanges } from '../../features/changes/sweep-changes.ts';
import { sweepLogs } from '../../features/base/retention.ts';
import { sweepSessions } from '../../features/session/sweep-sessions.ts';
import { sweepPlaces } from '../../features/session/base/sign-in-places.ts';
import { sweepPreviews } from '../../features/site/previews.ts';
import { sweepRuns } from '../../features/terminal/sweep-runs.ts';
import { sweepCloud } from '../../features/files/cloud-forms.ts';
import { sweepMemberForms } from '../../features/files/member-forms.ts';
import { releaseFiles } from '../../features/files/release-files.ts';
import { sweepFiles } from '../../features/files/sweep-files.ts';
import { sweepRestores } from '../../features/changes/section-restore/section-restores.service.ts';
import { sweepMessages } from '../../features/session/verification/outbox.ts';
import { repeatedly, type Repetition } from './repeatedly.ts';

const THROTTLE_SECONDS = 2 * 86_400;

type Ports = Pick<ServerPorts, 'database' | 'jobs' | 'clock' | 'files' | 'logger' | 'cloud' | 'freeDiskShare'> &
  Partial<Pick<ServerPorts, 'backups' | 'registries' | 'keptPages' | 'precedence'>>;

/** What can no longer matter is forgotten, each kind on its own; then the ledgers are checked. */
export const SWEEPS: Readonly<Record<string, (ports: Ports, stopped?: AbortSignal) => Promise<unknown>>> = {
  sessions: sweepSessions,
  counters: (ports) =>
    ports.database.kysely
      .deleteFrom('throttle_counter')
      .where((where) =>
        where.or([where('window_start', '<', nowSeconds(ports) - THROTTLE_SECONDS), where('window_start', '>', nowSeconds(ports))]),
      )
      .execute(),
  answeredKeys: (ports) =>
    ports.database.kysely
      .deleteFrom('idempotency_key')
      .where('create_time', '<', nowSeconds(ports) - IDEMPOTENCY_SECONDS)
      .execute(),
  captchas: (ports) => ports.database.kysely.deleteFrom('captcha').where('expire_time', '<=', nowSeconds(ports)).execute(),
  captchaWork: (ports) => ports.database.kysely.deleteFrom('captcha_work').where('expire_time', '<=', nowSeconds(ports)).execute(),
  signInSteps: (ports) => ports.database.kysely.deleteFrom('sign_in_step').where('expire_time', '<=', nowSeconds(ports)).execute(),
  externalSignIns: sweepExternal,
  externalSessions: sweepElsewhere,
  places: sweepPlaces,
  memberProofs: sweepProofs,
  memberMessages: sweepMemberMessages,
  checkIns: sweepCheckIns,
  notifications: sweepNotifications,
  webhooks: sweepWebhooks,
  memberExports: sweepExports,
  sectionRestores: sweepRestores,
  memberDeletions: endDueAccounts,
  messages: sweepMessages,
  runs: sweepRuns,
  previews: sweepPreviews,
  pageFiles: async ({ keptPages }) => keptPages?.sweep(),
  chat: sweepChat,
  reports: sweepReports,
  logs: sweepLogs,
  changes: sweepChanges,
  designer: sweepDesigner,
  modules: sweepModules,
  recycledFiles: releaseFiles,
  files: sweepFiles,
  cloud: sweepCloud,
  memberForms: sweepMemberForms,
  ledgers: checkLedgers,
  lives: tellDrift,
  jobs: tellDeadJobs,
  backups: askForBackup,
  // Waits for others.
  registries: askRegistries,
};

/** One sweep after the other. What stops one is logged, and the next ones go on. */
export async function tidyUp(ports: Ports, stopped?: AbortSignal): Promise<void> {
  const giveWay = taskOf(ports);
  for (const [name, sweep] of Object.entries(SWEEPS)) {
    await giveWay();
    if (stopped?.aborted === true) return;
    try {
      await sweep(ports, stopped);
    } catch (error) {
      ports.logger.error('housekeeping.failed', { sweep: name, error });
    }
  }
}

/** Tidies up soon after the start, when the first visitors have been served, and then every hour. What a sweep asks elsewhere is given up at a stop. */
export const keepHouse = (ports: Ports, firstMs = TIDY_FIRST_MS, everyMs = TIDY_EVERY_MS): Repetition =>
  repeatedly((stopped) => tidyUp(ports, stopped), { firstMs, everyMs });

/** A balance that is not the sum of its entries is a defect, or somebody's hand in the database: it is said aloud and left as it is. */
async function checkLedgers({ database, logger }: Pick<ServerPorts, 'database' | 'logger'>): Promise<void> {
  for (const ledger of ['money', 'score'] satisfies LedgerKind[]) {
    const differences = await ledgerDifferences(database.kysely, ledger);
    if (differences.length > 0) logger.error('ledger.differs', { ledger, count: differences.length, members: differences.slice(0, 20) });
  }
}

async function tellDeadJobs({ jobs, logger }: Pick<ServerPorts, 'jobs' | 'logger'>): Promise<void> {
  const dead = await jobs.countDead();
  if (dead.size > 0) logger.error('jobs.dead', { kinds: Object.fromEntries(dead) });
}
