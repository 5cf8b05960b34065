import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { recordRun } from '#server/features/terminal/record-run';
import type { TerminalRunLog } from '#server/features/terminal/run-log';
import type { ProcessIdentity } from '#server/db/columns/run-columns';
import type { CommandProcess } from '#server/ports/terminal-ports';
import { createProcesses } from '#server/adapters/processes/node-processes';
import { script } from './terminal-support.ts';

it('reads a command out, and ends it, when its log can no longer be written', async () => {
  const processes = createProcesses({ projectDir: tmpdir(), toolsDir: tmpdir(), environment: process.env });
  const lost = new Error('The log is gone');
  const failures: unknown[] = [];
  let started: CommandProcess | null = null;
  const log = {
    noteProcess: () => Promise.resolve(),
    append: (_runId: number, seq: number) => (seq <= 2 ? Promise.resolve(true) : Promise.reject(lost)),
  } as unknown as TerminalRunLog;
  await recordRun({
    runId: 1,
    command: script(
      'for (let i = 0; i < 40_000; i += 1) console.log("a line of some length, and its number", i); setInterval(() => {}, 1000)',
    ),
    log,
    processes: { announce: () => processes.announce(), start: async (command, mark) => (started = await processes.start(command, mark)) },
    followUp: () => Promise.resolve(),
    texts: { notStarted: () => '', timedOut: () => '', leftOut: () => '', notFollowedUp: () => '' },
    written: () => undefined,
    failed: (error) => failures.push(error),
  }).done;
  expect(failures).toEqual([lost]);
  expect(await (started as CommandProcess | null)?.readLines()).toBeNull();
});

it('knows a command before it is there, and ends it by that alone', async () => {
  const processes = createProcesses({ projectDir: tmpdir(), toolsDir: tmpdir(), environment: process.env });
  const noted: ProcessIdentity[] = [];
  const killed = new Error('The server was killed');
  let started: CommandProcess | null = null;
  const log = {
    noteProcess: async (_runId: number, identity: ProcessIdentity) => void noted.push(identity),
    append: () => Promise.resolve(true),
  } as unknown as TerminalRunLog;
  await recordRun({
    runId: 1,
    command: script('setInterval(() => {}, 1000)'),
    log,
    processes: {
      announce: () => processes.announce(),
      // Nothing is kept of it after it has started.
      start: async (command, mark) => {
        started = await processes.start(command, mark);
        throw killed;
      },
    },
    followUp: () => Promise.resolve(),
    texts: { notStarted: () => '', timedOut: () => '', leftOut: () => '', notFollowedUp: () => '' },
    written: () => undefined,
    failed: () => undefined,
  }).done;
  expect(noted).toHaveLength(1);
  expect(await processes.endLeftOver(noted[0]!)).toBe('ended');
  expect(await (started as CommandProcess | null)?.ended).toBe(128 + 15);
  expect(await processes.endLeftOver(noted[0]!)).toBe('gone');
});
