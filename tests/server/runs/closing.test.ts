import { afterEach, expect, it, vi } from 'vitest';
import type { LoggedRun, RunLog } from '#server/features/runs/run-log';
import { createRuns } from '#server/features/runs/runs';
import type { ServerPorts } from '#server/ports/ports';

afterEach(() => void vi.useRealTimers());

/** Runs of one server, each over when it is told so, or when it is ended. */
async function begun(count: number) {
  const ends: [number, string][] = [];
  const over = Array.from({ length: count }, () => Promise.withResolvers<boolean>());
  const runs = createRuns<LoggedRun, 'output', string>(
    { database: { kind: 'postgresql' } as ServerPorts['database'] },
    {
      log: { signOfLife: () => Promise.resolve([]) } as unknown as RunLog<LoggedRun, 'output'>,
      owner: 'this-start',
      stopEnding: () => 'stopped',
      shutDownEnding: () => 'interrupted',
      lastWords: () => Promise.resolve({ events: [] }),
      interrupted: () => Promise.resolve(),
      signOfLifeFailed: () => undefined,
    },
  );
  for (const [index, { promise, resolve }] of over.entries())
    await runs.begin(
      `run-${index}`,
      () => Promise.resolve(index),
      () => ({
        end(how) {
          ends.push([index, how]);
          resolve(true);
        },
        done: promise,
      }),
    );
  return { runs, ends, over };
}

it('lets what is under way go on for as long as it is given, and then interrupts it', async () => {
  vi.useFakeTimers();
  const { runs, ends, over } = await begun(2);
  const closed = vi.fn<() => void>();
  void runs.close(8000).then(closed);
  expect([runs.isClosing(), ends]).toEqual([true, []]);
  over[0]?.resolve(true);
  await vi.advanceTimersByTimeAsync(7999);
  expect([ends, closed.mock.calls.length]).toEqual([[], 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([ends, closed.mock.calls.length]).toEqual([[[1, 'interrupted']], 1]);
});

it('is over as soon as everything is, and interrupts at once where it is given no time', async () => {
  vi.useFakeTimers();
  const patient = await begun(1);
  const closed = vi.fn<() => void>();
  void patient.runs.close(8000).then(closed);
  patient.over[0]?.resolve(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([patient.ends, closed.mock.calls.length, vi.getTimerCount()]).toEqual([[], 1, 0]);
  const hasty = await begun(2);
  await hasty.runs.close();
  expect(hasty.ends).toEqual([
    [0, 'interrupted'],
    [1, 'interrupted'],
  ]);
});
