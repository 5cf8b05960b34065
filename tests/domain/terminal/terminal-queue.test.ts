import { describe, expect, it } from 'vitest';
import { commandChoices, waitOf, type QueueTask } from '#domain/terminal/terminal-queue';
import { restoreTerminal, tasksAtStart, tasksFromElsewhere, tasksToStore, terminalInStorage } from '#domain/terminal/terminal-store';
import type { QueueStatus } from '#domain/terminal/terminal-task';

const task = (uuid: string, status: QueueStatus, facts: Partial<QueueTask> = {}): QueueTask => ({
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
  isWatched: false,
  isElsewhere: false,
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
      [task('a', 'checking'), task('b', 'waiting')],
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

describe('what can be added', () => {
  const commands = [
    ...['npm', 'cnpm', 'pnpm', 'yarn', 'ni'].map((manager) => ({
      key: `version.${manager}`,
      line: `${manager} --version`,
      ...(manager === 'ni' && { missing: 'ni' }),
    })),
    { key: 'version.node', line: 'node --version' },
    { key: 'install.pnpm', line: 'npm install pnpm' },
    { key: 'ping.localhost', line: 'ping -c 4 127.0.0.1', missing: 'ping' },
  ];
  const others = [
    { command: 'version.node', usesManager: false, line: 'node --version' },
    { command: 'install.pnpm', usesManager: false, line: 'npm install pnpm' },
    { command: 'ping.localhost', usesManager: false, line: 'ping -c 4 127.0.0.1', missing: 'ping' },
  ];

  it.each([
    ['pnpm', 'pnpm --version', undefined],
    ['ni', 'ni --version', 'ni'],
    ['none', '', undefined],
  ] as const)('begins with the command of the chosen package manager: %s', (chosen, line, missing) => {
    expect(commandChoices(commands, chosen)).toEqual([{ command: 'version', usesManager: true, line, missing }, ...others]);
  });

  it('is all by its key where a server has no command for each manager', () => {
    expect(commandChoices(commands.slice(1), 'pnpm').every(({ usesManager }) => !usesManager)).toBe(true);
  });
});

describe('a task that ran when the page began', () => {
  const { isWatched: _isWatched, isElsewhere: _isElsewhere, ...executing } = task('a', 'executing', { startTimeMs: 5 });
  const stored = { ...executing, status: 'executing' as const, message: [] };
  const checking = task('a', 'checking', { startTimeMs: 5, showMessage: true });

  it('is checked, and shows its output where the next ones wait for it', () => {
    expect(tasksAtStart([stored])).toEqual([checking]);
    expect(tasksAtStart([{ ...stored, blockOnFailure: false }])).toEqual([{ ...checking, blockOnFailure: false, showMessage: false }]);
  });

  it('is stored as running, so that the next page asks again', () => {
    expect(tasksToStore([checking], () => [])).toEqual([{ ...stored, showMessage: true }]);
  });

  it('is what another page knows of it, until this page listens', () => {
    const success = { ...stored, status: 'success' as const, endTimeMs: 9 };
    expect(tasksFromElsewhere([checking], [success])).toEqual([{ ...checking, status: 'success', endTimeMs: 9 }]);
    expect(tasksFromElsewhere([{ ...checking, isWatched: true }], [success])).toEqual([{ ...checking, isWatched: true }]);
  });
});

describe('the list in storage', () => {
  const stem = { uuid: 'a', command: 'version.npm', runUuid: 'r', createTimeMs: 1, startTimeMs: 2, endTimeMs: 3 };
  const rest = { message: ['x'], showMessage: true, blockOnFailure: true, extend: '' };

  const list = (status: unknown) => ({ ownerId: 1, showDot: true, automaticCleanupTask: '0', taskList: [{ ...stem, ...rest, status }] });

  it('has each status by its number, and is read by number or word', () => {
    const stored = restoreTerminal(list(4));
    expect(stored).toEqual(list('failed'));
    expect(restoreTerminal(list('failed'))).toEqual(stored);
    expect(terminalInStorage(stored)).toEqual(list(4));
    expect(restoreTerminal(list(6)).taskList).toEqual([]);
  });
});
