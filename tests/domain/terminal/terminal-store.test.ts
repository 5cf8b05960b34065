import { describe, expect, it } from 'vitest';
import {
  EMPTY_TERMINAL,
  mergedTasks,
  restoreTerminal,
  tasksAtStart,
  tasksFromElsewhere,
  tasksToStore,
  type StoredTask,
} from '#domain/terminal/terminal-store';
import type { QueueTask } from '#domain/terminal/terminal-queue';

const stored = (uuid: string, facts: Partial<StoredTask> = {}): StoredTask => ({
  uuid,
  runUuid: `${uuid}1`,
  command: 'version.npm',
  status: 'waiting',
  createTimeMs: 1,
  startTimeMs: null,
  endTimeMs: null,
  message: [],
  showMessage: false,
  blockOnFailure: true,
  extend: '',
  ...facts,
});
const queued = ({ message: _message, ...task }: StoredTask, facts: Partial<QueueTask> = {}): QueueTask => ({
  ...task,
  isWatched: false,
  isElsewhere: false,
  ...facts,
});

const restored = (task: unknown) => restoreTerminal({ taskList: [task] }).taskList;

describe('what lies in storage', () => {
  it.each([undefined, null, 'x', { taskList: 'x', showDot: 1, automaticCleanupTask: 1 }])('is nothing where it is damaged: %j', (value) => {
    expect(restoreTerminal(value)).toEqual(EMPTY_TERMINAL);
    expect(EMPTY_TERMINAL).toEqual({ ownerId: null, showDot: false, taskList: [], automaticCleanupTask: '1' });
  });

  it('fills what is missing of a task', () => {
    expect(restored({ uuid: 'a', command: 'version.npm', status: 0 })).toEqual([stored('a', { runUuid: 'a', createTimeMs: 0 })]);
    const damaged = {
      createTimeMs: '1',
      startTimeMs: '1',
      endTimeMs: {},
      message: ['x', 1],
      showMessage: 'yes',
      blockOnFailure: 0,
      extend: 1,
      runUuid: 1,
    };
    expect(restored({ uuid: 'a', command: 'version.npm', status: 3, ...damaged })).toEqual([
      stored('a', { runUuid: 'a', createTimeMs: 0, status: 'success', message: ['x'] }),
    ]);
    expect(restored({ uuid: 'a', command: 'c', status: 0, message: 'x', blockOnFailure: false })[0]).toMatchObject({
      message: [],
      blockOnFailure: false,
    });
  });

  it.each([
    null,
    'x',
    { command: 'c', status: 0 },
    { uuid: '', command: 'c', status: 0 },
    { uuid: 1, command: 'c', status: 0 },
    { uuid: 'a', status: 0 },
    { uuid: 'a', command: 'c' },
  ])('has no task %j', (task) => {
    expect(restored(task)).toEqual([]);
  });

  it('has each task once', () => {
    const tasks = [stored('a'), stored('a', { command: 'other' }), stored('b')];
    expect(restoreTerminal({ taskList: tasks }).taskList).toEqual([stored('a'), stored('b')]);
  });
});

it('a page begins with what ran as unknown, and asks', () => {
  const [waiting, ran, done] = [stored('a'), stored('b', { status: 'executing' }), stored('c', { status: 'success', message: ['x'] })];
  expect(tasksAtStart([waiting, ran, done])).toEqual([
    queued(waiting),
    queued(ran, { status: 'checking', showMessage: true }),
    queued(done),
  ]);
});

describe('the list to keep', () => {
  it('has a task that is being checked as running', () => {
    const checked = queued(stored('a'), { status: 'checking', isWatched: true });
    expect(tasksToStore([checked, queued(stored('b'), { status: 'failed' })], () => ['x'])).toEqual([
      stored('a', { status: 'executing', message: ['x'] }),
      stored('b', { status: 'failed', message: ['x'] }),
    ]);
  });

  it('has the newest output, within what a browser stores', () => {
    const tasks = Array.from({ length: 9 }, (_, index) => queued(stored(String(index))));
    const asked: (readonly [string, number])[] = [];
    const kept = tasksToStore(tasks, (runUuid, count) => {
      asked.push([runUuid, count]);
      return Array.from({ length: count }, () => 'x'.repeat(501));
    });
    expect(asked.slice(0, 2)).toEqual([
      ['81', 200],
      ['71', 200],
    ]);
    expect(kept.map(({ message }) => message.length)).toEqual([0, 100, 200, 200, 200, 200, 200, 200, 200]);
    expect(kept.at(-1)?.message[0]).toBe('x'.repeat(500));
  });
});

describe('the list of another tab', () => {
  const theirs = stored('a', { status: 'failed', endTimeMs: 9, showMessage: true });

  it.each<[string, Partial<QueueTask> | null, QueueTask]>([
    ['is taken where this tab has no such task', null, queued(theirs)],
    ['is taken of another run', { runUuid: 'a2', isWatched: true }, queued(theirs)],
    ['keeps what is unfolded here', { status: 'executing' }, queued(theirs, { showMessage: false })],
    [
      'does not count where this tab listens',
      { status: 'executing', isWatched: true },
      queued(stored('a'), { status: 'executing', isWatched: true }),
    ],
    ['does not count of what has ended here', { status: 'success' }, queued(stored('a'), { status: 'success' })],
    ['counts of what waits here', { status: 'waiting' }, queued(theirs, { showMessage: false })],
    ['counts of what nobody knows here', { status: 'unknown' }, queued(theirs, { showMessage: false })],
  ])('%s', (_, mine, taken) => {
    expect(tasksFromElsewhere(mine ? [queued(stored('a'), mine)] : [], [theirs])).toEqual([taken]);
  });

  it('is the one that stays: what is not in it is gone', () => {
    expect(tasksFromElsewhere([queued(stored('a'))], [stored('b')])).toEqual([queued(stored('b'))]);
  });
});

describe('two tabs that changed one list', () => {
  const a = stored('a');
  const mine = stored('a', { status: 'success' });
  const theirs = stored('a', { status: 'failed' });
  const again = stored('a', { runUuid: 'a2' });

  it.each<[string, StoredTask[], StoredTask[], StoredTask[], StoredTask[]]>([
    ['agree where nobody did', [a], [a], [a], [a]],
    ['have what this one changed', [a], [mine], [a], [mine]],
    ['have what the other changed', [a], [a], [theirs], [theirs]],
    ['have what this one changed where both did', [a], [mine], [theirs], [mine]],
    ['have the run that was begun elsewhere', [a], [mine], [again], [again]],
    ['have no task that this one removed', [a], [], [theirs], []],
    ['have no task that the other removed', [a], [mine], [], []],
    ['have what each added, this one’s first', [], [a], [stored('b')], [a, stored('b')]],
    ['have a task once that both added', [], [mine], [theirs], [mine]],
  ])('%s', (_, base, ours, others, merged) => {
    expect(mergedTasks(base, ours, others)).toEqual(merged);
  });
});
