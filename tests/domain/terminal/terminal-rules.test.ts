import { describe, expect, it } from 'vitest';
import * as queue from '#domain/terminal/terminal-queue';
import { isFailure, isRunning, signalOf, TASK_STATUS, type QueueStatus, type TaskStatus } from '#domain/terminal/terminal-task';

type Task = queue.QueueTask;

const task = (uuid: string, status: QueueStatus, facts: Partial<Task> = {}): Task => ({
  uuid,
  runUuid: `${uuid}1`,
  createTimeMs: 1_700_000_000_000,
  startTimeMs: null,
  endTimeMs: null,
  command: 'version.npm',
  status,
  showMessage: false,
  blockOnFailure: true,
  extend: '',
  isWatched: false,
  isElsewhere: false,
  ...facts,
});
const STATUSES = Object.keys(TASK_STATUS) as TaskStatus[];

describe('a status', () => {
  it('runs, has failed, or neither', () => {
    expect(STATUSES.filter(isRunning)).toEqual(['connecting', 'executing']);
    expect(STATUSES.filter(isFailure)).toEqual(['failed', 'unknown']);
  });

  it.each([
    ['command-link-success', undefined, 'linked'],
    ['command-exec-success', 'control', 'succeeded'],
    ['command-exec-error', undefined, 'failed'],
    ['command-exec-completed', undefined, 'completed'],
    ['link success', undefined, 'linked'],
    ['exec success', undefined, 'succeeded'],
    ['exec error', undefined, 'failed'],
    ['exec completed', 'control', 'completed'],
    ['command-exec-success', 'output', null],
    ['echo command-exec-success', undefined, null],
    ['constructor', undefined, null],
    ['', 'control', null],
  ] as const)('is told by %j of kind %j: %j', (text, kind, signal) => {
    expect(signalOf(text, kind)).toBe(signal);
  });
});

describe('whose turn it is', () => {
  it.each<[string, readonly Task[], string | null]>([
    ['nobody of none', [], null],
    ['the first that waits', [task('a', 'success'), task('b', 'waiting'), task('c', 'waiting')], 'b'],
    ['nobody beside one that runs, before or behind', [task('a', 'waiting'), task('b', 'executing')], null],
    ['nobody beside one that may run', [task('a', 'waiting'), task('b', 'checking')], null],
    ['nobody behind a failure that blocks', [task('a', 'failed'), task('b', 'waiting')], null],
    ['one before a failure', [task('a', 'waiting'), task('b', 'failed')], 'a'],
    ['one behind a failure that does not block', [task('a', 'unknown', { blockOnFailure: false }), task('b', 'waiting')], 'b'],
    ['nobody behind one of which nothing is known', [task('a', 'unknown'), task('b', 'waiting')], null],
  ])('%s', (_, tasks, uuid) => {
    expect(queue.nextTask(tasks)?.uuid ?? null).toBe(uuid);
    expect(queue.started(tasks)).toEqual(tasks.map((one) => (one.uuid === uuid ? { ...one, status: 'connecting' } : one)));
  });

  it('is nobody more where a failure blocks', () => {
    const lists = [
      [task('a', 'failed')],
      [task('a', 'checking')],
      [task('a', 'failed', { blockOnFailure: false })],
      [task('a', 'success')],
      [],
    ];
    expect(lists.map(queue.isBlocked)).toEqual([true, false, false, false, false]);
  });

  it('does not matter to one that is not in the list, or does not wait', () => {
    expect(queue.waitOf([task('a', 'executing')], 'b')).toBeNull();
    expect(queue.waitOf([task('a', 'checking'), task('b', 'waiting')], 'b')).toEqual({ reason: 'run', command: 'version.npm' });
  });
});

