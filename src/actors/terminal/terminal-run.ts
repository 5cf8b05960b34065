import type { OutputOf } from '#api/contract/base/endpoint';
import type { readRun } from '#api/contract/terminal/terminal';
import type { RunState } from '#machines/terminal/terminal-task.machine';

export type WireRun = OutputOf<typeof readRun>;
export type WireRunEvent = WireRun['events'][number];

/** What a recorded run's end means for its task. A command that was stopped, or that the server's own end cut short, has failed. */
export function stateOfRun(status: WireRun['status']): RunState['status'] {
  if (status === null) return 'unknown';
  if (status === 'running' || status === 'success') return status;
  return 'failed';
}
