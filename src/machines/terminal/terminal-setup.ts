/**
 * What the terminal's grammar is written in: its children, questions and effects. The grammar itself is the machine beside it.
 */
import { assign, enqueueActions, fromCallback, fromPromise, or, raise, sendTo, setup, stateIn } from 'xstate';
import { isRunning } from '#domain/terminal/terminal-task';
import {
  isBlocked,
  leftElsewhere,
  mayDelete,
  mayRetry,
  nextTask,
  started,
  unwatchedTask,
  withRetry,
  withStatus,
  withTask,
  withToggledOutput,
  withWatch,
  withoutElsewhere,
  withoutSuccess,
  withoutTask,
  withoutWatch,
} from '#domain/terminal/terminal-queue';
import { tasksFromElsewhere, type StoredTerminal } from '#domain/terminal/terminal-store';
import { effect } from '../base/effect.ts';
import { toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { terminalTaskMachine } from './terminal-task.machine.ts';
import {
  commandOf,
  isCleaning,
  taskActorId,
  taskOfRun,
  type AddedTask,
  type OfRun,
  type OfTask,
  type Status,
  type TaskEnded,
  type TerminalCommand,
  type TerminalContext,
  type TerminalEvent,
  type TerminalInput,
  type TerminalSettings,
} from './terminal.vocabulary.ts';

export const terminalSetup = setup({
  types: {
    context: {} as TerminalContext,
    events: {} as TerminalEvent,
    input: {} as TerminalInput,
    emitted: {} as TaskEnded,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    terminalTask: terminalTaskMachine,
    /** Waits until no other tab holds the queue, then holds it. */
    claimQueue: fromCallback<TerminalEvent>(notProvided('claimQueue')),
    /** Keeps the list in the browser, and reports what other tabs have made of it. */
    shareList: fromCallback<TerminalEvent>(notProvided('shareList')),
    loadCommands: fromPromise<readonly TerminalCommand[]>(notProvided('loadCommands')),
    saveSettings: fromPromise<TerminalSettings, TerminalSettings>(notProvided('saveSettings')),
  },
  guards: {
    lacksManager: ({ context }, params: AddedTask) => commandOf(context, params) === null,
    isBlocked: ({ context }) => isBlocked(context.tasks),
    hasNext: ({ context }) => nextTask(context.tasks) !== null,
    holdsQueue: stateIn({ queue: 'here' }),
    hasUnwatched: ({ context }) => unwatchedTask(context.tasks) !== null,
    hasCommands: ({ context }) => context.commands.length > 0,
    mayDelete: ({ context }, { uuid }: OfTask) => mayDelete(context.tasks, uuid),
    mayRetry: ({ context }, { uuid }: OfTask) => mayRetry(context.tasks, uuid),
    isRunningHere: ({ context }, { runUuid }: OfRun) => {
      const task = taskOfRun(context.tasks, runUuid);
      return task !== undefined && task.isWatched && isRunning(task.status);
    },
    hasSuccess: ({ context }) => context.tasks.some(({ status }) => status === 'success'),
    isAddingNext: stateIn({ panel: { open: { saving: 'thenAdding' } } }),
    isChoosingManagerNext: stateIn({ panel: { open: { saving: 'thenChoosingManager' } } }),
    isChangingSettingsNext: stateIn({ panel: { open: { saving: 'thenChangingSettings' } } }),
    isChoosing: or([stateIn({ panel: { open: 'choosingManager' } }), stateIn({ panel: { open: 'changingSettings' } })]),
    isSaving: stateIn({ settings: 'saving' }),
    hasFailed: ({ context }) => context.failure !== null,
    isKnownRun: ({ context }, { runUuid }: OfRun) => taskOfRun(context.tasks, runUuid) !== undefined,
  },
  actions: {
    addTask: assign(({ context }, added: AddedTask) => {
      const { uuid, createTimeMs, blockOnFailure, extend } = added;
      const command = commandOf(context, added) ?? added.command;
      return { tasks: withTask(context.tasks, { uuid, createTimeMs, command, blockOnFailure, extend }, isCleaning(context)) };
    }),
    /** What was added behind a failure that blocks never starts. */
    warnOfBlock: effect(),
    clearSuccess: assign({ tasks: ({ context }) => withoutSuccess(context.tasks) }),
    remove: assign({ tasks: ({ context }, { uuid }: OfTask) => withoutTask(context.tasks, uuid) }),
    retry: assign({ tasks: ({ context }, { uuid, runUuid }: OfTask & OfRun) => withRetry(context.tasks, uuid, runUuid) }),
    toggleOutput: assign({ tasks: ({ context }, { uuid }: OfTask) => withToggledOutput(context.tasks, uuid) }),
    startNext: assign({ tasks: ({ context }) => started(context.tasks) }),
    spawnRun: enqueueActions(({ context, enqueue, self }, { isBegunHere }: { readonly isBegunHere: boolean }) => {
      const task = unwatchedTask(context.tasks);
      if (!task) return;
      const { runUuid, command, extend, status } = task;
      enqueue.assign({ tasks: withWatch(context.tasks, runUuid) });
      enqueue.spawnChild('terminalTask', {
        id: taskActorId(runUuid),
        input: { owner: self, runUuid, command, extend, isFound: status === 'checking', isBegunHere },
      });
    }),
    setStatus: assign({
      tasks: ({ context }, { runUuid, status, atMs }: Status) => withStatus(context.tasks, runUuid, status, atMs),
    }),
    announceEnd: enqueueActions(({ context, enqueue }, { runUuid, status }: Status) => {
      const task = taskOfRun(context.tasks, runUuid);
      if (task && (status === 'success' || status === 'failed'))
        enqueue.emit({ type: 'task.ended', uuid: task.uuid, extend: task.extend, status });
    }),
    leaveElsewhere: assign({ tasks: ({ context }, { runUuid }: OfRun) => leftElsewhere(context.tasks, runUuid) }),
    clearElsewhere: assign({ tasks: ({ context }) => withoutElsewhere(context.tasks) }),
    stopRun: enqueueActions(({ context, enqueue }, { runUuid }: OfRun) => {
      enqueue.stopChild(taskActorId(runUuid));
      enqueue.assign({ tasks: withoutWatch(context.tasks, runUuid) });
    }),
    receiveList: assign(({ context }, { stored }: { readonly stored: StoredTerminal }) => ({
      tasks: tasksFromElsewhere(context.tasks, stored.taskList),
      automaticCleanupTask: stored.automaticCleanupTask,
    })),
    receiveDot: assign({ showDot: (_, { stored }: { readonly stored: StoredTerminal }) => stored.showDot }),
    raiseDot: assign({ showDot: true }),
    clearDot: assign({ showDot: false }),
    chooseCleanup: assign({ automaticCleanupTask: (_, { isOn }: { readonly isOn: boolean }) => (isOn ? '1' : '0') }),
    setSettings: assign((_, settings: TerminalSettings) => settings),
    setCommands: assign({ commands: (_, commands: readonly TerminalCommand[]) => commands }),
    setFailure: assign(toFailure),
    notifyPanel: raise({ type: 'terminal.settingsAnswered' }),
    clearFailure: assign({ failure: null }),
    requestStop: sendTo(
      (_, { runUuid }: OfRun) => taskActorId(runUuid),
      () => ({ type: 'task.stopRequested' }) as const,
    ),
  },
});
