import { sql } from 'kysely';
import { IDEMPOTENCY_SECONDS, TIDY_EVERY_MS, TIDY_FIRST_MS } from '../../base/limits.ts';
import { taskOf } from '../../base/precedence.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { askForBackup } from '../backups/backup-job.ts';
import { tellLedgers } from '../../features/members/ledger.ts';
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
import { sweepChanges, sweepRequests, sweepSteps } from '../../features/changes/sweep-changes.ts';
import { sweepTraces } from '../../features/base/traces/erase-traces.ts';
import { forgetRows } from '../../features/base/forget-rows.ts';
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

const expired = (ports: Pick<ServerPorts, 'clock'>) => sql`expire_time <= ${nowSeconds(ports)}`;

type Ports = Pick<ServerPorts, 'database' | 'jobs' | 'clock' | 'files' | 'logger' | 'cloud' | 'freeDiskShare'> &
  Partial<Pick<ServerPorts, 'backups' | 'registries' | 'keptPages' | 'precedence'>>;

/** What can no longer matter is forgotten, each kind on its own; then what stands is checked. */
export const SWEEPS: Readonly<Record<string, (ports: Ports, stopped?: AbortSignal) => Promise<unknown>>> = {
  sessions: sweepSessions,
  counters: (ports, stopped) => {
    const now = nowSeconds(ports);
    return forgetRows(ports, 'throttle_counter', sql`window_start < ${now - THROTTLE_SECONDS} or window_start > ${now}`, { stopped });
  },
  answeredKeys: (ports, stopped) =>
    forgetRows(ports, 'idempotency_key', sql`create_time < ${nowSeconds(ports) - IDEMPOTENCY_SECONDS}`, { stopped }),
  captchas: (ports, stopped) => forgetRows(ports, 'captcha', expired(ports), { stopped }),
  captchaWork: (ports, stopped) => forgetRows(ports, 'captcha_work', expired(ports), { stopped }),
  signInSteps: (ports, stopped) => forgetRows(ports, 'sign_in_step', expired(ports), { stopped }),
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
  traces: sweepTraces,
  messages: sweepMessages,
  runs: sweepRuns,
  previews: sweepPreviews,
  pageFiles: async ({ keptPages }) => keptPages?.sweep(),
  chat: sweepChat,
  reports: sweepReports,
  logs: sweepLogs,
  changes: sweepChanges,
  lifeSteps: sweepSteps,
  lifeRequests: sweepRequests,
  designer: sweepDesigner,
  modules: sweepModules,
  recycledFiles: releaseFiles,
  files: sweepFiles,
  cloud: sweepCloud,
  memberForms: sweepMemberForms,
  ledgers: tellLedgers,
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

async function tellDeadJobs({ jobs, logger }: Pick<ServerPorts, 'jobs' | 'logger'>): Promise<void> {
  const dead = await jobs.countDead();
  if (dead.size > 0) logger.error('jobs.dead', { kinds: Object.fromEntries(dead) });
}
