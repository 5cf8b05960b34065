import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger as logger } from '#server/base/logger';
import { handleBackups } from '#server/boot/backups/backup-job';
import type { Database } from '#server/db/base/database';
import type { Jobs } from '#server/db/base/jobs';
import { openJobs } from '#server/db/jobs/boss-jobs';
import { BACKUP_JOB, type Backup, type Backups } from '#server/ports/backup-port';
import { openTestDatabase, testDatabaseKinds } from '#tests/support/database.ts';

const HOUR_MS = 3_600_000;

describe.each(testDatabaseKinds)('the job of backups on %s', (kind) => {
  let database: Database;
  let jobs: Jobs;
  const making = vi.fn<Backups['make']>();
  const send = (name: string, params = {}) => database.transaction((trx) => jobs.send(trx, name, params, 'all'));

  beforeEach(async () => {
    database = await openTestDatabase(kind);
    jobs = await openJobs({ database, logger });
    const backups: Backups = {
      everyHours: 24,
      isDue: () => true,
      make: making,
      list: () => [],
      newest: () => null,
      open: () => Promise.reject(new Error('none')),
    };
    handleBackups({ backups, jobs, database, freeDiskShare: () => 1, logger });
  });
  afterEach(async () => {
    vi.useRealTimers();
    making.mockReset();
    await jobs.stop();
    await database.close();
  });

  it('has a day for an attempt, and keeps other long jobs from nothing', async () => {
    await send(BACKUP_JOB, { wanted: true });
    const { rows } = await sql<object>`
      select name, expire_seconds, heartbeat_seconds, retry_limit from pgboss.job`.execute(database.kysely);
    expect(rows).toEqual([{ name: 'backup', expire_seconds: 86_400, heartbeat_seconds: 60, retry_limit: 6 }]);
    const released = Promise.withResolvers<Backup>();
    making.mockReturnValueOnce(released.promise);
    const heard: string[] = [];
    jobs.handle('export', { lane: 'long', run: async () => void heard.push('exported') });
    await jobs.work();
    await expect.poll(() => making.mock.calls.length, { timeout: 10_000 }).toBe(1);
    await send('export');
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['exported']);
    released.resolve({} as Backup);
  });

  it('goes on for hours, and is ended as one that hangs after a day', async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    making.mockImplementationOnce(async (signal) => {
      if (signal) begun.resolve(signal);
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('ended'))));
    });
    await send(BACKUP_JOB, { wanted: true });
    // The time of an attempt is kept by a timer; nothing else here is to be hurried.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await jobs.work();
    const signal = await begun.promise;
    vi.advanceTimersByTime(23 * HOUR_MS);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(HOUR_MS);
    vi.useRealTimers();
    await expect.poll(() => signal.aborted, { timeout: 5000 }).toBe(true);
  });
});
