import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunLog, type LoggedRun } from '#server/features/runs/run-log';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const isSilent = (run: LoggedRun | undefined): boolean => (run?.silent_ms ?? 0) > 15_000;
const TABLES = { run: 'terminal_run', event: 'terminal_event' } as const;

describe.each(dealtKinds())('the log of runs, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
  });
  afterAll(() => server.close());

  /** The log of a server whose clock is as much ahead. */
  const logOf = (owner: string, aheadMs: number) =>
    createRunLog<LoggedRun, 'output'>(
      { database: server.database, clock: { ...server.ports.clock, nowMs: () => Date.now() + aheadMs } },
      owner,
      TABLES,
    );
  const about = { command: 'version.node', extend: '', admin_id: 1 };

  it('tells a server that lives from one that is gone, however far apart clocks are', async () => {
    const [slow, fast] = [logOf('slow', -20_000), logOf('fast', 20_000)];
    const bySlow = (await slow.create('by-slow', about)) ?? 0;
    const byFast = (await fast.create('by-fast', about)) ?? 0;
    const deadIn = async (log: typeof slow, id: number) => isSilent(await log.read(id));
    expect([await deadIn(fast, bySlow), await deadIn(slow, byFast)]).toEqual([false, false]);
    await slow.signOfLife();
    expect(await deadIn(fast, bySlow)).toBe(false);
    const gone = Date.now() - 16_000;
    await server.database.kysely.updateTable('terminal_run').set({ seen_at_ms: gone }).where('id', 'in', [bySlow, byFast]).execute();
    expect([await deadIn(fast, bySlow), await deadIn(slow, byFast)]).toEqual([true, true]);
    expect((await fast.going()).map(isSilent)).toEqual([true, true]);
  });
});
