import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { isRunning, type TaskStatus } from '#domain/terminal/terminal-task';
import { EMPTY_TERMINAL, type StoredTask } from '#domain/terminal/terminal-store';
import { selectHasDot } from '#machines/terminal/terminal-dot';
import { selectIsPanelOpen, selectTasks, terminalMachine } from '#machines/terminal/terminal.machine';
import type { TerminalEvent, TerminalInput } from '#machines/terminal/terminal.vocabulary';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';

const stored = (status: TaskStatus, blockOnFailure = true): StoredTask => ({
  uuid: 'task-0001',
  runUuid: 'task-0001',
  createTimeMs: 1,
  startTimeMs: null,
  endTimeMs: null,
  status,
  command: 'version.npm',
  message: ['10.9.0'],
  showMessage: false,
  blockOnFailure,
  extend: '',
});
const input: TerminalInput = { ownerId: 1, stored: EMPTY_TERMINAL, packageManager: 'pnpm', port: '8000' };
const withTasks = (...taskList: readonly StoredTask[]): TerminalInput => ({ ...input, stored: { ...EMPTY_TERMINAL, taskList } });
const added = (uuid: string, usesManager = false): TerminalEvent =>
  ({ type: 'terminal.taskAdded', uuid, createTimeMs: 2, command: 'web-install', usesManager, blockOnFailure: true, extend: '' }) as const;
const report = (status: TaskStatus): TerminalEvent => ({ type: 'task.statusChanged', runUuid: 'task-0001', status, atMs: 5 });
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: terminalMachine,
  inputs: [
    input,
    { ...input, packageManager: 'none' },
    withTasks(stored('executing')),
    withTasks(stored('failed')),
    withTasks(stored('success')),
  ],
  events: [
    { type: 'terminal.opened' },
    { type: 'terminal.closed' },
    { type: 'terminal.addRequested' },
    { type: 'terminal.managerRequested' },
    { type: 'terminal.settingsRequested' },
    { type: 'terminal.dialogClosed' },
    { type: 'terminal.commandsRetried' },
    added('task-0002'),
    added('task-0002', true),
    { type: 'terminal.successCleared' },
    { type: 'terminal.cleanupChosen', isOn: false },
    { type: 'terminal.managerChosen', packageManager: 'npm' },
    { type: 'terminal.portChosen', port: '9000' },
    { type: 'terminal.changedElsewhere', stored: { ownerId: 1, showDot: true, automaticCleanupTask: '0', taskList: [stored('success')] } },
    { type: 'terminal.queueTaken' },
    { type: 'task.retried', uuid: 'task-0001', runUuid: 'run-00000002' },
    { type: 'task.deleted', uuid: 'task-0001' },
    { type: 'task.outputToggled', uuid: 'task-0001' },
    { type: 'task.stopRequested', runUuid: 'task-0001' },
    report('executing'),
    report('success'),
    report('failed'),
    { type: 'task.linesReceived', runUuid: 'task-0001' },
    { type: 'task.leftElsewhere', runUuid: 'task-0001' },
    { type: 'task.closed', runUuid: 'task-0001' },
    done('loadCommands', [{ key: 'version.npm', line: 'npm --version' }]),
    failed('loadCommands', offline),
    done('saveSettings', { packageManager: 'npm', port: '8000' }),
    failed('saveSettings', offline),
  ],
  view: ({ context }) => [context.tasks.map(({ status }) => status), context.commands.length],
  // The list and the dialogs know nothing of each other: dialogs are walked over an empty list, the list with the panel closed.
  only: ({ context: { tasks }, value }, event) => {
    const isEmpty = tasks.length === 0 && value.queue === 'elsewhere';
    if (event.type === 'terminal.queueTaken') return tasks.length === 1 && tasks[0]?.status === 'waiting';
    if (event.type === 'terminal.changedElsewhere') return isEmpty || (value.queue === 'elsewhere' && tasks[0]?.status === 'checking');
    if (event.type === 'terminal.taskAdded')
      return isEmpty || (value.queue === 'elsewhere' && tasks[0]?.uuid === tasks[0]?.runUuid && !tasks[0]?.isWatched && tasks.length === 1);
    const isBehindFailure = tasks.length === 1 && tasks[0]?.status === 'failed' && value.queue === 'elsewhere';
    if (['terminal.opened', 'terminal.addRequested'].includes(event.type) && isBehindFailure) return true;
    const isAboutTasks = event.type.startsWith('task.') || event.type === 'terminal.successCleared';
    return isAboutTasks ? value.panel === 'closed' && tasks.length === 1 : isEmpty;
  },
  always: (snapshot) => {
    const tasks = selectTasks(snapshot);
    const isOneAtMost = tasks.filter(({ status }) => isRunning(status) || status === 'checking').length <= 1;
    const areWatched = tasks.every((task) => task.isWatched || task.isElsewhere || (!isRunning(task.status) && task.status !== 'checking'));
    return isOneAtMost && areWatched && !(selectIsPanelOpen(snapshot) && selectHasDot(snapshot));
  },
  limit: 800,
});

it('asks to stop those runs alone that this page listens to, and does not wait for those of a page that is gone', () => {
  const actor = createActor(inertOf(terminalMachine), { input: withTasks(stored('executing')) }).start();
  actor.subscribe({ error: () => undefined });
  actor.send(report('executing'));
  actor.send({ type: 'task.leftElsewhere', runUuid: 'task-0001' });
  actor.send({ type: 'task.closed', runUuid: 'task-0001' });
  actor.send({ type: 'task.stopRequested', runUuid: 'task-0001' });
  expect([actor.getSnapshot().status, selectTasks(actor.getSnapshot())[0]]).toMatchObject([
    'active',
    { status: 'executing', isElsewhere: true },
  ]);
  // Who takes the queue over takes it from a page that is gone, and nobody hears how its run ends.
  actor.send({ type: 'terminal.queueTaken' });
  expect(selectTasks(actor.getSnapshot())[0]).toMatchObject({ status: 'unknown', isElsewhere: false });
});
