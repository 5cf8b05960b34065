import { describe, expect, it, vi } from 'vitest';
import type { LoggedRun, RunLog } from '#server/features/runs/run-log';
import { createRuns } from '#server/features/runs/runs';
import type { ServerPorts } from '#server/ports/ports';

const OWNER = 'this-start';

/** Runs of one server over a log that says these go on. */
function runsOver(kind: 'embedded' | 'postgresql', going: readonly Partial<LoggedRun>[], recorded: number) {
  const interrupted: number[] = [];
  const rows = going.map((run) => ({ status: 'running', silent_ms: 0, ...run }) as LoggedRun);
  const log = {
    going: () => Promise.resolve(rows),
    interrupt({ id }: LoggedRun) {
      interrupted.push(id);
      return Promise.resolve(true);
    },
    signOfLife: () => Promise.resolve([]),
  } as unknown as RunLog<LoggedRun, 'output'>;
  const runs = createRuns<LoggedRun, 'output', 'stopped'>(
    { database: { kind } as ServerPorts['database'] },
    {
      log,
      owner: OWNER,
      stopEnding: () => 'stopped',
      shutDownEnding: () => 'stopped',
      lastWords: () => Promise.resolve({ events: [] }),
      interrupted: () => Promise.resolve(),
      signOfLifeFailed: () => undefined,
    },
  );
  const recording = Promise.withResolvers<boolean>();
  const begin = () =>
    runs.begin(
      'recorded',
      () => Promise.resolve(recorded),
      () => ({ end: () => undefined, done: recording.promise }),
    );
  return { runs, interrupted, begin, over: () => recording.resolve(false) };
}

describe.each(['embedded', 'postgresql'] as const)('on %s', (kind) => {
  it('ends a run of this server that could not be written to its end, and none that still is', async () => {
    const { runs, interrupted, begin, over } = runsOver(kind, [{ id: 7, uuid: 'recorded', owner: OWNER }], 7);
    await begin();
    await runs.recover();
    expect(interrupted).toEqual([]);
    over();
    await vi.waitFor(() => expect(runs.count()).toBe(0));
    await runs.recover();
    expect(interrupted).toEqual([7]);
  });

  it('ends what another server has left once that is known to be gone', async () => {
    const silent = { id: 1, uuid: 'silent', owner: 'another', silent_ms: 80_000 };
    const { runs, interrupted } = runsOver(kind, [silent, { id: 2, uuid: 'heard', owner: 'another' }], 0);
    await runs.recover();
    // Of the embedded database there is one server at a time.
    expect(interrupted).toEqual(kind === 'embedded' ? [1, 2] : [1]);
  });
});