describe('what may be done with a task', () => {
  const tasks = [...STATUSES.map((status) => task(status, status)), task('checking', 'checking')];
  const uuids = tasks.map(({ uuid }) => uuid);

  it('is to delete what does not run, and to try again what has ended', () => {
    expect(uuids.filter((uuid) => queue.mayDelete(tasks, uuid))).toEqual(['waiting', 'success', 'failed', 'unknown']);
    expect(uuids.filter((uuid) => queue.mayRetry(tasks, uuid))).toEqual(['success', 'failed', 'unknown']);
    expect([queue.mayDelete(tasks, 'other'), queue.mayRetry(tasks, 'other')]).toEqual([false, false]);
  });

  it('is to listen to the first that runs, or may run, and that nobody listens to', () => {
    const heard = { isWatched: true } as const;
    expect(queue.unwatchedTask([task('a', 'executing', heard), task('b', 'waiting'), task('c', 'connecting')])?.uuid).toBe('c');
    expect(queue.unwatchedTask([task('a', 'checking')])?.uuid).toBe('a');
    expect(queue.unwatchedTask([task('a', 'executing', heard), task('b', 'failed')])).toBeNull();
  });
});

describe('the list after', () => {
  const added = { uuid: 'n', createTimeMs: 7, command: 'install.pnpm', blockOnFailure: false, extend: 'module:a' };
  const [one, two] = [task('a', 'success'), task('b', 'waiting')];

  it('one was added has it at its end, and no successes where it is to be cleaned', () => {
    const fresh = {
      ...added,
      runUuid: 'n',
      status: 'waiting',
      startTimeMs: null,
      endTimeMs: null,
      isWatched: false,
      isElsewhere: false,
      showMessage: true,
    };
    expect(queue.withTask([one, two], added, false)).toEqual([one, two, fresh]);
    expect(queue.withTask([one, two], added, true)).toEqual([two, fresh]);
  });

  it('one was taken out, or its output was unfolded, has the others as they were', () => {
    expect(queue.withoutTask([one, two], 'a')).toEqual([two]);
    expect(queue.withToggledOutput([one, two], 'b')).toEqual([one, { ...two, showMessage: true }]);
    expect(queue.withToggledOutput(queue.withToggledOutput([one, two], 'b'), 'b')).toEqual([one, two]);
    expect(queue.withWatch([one, two], 'b1')).toEqual([one, { ...two, isWatched: true }]);
  });

  it('a retry has it waiting, with a run of its own', () => {
    const failed = task('a', 'failed', { startTimeMs: 1, endTimeMs: 2, isWatched: true, showMessage: true });
    expect(queue.withRetry([failed, two], 'a', 'a2')).toEqual([task('a', 'waiting', { runUuid: 'a2', showMessage: true }), two]);
  });

  it('news of a run knows when it began and ended, and shows why it failed', () => {
    const begun = queue.withStatus([one, two], 'b1', 'executing', 5);
    expect(begun).toEqual([one, { ...two, status: 'executing', startTimeMs: 5 }]);
    expect(queue.withStatus(begun, 'b1', 'connecting', 6)).toEqual([one, { ...two, status: 'connecting', startTimeMs: 5 }]);
    expect(queue.withStatus(begun, 'b1', 'success', 9)).toEqual([one, { ...two, status: 'success', startTimeMs: 5, endTimeMs: 9 }]);
    expect(queue.withStatus(begun, 'b1', 'failed', 9)).toEqual([
      one,
      { ...two, status: 'failed', startTimeMs: 5, endTimeMs: 9, showMessage: true },
    ]);
    expect(queue.withStatus([task('a', 'checking')], 'a1', 'success', 9)).toEqual([task('a', 'success', { endTimeMs: 9 })]);
    expect(queue.withStatus([task('a', 'executing', { blockOnFailure: false })], 'a1', 'failed', 9)[0]?.showMessage).toBe(false);
  });

  it('nothing more will be heard of a run does not know how it ended', () => {
    const heard = { isWatched: true } as const;
    expect(queue.withoutWatch([one, task('b', 'executing', heard)], 'b1')).toEqual([one, task('b', 'unknown', { showMessage: true })]);
    expect(queue.withoutWatch([task('b', 'success', heard)], 'b1')).toEqual([task('b', 'success')]);
    expect(queue.withoutWatch([task('b', 'checking')], 'b1')).toEqual([task('b', 'unknown', { showMessage: true })]);
  });
});

it('a command for the chosen package manager ends with its name', () => {
  expect([
    queue.commandFor('version', 'pnpm', true),
    queue.commandFor('version', 'none', true),
    queue.commandFor('version.node', 'none', false),
  ]).toEqual(['version.pnpm', null, 'version.node']);
});
