import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '#server/base/logger';
import type { Database } from '#server/db/base/database';
import type { Jobs } from '#server/db/base/jobs';
import { openJobs } from '#server/db/jobs/boss-jobs';
import { openTestDatabase, testDatabaseKinds } from '#tests/support/database.ts';

describe.each(testDatabaseKinds)('jobs on %s', (kind) => {
  let database: Database;
  let jobs: Jobs;
  let lines: string[];
  const opened: Jobs[] = [];
  const open = async (): Promise<Jobs> => {
    const logger = createLogger({ level: 'warn', write: (line) => void lines.push(line), now: () => new Date(0) });
    const one = await openJobs({ database, logger });
    opened.push(one);
    return one;
  };
  const send = (name: string, params = {}, key?: string) => database.transaction((trx) => jobs.send(trx, name, params, key));
  const events = () => lines.map((line) => (JSON.parse(line) as { event: string }).event);
  const rowsLeft = async () =>
    (await sql<{ state: string }>`select state from pgboss.job order by created_on`.execute(database.kysely)).rows.map(
      ({ state }) => state,
    );

  beforeEach(async () => {
    lines = [];
    database = await openTestDatabase(kind);
    jobs = await open();
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.stop();
    await database.close();
  });

  it('does what was left behind with a write, and nothing of a write that was rolled back', async () => {
    const heard: unknown[] = [];
    jobs.handle('greet', { lane: 'short', run: async (params) => void heard.push(params) });
    await send('greet', { id: 1 });
    await expect(
      database.transaction(async (trx) => {
        await jobs.send(trx, 'greet', { id: 2 });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await jobs.runDue();
    expect(heard).toEqual([{ id: 1 }]);
    expect(await rowsLeft()).toEqual([]);
  });

  it('knows one job of a kind and key at a time', async () => {
    const heard: unknown[] = [];
    jobs.handle('greet', { lane: 'long', run: async (params) => void heard.push(params) });
    for (const id of [1, 2]) await send('greet', { id }, 'all');
    await send('greet', { id: 3 }, 'another');
    await jobs.runDue();
    // The newest is what counts.
    expect(heard).toEqual([{ id: 2 }, { id: 3 }]);
    await send('greet', { id: 4 }, 'all');
    await jobs.runDue();
    expect(heard).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }]);
  });

  it('lets neither one that is at work nor one that was given up keep the next of its key out', async () => {
    const heard: unknown[] = [];
    jobs.handle('greet', {
      lane: 'short',
      async run(params) {
        heard.push(params);
        // What is written while it works may come too late for it.
        if (heard.length === 1) await send('greet', { id: 2 }, 'all');
      },
    });
    await send('greet', { id: 1 }, 'all');
    await jobs.runDue();
    expect(heard).toEqual([{ id: 1 }, { id: 2 }]);
    await send('greet', { id: 3 }, 'all');
    await sql`update pgboss.job set state = 'failed'`.execute(database.kysely);
    await send('greet', { id: 4 }, 'all');
    await jobs.runDue();
    expect(heard).toEqual([{ id: 1 }, { id: 2 }, { id: 4 }]);
  });

  it('refuses kinds that nothing handles', async () => {
    await expect(send('nobody')).rejects.toThrow('Nothing here knows jobs of the kind nobody');
  });

  it('tries again what failed, six times more, then says so and keeps it for a day', async () => {
    let attempts = 0;
    jobs.handle('break', {
      lane: 'short',
      run: async () => {
        attempts += 1;
        throw new Error('broken');
      },
    });
    await send('break');
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await jobs.runDue();
      // Its pause is over.
      await sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(database.kysely);
    }
    expect(attempts).toBe(7);
    expect(events()).toEqual([...Array.from({ length: 6 }, () => 'job.failed'), 'job.givenUp']);
    expect(await jobs.countDead()).toEqual(new Map([['break', 1]]));
    const { rows } = await sql<{ kept: number }>`select deletion_seconds as kept from pgboss.job`.execute(database.kysely);
    expect(rows).toEqual([{ kept: 86_400 }]);
  });

  it('undoes the effect of an attempt that came too late', async () => {
    jobs.handle('count', {
      lane: 'short',
      async run(_params, job) {
        // Its time was over, and another process has done it.
        await sql`delete from pgboss.job where id = ${job.id}`.execute(database.kysely);
        await database.transaction(async (trx) => {
          await trx.insertInto('throttle_counter').values({ key: 'done', window_start: 1 }).execute();
          await job.settle(trx);
        });
      },
    });
    await send('count');
    await jobs.runDue();
    expect(await database.kysely.selectFrom('throttle_counter').selectAll().execute()).toEqual([]);
    expect(events()).toEqual(['job.lost']);
  });

  it('works by itself, at once after the write, one after the other, and stops quickly', async () => {
    const heard: unknown[] = [];
    jobs.handle('greet', { lane: 'short', run: async (params) => void heard.push(params) });
    await jobs.work();
    const begun = performance.now();
    for (const id of [1, 2, 3]) await send('greet', { id });
    await expect.poll(() => heard, { timeout: 5000 }).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(performance.now() - begun).toBeLessThan(1900);
    const stopping = performance.now();
    await jobs.stop();
    expect(performance.now() - stopping).toBeLessThan(1000);
    await send('greet', { id: 4 });
    expect(await rowsLeft()).toEqual(['created']);
  });
});
