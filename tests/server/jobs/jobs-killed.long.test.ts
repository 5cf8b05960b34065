import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '#server/base/logger';
import type { Database } from '#server/db/base/database';
import { openDatabase } from '#server/db/open-database';
import { openPostgresqlDatabase } from '#server/db/postgresql/postgresql-database';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { openMarkJobs } from '#tests/support/processes/mark-jobs.ts';
import type { OwnCopy } from '#tests/support/own-copy.ts';
import { servedBefore } from '#tests/support/served-before.ts';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';

let own: OwnCopy | null = null;
const living = new Set<ChildProcess>();

interface JobProcess {
  readonly child: ChildProcess;
  /** Ids that it says it has done, in its order. */
  readonly done: () => readonly string[];
  readonly isWorking: () => boolean;
  kill(): Promise<void>;
}

function start(count: number, { dataDir, env }: OwnCopy): JobProcess {
  const url = env['DATABASE_URL'];
  const args = [...SHORT_LIVED, 'tests/support/processes/job-process.ts', dataDir, String(count), ...(url === undefined ? [] : [url])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  living.add(child);
  let said = '';
  child.stdout?.on('data', (chunk) => (said += String(chunk)));
  return {
    child,
    done: () => [...said.matchAll(/^done (\d+)$/gmu)].map(([, id]) => id ?? ''),
    isWorking: () => said.includes('working\n'),
    async kill() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      living.delete(child);
    },
  };
}

/** How often each job has had its effect. */
async function effects(database: Database): Promise<readonly number[]> {
  const rows = await database.kysely.selectFrom('throttle_counter').select('key').where('key', 'like', 'mark:%').execute();
  const counts = Map.groupBy(rows, ({ key }) => Number(key.split(':')[1]));
  return [...counts].toSorted(([a], [b]) => a - b).map(([, marks]) => marks.length);
}

afterEach(async () => {
  for (const child of living) child.kill('SIGKILL');
  await own?.remove();
});

const patience = { timeout: 60_000, interval: 50 };

describe('jobs over kills', () => {
  it('have each effect once on the embedded database', { timeout: 300_000 }, async () => {
    const JOBS = 60;
    own = await servedBefore('embedded');
    const first = start(JOBS, own);
    await expect.poll(() => first.done().length, patience).toBeGreaterThan(10);
    await first.kill();
    const second = start(0, own);
    await expect.poll(() => second.done().length, patience).toBeGreaterThan(10);
    await second.kill();
    const database = await openDatabase({ dataDir: own.dataDir, logger: silentLogger });
    expect((await effects(database)).length).toBeLessThan(JOBS);
    const jobs = await openMarkJobs(database);
    await jobs.work();
    await expect.poll(async () => (await effects(database)).length, patience).toBe(JOBS);
    await jobs.stop();
    const counts = await effects(database);
    await database.close();
    expect(counts).toEqual(Array.from({ length: JOBS }, () => 1));
  });

  it.skipIf(!testDatabaseKinds.includes('postgresql'))(
    'have each effect once on PostgreSQL, over three processes',
    { timeout: 300_000 },
    async () => {
      const JOBS = 200;
      own = await servedBefore('postgresql');
      const url = own.env['DATABASE_URL'] ?? '';
      const database = await openPostgresqlDatabase({ url, logger: silentLogger, statementTimeoutMs: 5000 });
      let processes = [start(JOBS, own)];
      await expect.poll(() => processes[0]?.isWorking(), patience).toBe(true);
      processes.push(start(0, own), start(0, own));
      for (const victim of [0, 1, 2]) {
        const before = processes[victim]?.done().length ?? 0;
        await expect.poll(() => (processes[victim]?.done().length ?? 0) - before, patience).toBeGreaterThan(10);
        await processes[victim]?.kill();
        processes = processes.with(victim, start(0, own));
      }
      await expect.poll(async () => (await effects(database)).length, patience).toBe(JOBS);
      for (const one of processes) await one.kill();
      expect(await effects(database)).toEqual(Array.from({ length: JOBS }, () => 1));
      await database.close();
    },
  );

  it.each(testDatabaseKinds)('stay cancelled where the process dies before it has stopped, on %s', { timeout: 120_000 }, async (kind) => {
    own = await servedBefore(kind);
    const url = own.env['DATABASE_URL'];
    const args = [...SHORT_LIVED, 'tests/support/processes/cancel-process.ts', own.dataDir, ...(url === undefined ? [] : [url])];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    living.add(child);
    const [, killedBy] = (await once(child, 'exit')) as readonly unknown[];
    living.delete(child);
    expect(killedBy).toBe('SIGKILL');
    const database = await openDatabase({ dataDir: own.dataDir, url, logger: silentLogger });
    const jobs = await openMarkJobs(database);
    const begun: unknown[] = [];
    jobs.handle('linger', { lane: 'long', run: async (params) => void begun.push(params) });
    const listed = async () => (await jobs.list(10)).map(({ kind: name, state }) => `${name} ${state}`);
    await jobs.work();
    // One that is sent now is done, and what was cancelled is still known, and not begun.
    await database.transaction((trx) => jobs.send(trx, 'linger', { id: 2 }));
    await expect.poll(() => begun, patience).toEqual([{ id: 2 }]);
    await expect.poll(listed, patience).toEqual(['linger cancelled']);
    await jobs.stop();
    await database.close();
  });
});
