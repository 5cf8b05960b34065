import type { Logger } from '../../base/logger.ts';
import type { EmbeddedClient, EmbeddedUse } from './embedded-client.ts';

const LOOK_EVERY_MS = 30_000;
const CHECKPOINT_EVERY_MS = 300_000;
/** Much written at once makes the log grow quickly. */
const CHECKPOINT_AFTER_WRITES = 5000;
const VACUUM_AFTER_WRITES = 2000;
const IDLE_AFTER_MS = 60_000;

export interface MaintenanceState {
  readonly checkpointAtMs: number;
  readonly checkpointWrites: number;
  readonly vacuumWrites: number;
}

/** Which of the two is due: PostgreSQL does them in processes of its own, which the embedded one does not have. */
export function dueMaintenance(nowMs: number, use: EmbeddedUse, done: MaintenanceState): 'vacuum' | 'checkpoint' | null {
  if (use.writes - done.vacuumWrites >= VACUUM_AFTER_WRITES && nowMs - use.lastUsedAtMs >= IDLE_AFTER_MS) return 'vacuum';
  const writes = use.writes - done.checkpointWrites;
  const isOld = nowMs - done.checkpointAtMs >= CHECKPOINT_EVERY_MS;
  return writes >= CHECKPOINT_AFTER_WRITES || (writes > 0 && isOld) ? 'checkpoint' : null;
}

export interface Maintenance {
  /** Ends it, with a last checkpoint, so that the next start is quick. */
  stop(): Promise<void>;
}

export function startMaintenance({ client, logger }: { readonly client: EmbeddedClient; readonly logger: Logger }): Maintenance {
  let done: MaintenanceState = { checkpointAtMs: Date.now(), checkpointWrites: 0, vacuumWrites: 0 };
  let isRunning = false;
  const run = async (what: 'vacuum' | 'checkpoint'): Promise<void> => {
    const { writes } = client.use();
    isRunning = true;
    try {
      await client.maintain(what === 'vacuum' ? 'vacuum (analyze)' : 'checkpoint');
    } catch (error) {
      logger.error('database.maintenanceFailed', { what, error });
    } finally {
      isRunning = false;
    }
    done = what === 'vacuum' ? { ...done, vacuumWrites: writes } : { ...done, checkpointAtMs: Date.now(), checkpointWrites: writes };
  };
  const timer = setInterval(() => {
    // What is being done still looks due, and another one would stand behind whoever waits for it.
    if (isRunning) return;
    const due = dueMaintenance(Date.now(), client.use(), done);
    if (due !== null) void run(due);
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      if (!client.closed && client.use().writes > done.checkpointWrites) await run('checkpoint');
    },
  };
}
