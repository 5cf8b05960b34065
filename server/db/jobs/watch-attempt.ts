import { type Kysely, sql } from 'kysely';
import type { JobProgress } from '#domain/observe/system-health';
import type { Logger } from '../../base/logger.ts';
import { unref } from '../../base/platform/timers.ts';
import type { Tables } from '../tables/tables.ts';

/** How often an attempt that takes longer is looked at; a shorter one costs nothing. */
const LOOK_MS = 1000;

interface Attempt {
  readonly id: string;
  readonly retryCount: number;
}

interface WatchOptions {
  readonly kysely: Kysely<Tables>;
  readonly logger: Logger;
  /** Once, where the job was cancelled or is somebody else's by now. */
  readonly onLost: (isCancelled: boolean) => void;
  /** Each look says that the process is still there: nobody takes the job from one that is silent, but it is forgotten. */
  readonly isAttended?: boolean;
}

export interface Watch {
  readonly advance: (done: number, total: number) => void;
  /** Looks no more, and waits for the look that is under way. */
  readonly stop: () => Promise<void>;
}

/** Each second: writes how far an attempt has come into its row, and sees whether the job is still its own, whichever process cancelled it. */
export function watchAttempt({ id, retryCount }: Attempt, { kysely, logger, onLost, isAttended = false }: WatchOptions): Watch {
  let told: JobProgress | null = null;
  let written: JobProgress | null = null;
  let looking = Promise.resolve();
  let isOver = false;

  async function look(): Promise<void> {
    const { rows } = await sql<{ state: string; retry_count: number }>`
      select state::text as state, retry_count from pgboss.job where id = ${id}::uuid`.execute(kysely);
    const [row] = rows;
    if (row?.state !== 'active' || row.retry_count !== retryCount) {
      isOver = true;
      onLost(row?.state === 'cancelled');
    } else if (isAttended || told !== written) {
      written = told;
      const progress = JSON.stringify(told ? { progress: [told.done, told.total] } : {});
      // Whoever holds the row is about to end the job. Why the attempt before has failed stays beside it.
      await sql`update pgboss.job set output = case when jsonb_typeof(output) = 'object' then output else '{}'::jsonb end || ${progress}::jsonb,
          heartbeat_on = now()
        where id in (select id from pgboss.job where id = ${id}::uuid and state = 'active' and retry_count = ${retryCount} for update skip locked)`.execute(
        kysely,
      );
    }
  }

  function lookLater(): NodeJS.Timeout {
    const next = setTimeout(() => {
      looking = look()
        .catch((error: unknown) => logger.warn('job.notLookedAt', { job: id, error }))
        .finally(() => {
          if (!isOver) timer = lookLater();
        });
    }, LOOK_MS);
    unref(next);
    return next;
  }
  let timer = lookLater();

  return {
    advance(done, total) {
      told = { done: Math.floor(done), total: Math.floor(total) };
    },
    async stop() {
      isOver = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
