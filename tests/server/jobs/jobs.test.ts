import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '#server/base/logger';
import type { Database } from '#server/db/base/database';
import { JobLostError, type JobParams, type JobRun, type Jobs } from '#server/db/base/jobs';
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
  const listed = async () =>
    (await jobs.list(10)).map(({ kind: name, state, failures, progress }) => ({ name, state, failures, progress }));
  const idOf = async () => (await jobs.list(1))[0]?.id ?? '';
  const rowsLeft = async () =>
    (await sql<{ state: string }>`select state from pgboss.job order by created_on`.execute(database.kysely)).rows.map(
      ({ state }) => state,
    );

  /** A row that says that work is done, and the end of the work. */
  const write = (job: JobRun) =>
    database.transaction(async (trx) => {
      await trx.insertInto('throttle_counter').values({ key: 'done', window_start: 1 }).execute();
      await job.settle(trx);
    });
  const written = async () => (await database.kysely.selectFrom('throttle_counter').selectAll().execute()).length;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    lines = [];
    // What the test before it has left; to open a database for each would cost more than all that is tried on it.
    for (const table of ['pgboss.job', 'throttle_counter']) await sql`delete from ${sql.table(table)}`.execute(database.kysely);
    jobs = await open();
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.stop();
  });

  it.runIf(kind === 'postgresql')(
    'lets writes that leave the same behind go on beside each other, and does it once they are over',
    async () => {
      const done: unknown[] = [];
      jobs.handle('tell', { lane: 'outside', run: async ({ id }) => void done.push(id) });
      const left = async () =>
        (
          await sql<{ id: string }>`select data -> 'params' ->> 'id' as id from pgboss.job order by created_on`.execute(database.kysely)
        ).rows.map(({ id }) => Number(id));
      const among = (id: number, meanwhile?: () => Promise<unknown>) =>
        database.transaction(async (trx) => {
          await jobs.send(trx, 'tell', { id }, { among: 'everybody' });
          await meanwhile?.();
        });
      /** A write that has left its job and is not over. */
      const open = async (id: number) => {
        const [isSent, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const written = among(id, () => (isSent.resolve(), over.promise));
        await isSent.promise;
        return { end: () => (over.resolve(), written) };
      };
      const first = await open(1);
      await among(2);
      expect(await left()).toEqual([2]);
      // It joins the one that waits, which nobody takes before it is over.
      const third = await open(3);
      await jobs.runDue();
      expect([await left(), done]).toEqual([[2], []]);
      await Promise.all([first.end(), third.end()]);
      expect(new Set(await left())).toEqual(new Set([1, 2]));
      await jobs.runDue();
      expect([new Set(done), await left()]).toEqual([new Set([1, 2]), []]);
      await among(4);
      await sql`update pgboss.job set created_on = now() - interval '2 seconds'`.execute(database.kysely);
      // One that has waited for a while is joined by nobody, or they would keep it from being taken.
      await among(5);
      expect(await left()).toEqual([4, 5]);
    },
  );

  it.runIf(kind === 'postgresql')('does at once what many writes have left, but for what a write under way has joined', async () => {
    const done: unknown[] = [];
    jobs.handle('tell', {
      lane: 'outside',
      async run({ id }) {
        await jobs.absorb('tell', 'everybody');
        done.push(id);
      },
    });
    const among = (id: number, to = 'everybody', meanwhile?: () => Promise<unknown>) =>
      database.transaction(async (trx) => {
        await jobs.send(trx, 'tell', { id }, { among: to });
        await meanwhile?.();
      });
    const pass = (seconds: number) =>
      sql`update pgboss.job set created_on = created_on - make_interval(secs => ${seconds})`.execute(database.kysely);
    for (const id of [1, 2, 3]) {
      await among(id);
      await pass(2);
    }
    await among(4, 'others');
    await database.transaction((trx) => jobs.send(trx, 'tell', { id: 5 }, { among: 'everybody' }, 3600));
    await pass(2);
    await among(6);
    const [isJoined, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const joining = among(7, 'everybody', () => (isJoined.resolve(), over.promise));
    await isJoined.promise;
    await jobs.runDue();
    const left = async () => new Set((await jobs.underWay(['tell'])).map(({ id }) => id));
    expect([done, await left()]).toEqual([[1, 4], new Set([5, 6])]);
    over.resolve();
    await joining;
    await jobs.runDue();
    expect([done, await left()]).toEqual([[1, 4, 6], new Set([5])]);
  });

  it.runIf(kind === 'postgresql')('leaves what only another version knows to a process of that, for a day', async () => {
    const known = await open();
    const done: unknown[] = [];
    known.handle('new', { lane: 'short', run: async ({ id }) => void done.push(id) });
    const sent = (id: number) => database.transaction((trx) => known.send(trx, 'new', { id }));
    const rows = async () =>
      (
        await sql<{ state: string; retry_count: number; waits: boolean }>`
        select state, retry_count, start_after > now() and start_after < now() + interval '10 seconds' as waits from pgboss.job`.execute(
          database.kysely,
        )
      ).rows;
    const later = () => sql`update pgboss.job set start_after = now() - interval '1 second'`.execute(database.kysely);
    await sent(1);
    await jobs.runDue();
    expect(await rows()).toEqual([{ state: 'retry', retry_count: 0, waits: true }]);
    for (let round = 0; round < 8; round += 1) {
      await later();
      await jobs.runDue();
    }
    expect(await rows()).toEqual([{ state: 'retry', retry_count: 0, waits: true }]);
    expect(new Set(events())).toEqual(new Set(['job.notKnownHere']));
    await later();
    await known.runDue();
    expect([done, await rows()]).toEqual([[1], []]);
    await sent(2);
    // The longer nobody knows it, the more seldom it is asked for.
    for (const [age, pause] of [
      ['1 minute', '1 minute'],
      ['1 hour', '5 minutes'],
    ] as const) {
      await sql`update pgboss.job set created_on = now() - ${age}::interval, start_after = now()`.execute(database.kysely);
      await jobs.runDue();
      const { rows: waits } = await sql<{
        is_later: boolean;
      }>`select start_after - started.at between ${pause}::interval - interval '1 second'
        and ${pause}::interval + interval '30 seconds' as is_later from pgboss.job, lateral (select created_on + ${age}::interval as at) as started`.execute(
        database.kysely,
      );
      expect([age, waits]).toEqual([age, [{ is_later: true }]]);
    }
    await sql`update pgboss.job set created_on = now() - interval '25 hours', start_after = now()`.execute(database.kysely);
    await jobs.runDue();
    expect(events().at(-1)).toBe('job.failed');
  });

  it('does first what was sent before others of its priority, and those that may wait when nothing else does', async () => {
    const done: unknown[] = [];
    const run = async ({ id }: JobParams) => void done.push(id);
    for (const [name, priority] of [
      ['letter', 'bulk'],
      ['news', 'low'],
      ['notice', undefined],
    ] as const)
      jobs.handle(name, { lane: 'short', ...(priority && { priority }), run });
    for (const [name, id] of [
      ['letter', 5],
      ['news', 3],
      ['letter', 6],
      ['notice', 1],
      ['news', 4],
      ['notice', 2],
    ] as const)
      await send(name, { id });
    await send('news', { id: 'once' }, 'a key');
    await jobs.runDue();
    expect(done).toEqual([1, 2, 3, 4, 'once', 5, 6]);
    await send('letter', { id: 'last' });
    await send('notice', { id: 'first' });
    await jobs.work();
    await vi.waitFor(() => expect(done.slice(-2)).toEqual(['first', 'last']), { timeout: 5000 });
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

  it('of a kind are known while they wait or run, however many others there are, and to a transaction as it sees them', async () => {
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    jobs.handle('greet', { lane: 'short', run: () => Promise.resolve() });
    jobs.handle('copy', {
      lane: 'long',
      async run() {
        begun.resolve();
        await released.promise;
      },
    });
    await sql`insert into pgboss.job (name, data, state)
      select 'short', '{"kind":"greet","params":{}}', state::pgboss.job_state
      from generate_series(1, 1000), unnest(array['failed', 'cancelled']) as state`.execute(database.kysely);
    const running = async () => ({ copies: await jobs.underWay(['copy']), both: (await jobs.underWay(['copy', 'greet'])).length });
    expect(await running()).toEqual({ copies: [], both: 0 });
    const seen = await database.transaction(async (trx) => {
      await jobs.send(trx, 'copy', { id: 'one' });
      return jobs.underWay(['copy'], trx);
    });
    expect(seen).toEqual([{ id: 'one' }]);
    await send('greet', { id: 2 });
    expect(await running()).toEqual({ copies: [{ id: 'one' }], both: 2 });
    const done = jobs.runDue();
    await begun.promise;
    expect(await running()).toEqual({ copies: [{ id: 'one' }], both: 1 });
    released.resolve();
    await done;
    expect(await running()).toEqual({ copies: [], both: 0 });
  });

  it('that were put off are due at once where what they waited for is there, and no others are', async () => {
    const heard: unknown[] = [];
    jobs.handle('greet', { lane: 'short', run: async (params) => void heard.push(params['id']) });
    jobs.handle('carry', { lane: 'outside', run: async (params) => void heard.push(params['id']) });
    await database.transaction(async (trx) => {
      await jobs.send(trx, 'greet', { id: 1, tried: 2 }, undefined, 1800);
      await jobs.send(trx, 'carry', { id: 2, tried: 1 }, undefined, 1800);
      await jobs.send(trx, 'carry', { id: 3 }, undefined, 1800);
    });
    await jobs.runDue();
    expect(heard).toEqual([]);
    const refused = database.transaction(async (trx) => {
      await jobs.bringForward(trx, 'tried');
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    await jobs.runDue();
    expect(heard).toEqual([]);
    await database.transaction((trx) => jobs.bringForward(trx, 'tried'));
    await jobs.runDue();
    expect(new Set(heard)).toEqual(new Set([1, 2]));
  });

  describe('that are cancelled', () => {
    it('are logged with whose wish it was', async () => {
      const told = createLogger({ level: 'info', write: (line) => void lines.push(line), now: () => new Date(0) });
      const one = await openJobs({ database, logger: told });
      opened.push(one);
      one.handle('greet', { lane: 'long', run: async () => {} });
      await database.transaction((trx) => one.send(trx, 'greet', {}));
      expect(await one.cancel(await idOf(), 7)).toBe(true);
      expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
        expect.objectContaining({ event: 'job.cancelAsked', kind: 'greet', adminId: 7 }),
      );
    });

    it('are known for a day where they waited, are never begun, and keep the next of their key from nothing', async () => {
      const heard: unknown[] = [];
      const cleared: unknown[] = [];
      jobs.handle('greet', {
        lane: 'long',
        run: async (params) => void heard.push(params),
        cancelled: async (params) => void cleared.push(params),
      });
      await send('greet', { id: 1 }, 'all');
      expect(await jobs.cancel(await idOf())).toBe(true);
      await jobs.runDue();
      expect(await listed()).toEqual([{ name: 'greet', state: 'cancelled', failures: 0, progress: null }]);
      expect(await jobs.counts()).toEqual({ waiting: 0, active: 0, dead: 0, oldestDueSeconds: 0 });
      await send('greet', { id: 2 }, 'all');
      await jobs.runDue();
      expect([heard, cleared]).toEqual([[{ id: 2 }], [{ id: 1 }]]);
      expect(await jobs.cancel(await idOf())).toBe(true);
      expect(await listed()).toEqual([]);
      expect(await jobs.cancel('00000000-0000-4000-8000-000000000000')).toBe(false);
    });

    it('are told while they run, by whichever process, and neither fail nor are tried again', async () => {
      const ended: unknown[] = [];
      jobs.handle('copy', {
        lane: 'long',
        async run({ id }, { signal, advance }) {
          advance(3, 8);
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          ended.push(id);
          signal.throwIfAborted();
        },
      });
      await jobs.work();
      const elsewhere = await open();
      for (const [id, canceller] of [jobs, elsewhere].entries()) {
        await send('copy', { id });
        await expect
          .poll(async () => (await listed())[0], { timeout: 10_000 })
          .toMatchObject({ state: 'active', progress: { done: 3, total: 8 } });
        expect(await jobs.progressOf('copy', { id })).toEqual({ done: 3, total: 8 });
        expect(await jobs.progressOf('copy', { id: 7 })).toBeNull();
        expect(await canceller.cancel(await idOf())).toBe(true);
        await expect.poll(() => ended.length, { timeout: 10_000 }).toBe(id + 1);
        expect(await listed()).toEqual([{ name: 'copy', state: 'cancelled', failures: 0, progress: { done: 3, total: 8 } }]);
        expect(await jobs.cancel(await idOf())).toBe(true);
      }
      expect(events()).toEqual([]);
    });

    it('have not failed where they end when nobody knows of them any more, by whichever process', async () => {
      const ends: string[] = [];
      const logger = createLogger({ level: 'warn', write: (line) => void lines.push(line), now: () => new Date(0) });
      const here = await openJobs({
        database,
        logger,
        around: (_job, work) =>
          work().then(
            () => void ends.push('done'),
            (error: Error) => void ends.push(error.name),
          ),
      });
      opened.push(here);
      let [told, forgotten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      here.handle('copy', {
        lane: 'long',
        async run(_params, { signal }) {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          told.resolve();
          await forgotten.promise;
          signal.throwIfAborted();
        },
      });
      await here.work();
      const elsewhere = await open();
      for (const [index, canceller] of [here, elsewhere].entries()) {
        [told, forgotten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        await database.transaction((trx) => here.send(trx, 'copy', {}));
        await expect.poll(async () => (await listed())[0]?.state, { timeout: 10_000 }).toBe('active');
        const id = await idOf();
        expect(await canceller.cancel(id)).toBe(true);
        await told.promise;
        expect([await canceller.cancel(id), await listed()]).toEqual([true, []]);
        forgotten.resolve();
        await expect.poll(() => ends.length, { timeout: 10_000 }).toBe(index + 1);
      }
      expect([ends, events()]).toEqual([['done', 'done'], []]);
    });

    it('write nothing any more: what began before is rolled back, and what begins later is refused', async () => {
      const refused: string[] = [];
      jobs.handle('count', {
        lane: 'short',
        async run(_params, job) {
          await jobs.cancel(job.id);
          const write = (end: typeof job.hold) =>
            database.transaction(async (trx) => {
              await trx.insertInto('throttle_counter').values({ key: 'done', window_start: 1 }).execute();
              await end(trx);
            });
          for (const end of [job.hold, job.settle]) await write(end).catch((error: Error) => refused.push(error.name));
        },
      });
      await send('count');
      await jobs.runDue();
      expect(refused).toEqual(['JobLostError', 'JobLostError']);
      expect(await database.kysely.selectFrom('throttle_counter').selectAll().execute()).toEqual([]);
      expect(await listed()).toEqual([{ name: 'count', state: 'cancelled', failures: 0, progress: null }]);
    });

    it('stay as they were where what waits for them cannot be told', async () => {
      const heard: unknown[] = [];
      jobs.handle('greet', {
        lane: 'short',
        run: async (params) => void heard.push(params),
        cancelled: () => Promise.reject(new Error('no')),
      });
      await send('greet', { id: 1 });
      await expect(jobs.cancel(await idOf())).rejects.toThrow('no');
      await jobs.runDue();
      expect(heard).toEqual([{ id: 1 }]);
    });

    it('stay cancelled when the process that ran them is gone', async () => {
      const heard: unknown[] = [];
      const handler = { lane: 'short', run: async (params: unknown) => void heard.push(params) } as const;
      jobs.handle('greet', handler);
      await send('greet', { id: 1 });
      // Taken by a process that says nothing more.
      await sql`update pgboss.job set state = 'active', started_on = now() - interval '1 hour'`.execute(database.kysely);
      expect(await jobs.cancel(await idOf())).toBe(true);
      await jobs.stop();
      const next = await open();
      next.handle('greet', handler);
      await next.work();
      await next.runDue();
      expect(heard).toEqual([]);
      expect(await listed()).toEqual([{ name: 'greet', state: 'cancelled', failures: 0, progress: null }]);
    });
  });

  describe('that somebody waits for', () => {
    it('are listed while they go on, with how far they have come, and leave nothing', async () => {
      const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const end = jobs.attend('copy', { id: 1 }, async (job) => {
        job.advance(3, 8);
        begun.resolve();
        await released.promise;
        await write(job);
        return 'copied';
      });
      await begun.promise;
      await expect
        .poll(listed, { timeout: 10_000 })
        .toEqual([{ name: 'copy', state: 'active', failures: 0, progress: { done: 3, total: 8 } }]);
      const elsewhere = await open();
      expect(await elsewhere.attended('copy', { id: 1 })).toEqual([await idOf()]);
      expect(await elsewhere.attended('copy', { id: 2 })).toEqual([]);
      expect(await jobs.counts()).toEqual({ waiting: 0, active: 1, dead: 0, oldestDueSeconds: 0 });
      await elsewhere.runDue();
      released.resolve();
      expect([await end, await written(), await rowsLeft()]).toEqual(['copied', 1, []]);
      await expect(jobs.attend('copy', {}, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
      expect([await rowsLeft(), events()]).toEqual([[], []]);
    });

    it('are told by whichever process, and write nothing after that', async () => {
      const elsewhere = await open();
      for (const canceller of [jobs, elsewhere]) {
        const begun = Promise.withResolvers<void>();
        const end = jobs.attend('copy', {}, async (job) => {
          begun.resolve();
          await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
          await write(job);
        });
        await begun.promise;
        expect(await canceller.cancel(await idOf())).toBe(true);
        await expect(end).rejects.toThrow(JobLostError);
        expect([await written(), await listed()]).toEqual([0, [{ name: 'copy', state: 'cancelled', failures: 0, progress: null }]]);
        expect(await jobs.cancel(await idOf())).toBe(true);
      }
    });

    it('stay listed as cancelled where several cancel them at once', async () => {
      const elsewhere = await open();
      const begun = Promise.withResolvers<void>();
      const end = jobs.attend('copy', { id: 1 }, async (job) => {
        begun.resolve();
        await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
        await write(job);
      });
      await begun.promise;
      const cancelled = [jobs, elsewhere, jobs].map((canceller) => canceller.cancelAttended('copy', { id: 1 }));
      await expect(end).rejects.toThrow(JobLostError);
      await Promise.all(cancelled);
      await elsewhere.cancelAttended('copy', { id: 1 });
      expect([await written(), await rowsLeft()]).toEqual([0, ['cancelled']]);
    });

    it('are rolled back where they have not heard of it when they end', async () => {
      const elsewhere = await open();
      const end = jobs.attend('copy', {}, async (job) => {
        expect(await elsewhere.cancel(job.id)).toBe(true);
        await write(job);
      });
      await expect(end).rejects.toThrow(JobLostError);
      expect([await written(), await rowsLeft()]).toEqual([0, ['cancelled']]);
    });

    it('are cancelled by whoever began them, without a word to the database, until they are settled', async () => {
      const stop = new AbortController();
      const end = jobs.attend(
        'copy',
        {},
        async (job) => {
          stop.abort();
          await write(job);
        },
        stop.signal,
      );
      await expect(end).rejects.toThrow(JobLostError);
      expect([await written(), await rowsLeft()]).toEqual([0, ['cancelled']]);
      const late = new AbortController();
      const done = jobs.attend('copy', {}, (job) => write(job).then(() => late.abort()), late.signal);
      await done;
      expect([await written(), await rowsLeft()]).toEqual([1, ['cancelled']]);
    });

    it('are forgotten when their process is gone, and never tried again', async () => {
      const begun = Promise.withResolvers<void>();
      void jobs.attend('copy', {}, () => new Promise(() => begun.resolve()));
      await begun.promise;
      await sql`update pgboss.job set heartbeat_on = now() - interval '2 minutes'`.execute(database.kysely);
      const next = await open();
      await next.work();
      expect([await rowsLeft(), events()]).toEqual([[], []]);
    });
  });

  it('shows at which attempt of how many a job is, when the next one is, and why the last has failed', async () => {
    jobs.handle('break', { lane: 'short', run: () => Promise.reject(new Error('broken')) });
    await send('break');
    await jobs.runDue();
    const [job] = await jobs.list(1);
    expect(job).toMatchObject({ state: 'waiting', failures: 1, attempts: 7, error: expect.stringContaining('broken'), progress: null });
    const pause = (job?.startsAt ?? 0) - (job?.sentAt ?? 0);
    expect(pause).toBeGreaterThanOrEqual(9);
    expect(pause).toBeLessThanOrEqual(31);
  });
});
