import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '#server/base/logger';
import type { Database } from '#server/db/base/database';
import { JobLostError, type JobParams, type JobRun } from '#server/db/base/jobs';
import { createMemoryJobs } from '#server/db/browser/memory-jobs';

/** A transaction that has nothing to write: the queue is in memory. */
const trx = {} as never;
const database = { transaction: (work: (one: never) => Promise<unknown>) => work(trx) } as unknown as Database;

describe('jobs in a browser', () => {
  let lines: string[];
  let jobs: ReturnType<typeof createMemoryJobs>;
  const listed = async () => (await jobs.list(10)).map(({ kind, state, failures, progress }) => ({ kind, state, failures, progress }));
  const idOf = async () => (await jobs.list(1))[0]?.id ?? '';

  beforeEach(() => {
    vi.useFakeTimers();
    lines = [];
    jobs = createMemoryJobs({
      database,
      logger: createLogger({ level: 'warn', write: (line) => void lines.push(line), now: () => new Date(0) }),
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are done in turn, and no second one of a key waits beside the first', async () => {
    const done: JobParams[] = [];
    jobs.handle('greet', { lane: 'short', run: async (params) => void done.push(params) });
    await expect(jobs.send(trx, 'other', {})).rejects.toThrow('Nothing here knows jobs of the kind other');
    await jobs.send(trx, 'greet', { id: 1 }, 'all');
    await jobs.send(trx, 'greet', { id: 2 }, { among: 'all' });
    await jobs.send(trx, 'greet', { id: 3 });
    const waiting = { kind: 'greet', state: 'waiting', failures: 0, progress: null };
    expect(await listed()).toEqual([waiting, waiting]);
    expect([await jobs.underWay(['greet']), await jobs.underWay(['other'])]).toEqual([[{ id: 2 }, { id: 3 }], []]);
    await vi.runAllTimersAsync();
    expect(done).toEqual([]);
    await jobs.work();
    await vi.runAllTimersAsync();
    expect([done, await listed()]).toEqual([[{ id: 2 }, { id: 3 }], []]);
  });

  it('are tried five times, each later than the one before, then given up, and once more where somebody asks for it', async () => {
    let tries = 0;
    jobs.handle('greet', {
      lane: 'short',
      run: async () => {
        tries += 1;
        throw new Error('no answer');
      },
    });
    await jobs.work();
    await jobs.send(trx, 'greet', {});
    await vi.advanceTimersByTimeAsync(0);
    for (const [after, waitMs] of [4000, 8000, 16_000, 32_000].entries()) {
      expect(tries).toBe(after + 1);
      await vi.advanceTimersByTimeAsync(waitMs - 1);
      expect(tries).toBe(after + 1);
      await vi.advanceTimersByTimeAsync(1);
    }
    const dead = { kind: 'greet', state: 'dead', failures: 5, progress: null };
    expect([tries, await listed(), await jobs.countDead()]).toEqual([5, [dead], new Map([['greet', 1]])]);
    expect(await jobs.counts()).toEqual({ waiting: 0, active: 0, dead: 1, oldestDueSeconds: 0 });
    expect(await jobs.retry('nothing')).toBe(false);
    expect(await jobs.retry(await idOf())).toBe(true);
    await vi.runAllTimersAsync();
    expect([tries, await listed()]).toEqual([6, [dead]]);
    expect(lines.map((line) => (JSON.parse(line) as { attempt: number }).attempt)).toEqual([1, 2, 3, 4, 5, 5]);
    expect([await jobs.cancel(await idOf()), await jobs.cancel('nothing'), await listed()]).toEqual([true, false, []]);
  });

  it('say how far they are, are cancelled while they wait and while they run, and are forgotten by the second wish', async () => {
    const cancelled: JobParams[] = [];
    let run: JobRun | undefined;
    jobs.handle('copy', {
      lane: 'long',
      async run(_params, job) {
        run = job;
        job.advance(3, 8);
        await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
        await job.hold(trx);
      },
      cancelled: async (params) => void cancelled.push(params),
    });
    await jobs.work();
    await jobs.send(trx, 'copy', { id: 1 });
    await jobs.send(trx, 'copy', { id: 2 });
    await vi.advanceTimersByTimeAsync(0);
    expect(await jobs.progressOf('copy', { id: 1 })).toEqual({ done: 3, total: 8 });
    expect(await jobs.progressOf('copy', { id: 2 })).toBeNull();
    const [active, waiting] = await jobs.list(2);
    expect([active?.state, waiting?.state]).toEqual(['active', 'waiting']);
    expect(await jobs.cancel(waiting?.id ?? '')).toBe(true);
    expect(await jobs.cancel(active?.id ?? '')).toBe(true);
    await vi.runAllTimersAsync();
    await expect(run?.hold(trx)).rejects.toThrow(JobLostError);
    expect(await listed()).toEqual([
      { kind: 'copy', state: 'cancelled', failures: 0, progress: { done: 3, total: 8 } },
      { kind: 'copy', state: 'cancelled', failures: 0, progress: null },
    ]);
    expect([cancelled, lines]).toEqual([[{ id: 2 }, { id: 1 }], []]);
    expect(await jobs.cancel(active?.id ?? '')).toBe(true);
    expect((await listed()).map(({ progress }) => progress)).toEqual([null]);
  });

  it('keep a hundred of those that were given up and of those that were cancelled, the newest', async () => {
    jobs.handle('greet', { lane: 'short', run: () => Promise.reject(new Error('no answer')) });
    jobs.handle('copy', { lane: 'long', run: async () => {} });
    for (let id = 0; id < 101; id += 1) await jobs.send(trx, 'greet', { id });
    for (let tries = 0; tries < 5; tries += 1) {
      await jobs.runDue();
      await vi.advanceTimersByTimeAsync(64_000);
    }
    for (let id = 0; id < 101; id += 1) {
      await jobs.send(trx, 'copy', { id });
      const [waiting] = (await jobs.list(300)).filter(({ state }) => state === 'waiting');
      await jobs.cancel(waiting?.id ?? '');
    }
    const states = Map.groupBy(await jobs.list(300), ({ state }) => state);
    expect([...states].map(([state, some]) => [state, some.length])).toEqual([
      ['dead', 100],
      ['cancelled', 100],
    ]);
  });

  it('list work that somebody waits for, which is found by what it was told and cancelled by it', async () => {
    const over = jobs.attend('import', { id: 1 }, (job) => new Promise((_, reject) => job.signal.addEventListener('abort', reject)));
    expect(await listed()).toEqual([{ kind: 'import', state: 'active', failures: 0, progress: null }]);
    expect([await jobs.attended('import', { id: 2 }), await jobs.attended('import', { id: 1 })]).toEqual([[], [await idOf()]]);
    await jobs.cancelAttended('import', { id: 2 });
    expect(await jobs.counts()).toEqual({ waiting: 0, active: 1, dead: 0, oldestDueSeconds: 0 });
    await jobs.cancelAttended('import', { id: 1 });
    await expect(over).rejects.toThrow(JobLostError);
    expect(await listed()).toEqual([{ kind: 'import', state: 'cancelled', failures: 0, progress: null }]);
    expect(await jobs.attend('import', { id: 1 }, async () => 7)).toBe(7);
  });
});
