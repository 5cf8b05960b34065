import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { EngineRequest } from './list-engine-process.ts';

export interface EngineChild {
  /** Lists per second. */
  list(durationMs: number, askers: number): Promise<number>;
  close(): Promise<void>;
}

/** The list engine as a process beside the server's. */
export async function startEngine(env: { readonly DATA_DIR: string; readonly DATABASE_URL?: string }): Promise<EngineChild> {
  const child = fork(join(import.meta.dirname, 'list-engine-process.ts'), { env: { PATH: process.env['PATH'], ...env } });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const answer = async (): Promise<number> => {
    const reply = await Promise.race([new Promise<unknown>((resolve) => child.once('message', resolve)), ended]);
    if (typeof reply === 'number') return reply;
    throw new Error(`the engine said: ${String(reply)}`);
  };
  const ask = (request: EngineRequest): Promise<number> => {
    const reply = answer();
    child.send(request);
    return reply;
  };
  await new Promise((resolve) => child.once('message', resolve));
  return {
    list: (durationMs, askers) => ask({ durationMs, askers }),
    close: () => {
      child.disconnect();
      return ended;
    },
  };
}
