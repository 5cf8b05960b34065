import { StateMachine, type AnyStateMachine } from 'xstate';
import { isLife, lifeMachine } from '#machines/life/life-machine';
import { chartOf } from '#machines/observe/chart-of';
import type { BenchAnswer, BenchQuestion, BenchResult } from './coverage-worker.ts';
import { machineHash } from './journal.ts';
import { walkPath } from './walk-path.ts';

/** Every machine of the application and every shipped life, as `scripts/paths/read-machines.ts` finds them. */
const files = import.meta.glob<object>(['/src/machines/**/*.machine.ts', '/src/sections/*/*.life.ts']);

async function machineOf(path: string, id: string): Promise<AnyStateMachine> {
  const exported = await files[`/${path}`]?.();
  const found = Object.values(exported ?? {})
    .map((value: unknown) => (isLife(value) ? lifeMachine(value) : value))
    .find((value): value is AnyStateMachine => value instanceof StateMachine && value.id === id);
  if (!found) throw new Error(`no machine ${id} in ${path}`);
  return found;
}

async function resultOf({ path, id, walk }: BenchQuestion): Promise<BenchResult> {
  const machine = await machineOf(path, id);
  return walk ? { frames: walkPath(machine, walk) } : { opened: { chart: chartOf(machine), hash: machineHash(machine) } };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, and no origin to name
const answer = (message: BenchAnswer): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<BenchQuestion>) => {
  resultOf(data).then(
    (result) => answer({ number: data.number, result }),
    (error: unknown) => answer({ number: data.number, error: String(error) }),
  );
});
