import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { KyselyPlugin } from 'kysely';
import type { Database } from '#server/db/base/database';
import { DatabaseError } from '#server/db/base/database-error';
import { createRunLog, type LoggedRun } from '#server/features/runs/run-log';
import { createSilenceWatch } from '#server/features/runs/silence';
import { throughOutage } from '#server/features/runs/through-outage';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const out = (data: string) => ({ kind: 'output', data }) as const;
const AWAY = new DatabaseError({ message: 'Connection terminated unexpectedly' });
const SLOW = new DatabaseError({ message: 'canceling statement due to statement timeout', code: '57014' });

const at = (seconds: number, silentSeconds: number, seenAtMs = 1) =>
  [seconds, { id: 7, seen_at_ms: seenAtMs, silent_ms: silentSeconds * 1000 }] as const;
const verdicts = (looks: readonly (readonly [number, { id: number; seen_at_ms: number; silent_ms: number }])[]) => {
  let nowMs = 0;
  const isDead = createSilenceWatch(() => nowMs);
  return looks.map(([seconds, run]) => {
    nowMs = seconds * 1000;
    return isDead(run);
  });
};
const every = (from: number, until: number, silentAt: (second: number) => number) =>
  Array.from({ length: until - from + 1 }, (_, index) => at(from + index, silentAt(from + index)));

describe('what a run stores', () => {
  afterEach(() => void vi.useRealTimers());

  it('is tried again for as long as the database is away, up to a minute, and says that it was tried before', async () => {
    vi.useFakeTimers();
    const tried: [number, boolean][] = [];
    const stored = throughOutage((isRepeated) => {
      tried.push([performance.now(), isRepeated]);
      return tried.length <= 3 ? Promise.reject(tried.length === 2 ? SLOW : AWAY) : Promise.resolve('stored');
    });
    await vi.advanceTimersByTimeAsync(1500);
    expect(await stored).toBe('stored');
    const begun = tried[0]?.[0] ?? 0;
    expect(tried.map(([at, isRepeated]) => [at - begun, isRepeated])).toEqual([
      [0, false],
      [500, true],
      [1000, true],
      [1500, true],
    ]);
    let count = 0;
    const never = throughOutage(() => {
      count += 1;
      return Promise.reject(AWAY);
    }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([await never, count]).toEqual([AWAY, 121]);
  });

  it('is not tried again where the database refused it', async () => {
    const refused = new DatabaseError({ message: 'no such run', code: '23503' });
    let count = 0;
    const tried = throughOutage(() => {
      count += 1;
      return Promise.reject(refused);
    });
    await expect(tried).rejects.toBe(refused);
    expect(count).toBe(1);
  });
});

describe('a server that is silent', () => {
  it('is gone after a quarter of a minute in which somebody could have heard it', () => {
    const found = verdicts(every(0, 17, (second) => second));
    expect(found.indexOf(true)).toBe(16);
  });

  it('is not gone because the database was away from both for longer than that', () => {
    // Nobody could look between the first second and the twenty-second; the next sign of life comes after two more.
    const looks = [at(0, 0), at(1, 1), at(22, 22), at(23, 23), at(24, 24), at(24.2, 0, 2), at(30, 0, 3)];
    expect(verdicts(looks)).toEqual([false, false, false, false, false, false, false]);
  });

  it('is gone at first sight where it has been silent for longer than any that waits for its database', () => {
    expect(verdicts([at(0, 75), at(1, 76)])).toEqual([false, true]);
  });
});

/** A database whose line breaks once: before a statement reaches it, or once it has done it. */
function breakingOnce(database: Database, when: 'before' | 'after'): Database {
  let isBroken = false;
  const breakAt = (moment: 'before' | 'after') => {
    if (isBroken || moment !== when) return;
    isBroken = true;
    throw AWAY;
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      breakAt('before');
      return node;
    },
    transformResult({ result }) {
      breakAt('after');
      return Promise.resolve(result);
    },
  };
  return {
    ...database,
    kysely: database.kysely.withPlugin(plugin),
    async transaction(work) {
      breakAt('before');
      const result = await database.transaction(work);
      breakAt('after');
      return result;
    },
  };
}

describe.each(dealtKinds())('a run whose line to the database breaks, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
  });
  afterAll(() => server.close());

  const logOver = (database: Database, owner = 'this-start') =>
    createRunLog<LoggedRun, 'output'>({ database, clock: server.ports.clock }, owner, { run: 'terminal_run', event: 'terminal_event' });
  const begun = async (uuid: string) =>
    (await logOver(server.database).create(uuid, { command: 'version.node', extend: '', admin_id: 1 })) ?? 0;
  const told = async (runId: number) => (await logOver(server.database).all(runId)).map(({ seq, data }) => `${seq} ${data}`);
  const statusOf = async (runId: number) => (await logOver(server.database).read(runId))?.status;

  it.each(['before', 'after'] as const)('has each of its words once, where that is %s they were stored', async (when) => {
    const runId = await begun(`broken-${when}`);
    const words = await logOver(breakingOnce(server.database, when)).append(runId, 1, out('a'));
    expect(words).toMatchObject({ run_id: runId, seq: 1, data: 'a' });
    await logOver(server.database).append(runId, 2, out('b'));
    const kept: string[] = [];
    const also = () => Promise.resolve(void kept.push('kept'));
    const last = await logOver(breakingOnce(server.database, when)).finish(runId, 3, [out('c'), out('d')], { status: 'success', also });
    expect(last?.map(({ seq, data }) => `${seq} ${data}`)).toEqual(['3 c', '4 d']);
    expect([await told(runId), await statusOf(runId), kept]).toEqual([['1 a', '2 b', '3 c', '4 d'], 'success', ['kept']]);
  });

  it('knows that another server has ended it meanwhile', async () => {
    const runId = await begun('ended-by-another');
    const run = await logOver(server.database).read(runId);
    await logOver(server.database, 'another').interrupt(run!, [out('x')]);
    const log = logOver(breakingOnce(server.database, 'after'));
    expect(await log.append(runId, 2, out('b'))).toBeNull();
    expect(await logOver(breakingOnce(server.database, 'after')).finish(runId, 1, [out('c')], { status: 'interrupted' })).toBeNull();
    expect(await told(runId)).toEqual(['1 x']);
  });
});
