import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger as logger } from '#server/base/logger';
import { askForBackup, handleBackups } from '#server/boot/backups/backup-job';
import type { Database } from '#server/db/base/database';
import type { Jobs } from '#server/db/base/jobs';
import { openJobs } from '#server/db/jobs/boss-jobs';
import { BACKUP_JOB, type Backup, type Backups } from '#server/ports/backup-port';
import { openTestDatabase } from '#tests/support/database.ts';
import { dealtKinds } from '#tests/support/dealt.ts';

const HOUR_MS = 3_600_000;

describe.each(dealtKinds())('the job of backups on %s', (kind) => {
  let database: Database;
  let jobs: Jobs;
  const making = vi.fn<Backups['make']>();
  const clearing = vi.fn<Backups['clear']>();
  let backups: Backups;
  let share = 1;
  const send = (name: string, params = {}) => database.transaction((trx) => jobs.send(trx, name, params, 'all'));

  beforeEach(async () => {
    database = await openTestDatabase(kind);
    jobs = await openJobs({ database, logger });
    share = 1;
    backups = {
      everyHours: 24,
      isDue: async () => true,
      make: making,
      list: async () => [],
      newest: async () => null,
      open: () => Promise.reject(new Error('none')),
      freeShare: () => share,
      clear: clearing,
    };
    handleBackups({ backups, jobs, database, logger });
  });
  afterEach(async () => {
    vi.useRealTimers();
    making.mockReset();
    clearing.mockReset();
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

  it('is asked for once however long it goes on, and anew when it is done', async () => {
    const waiting = async () => (await jobs.underWay([BACKUP_JOB])).length;
    const released = Promise.withResolvers<Backup>();
    making.mockReturnValue(released.promise);
    await askForBackup({ backups, jobs, database, logger });
    await jobs.work();
    await expect.poll(() => making.mock.calls.length, { timeout: 10_000 }).toBe(1);
    await askForBackup({ backups, jobs, database, logger });
    expect(await waiting()).toBe(1);
    released.resolve({} as Backup);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
    await askForBackup({ backups, jobs, database, logger });
    expect(await waiting()).toBe(1);
  });

  it('is begun on no disk of backups that is nearly full, also where it was when it was asked for; what was broken off goes before', async () => {
    share = 0.01;
    await askForBackup({ backups, jobs, database, logger });
    expect([await jobs.underWay([BACKUP_JOB]), clearing.mock.calls.length]).toEqual([[], 1]);
    clearing.mockImplementationOnce(async () => void (share = 1));
    await askForBackup({ backups, jobs, database, logger });
    share = 0.01;
    await jobs.runDue();
    expect([making.mock.calls.length, (await jobs.list(1))[0]?.error]).toEqual([0, expect.stringContaining('almost full')]);
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
