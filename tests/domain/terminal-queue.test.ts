import { describe, expect, it } from 'vitest';
import { waitOf, type QueueTask } from '#domain/terminal-queue';
import type { TaskStatus } from '#domain/terminal-task';

const task = (uuid: string, status: TaskStatus, facts: Partial<QueueTask> = {}): QueueTask => ({
  uuid,
  runUuid: uuid,
  createTimeMs: 1_700_000_000_000,
  startTimeMs: null,
  endTimeMs: null,
  command: `command of ${uuid}`,
  status,
  showMessage: false,
  blockOnFailure: true,
  extend: '',
  isChecking: false,
  isWatched: false,
  ...facts,
});

describe('what a task waits for', () => {
  it.each<[string, readonly QueueTask[], ReturnType<typeof waitOf>]>([
    ['nothing, when it is its turn', [task('a', 'success'), task('b', 'waiting')], null],
    ['nothing, when it is not waiting', [task('a', 'failed'), task('b', 'executing')], null],
    ['the task that runs', [task('a', 'executing'), task('b', 'waiting')], { reason: 'run', command: 'command of a' }],
    ['one that runs behind it', [task('b', 'waiting'), task('a', 'connecting')], { reason: 'run', command: 'command of a' }],
    [
      'one of which it is not known whether it runs',
      [task('a', 'unknown', { isChecking: true }), task('b', 'waiting')],
      { reason: 'run', command: 'command of a' },
    ],
    [
      'the first whose turn comes before',
      [task('a', 'waiting'), task('c', 'waiting'), task('b', 'waiting')],
      { reason: 'turn', command: 'command of a' },
    ],
    [
      'a failure that blocks, whatever runs besides',
      [task('a', 'failed'), task('c', 'executing'), task('b', 'waiting')],
      { reason: 'failure', command: 'command of a' },
    ],
    ['no failure that does not block', [task('a', 'failed', { blockOnFailure: false }), task('b', 'waiting')], null],
    ['no failure behind it', [task('b', 'waiting'), task('a', 'failed')], null],
  ])('%s', (_, tasks, wait) => {
    expect(waitOf(tasks, 'b')).toEqual(wait);
  });
});
