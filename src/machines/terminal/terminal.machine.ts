/**
 * The terminal of super administrators: a list of commands that run one after the other, and the panel that shows them. Owned by the
 * app while a super administrator is signed in; owns one actor for each run it listens to. All tabs share the list and show every run;
 * the one that holds the queue starts the next. Output lines are not here but in a buffer beside (`src/actors/terminal/terminal-output.ts`).
 * Source: specification §2, §3 "Terminal settings", §4 "Terminal queue", "Terminal task management"; readings 2.16, 4.9–4.15.
 */
import { assign, enqueueActions, fromCallback, fromPromise, sendTo, setup, stateIn, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { isRunning, type TaskStatus } from '#domain/terminal/terminal-task';
import {
  commandFor,
  isBlocked,
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
  withoutSuccess,
  withoutTask,
  withoutWatch,
  type NewTask,
  type Tasks,
} from '#domain/terminal/terminal-queue';
import { tasksAtStart, tasksFromElsewhere, type StoredTerminal } from '#domain/terminal/terminal-store';
import { effect } from '../base/effect.ts';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import { terminalTaskMachine } from './terminal-task.machine.ts';
import {
  taskActorId,
  taskOfRun,
  type TaskEnded,
  type TerminalCommand,
  type TerminalContext,
  type TerminalEvent,
  type TerminalInput,
  type TerminalSettings,
} from './terminal-vocabulary.ts';

interface Added extends NewTask {
  readonly usesManager: boolean;
}
interface OfRun {
  readonly runUuid: string;
}
interface OfTask {
  readonly uuid: string;
}
interface Status extends OfRun {
  readonly status: TaskStatus;
  readonly atMs: number;
}
const isCleaning = ({ automaticCleanupTask }: TerminalContext): boolean => automaticCleanupTask === '1';
const settingsAfter = ({ packageManager, port }: TerminalContext, event: Partial<TerminalSettings>): TerminalSettings => ({
  packageManager: event.packageManager ?? packageManager,
  port: event.port ?? port,
});
const commandOf = ({ packageManager }: TerminalContext, { command, usesManager }: Added) =>
  commandFor(command, packageManager, usesManager);

const LACKS_MANAGER = { guard: { type: 'lacksManager', params: payload<Added> }, target: '#terminal.panel.open.choosingManager' } as const;
const SET_SAVED = { type: 'setSettings', params: output<TerminalSettings> } as const;
const ADD = { type: 'addTask', params: payload<Added> } as const;

export const terminalMachine = setup({
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
    takeQueue: fromCallback<TerminalEvent>(notProvided('takeQueue')),
    /** Keeps the list in the browser, and reports what other tabs have made of it. */
    shareList: fromCallback<TerminalEvent>(notProvided('shareList')),
    loadCommands: fromPromise<readonly TerminalCommand[]>(notProvided('loadCommands')),
    saveSettings: fromPromise<TerminalSettings, TerminalSettings>(notProvided('saveSettings')),
  },
  guards: {
    lacksManager: ({ context }, params: Added) => commandOf(context, params) === null,
    isBlocked: ({ context }) => isBlocked(context.tasks),
    hasNext: ({ context }) => nextTask(context.tasks) !== null,
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
    isKnownRun: ({ context }, { runUuid }: OfRun) => taskOfRun(context.tasks, runUuid) !== undefined,
  },
  actions: {
    addTask: assign(({ context }, { uuid, createTimeMs, blockOnFailure, extend, ...added }: Added) => {
      const command = commandOf(context, { uuid, createTimeMs, blockOnFailure, extend, ...added }) ?? added.command;
      return { tasks: withTask(context.tasks, { uuid, createTimeMs, command, blockOnFailure, extend }, isCleaning(context)) };
    }),
    /** What was added behind a failure that blocks never starts. */
    warnOfBlock: effect(),
    clearSuccess: assign({ tasks: ({ context }) => withoutSuccess(context.tasks) }),
    remove: assign({ tasks: ({ context }, { uuid }: OfTask) => withoutTask(context.tasks, uuid) }),
    retry: assign({ tasks: ({ context }, { uuid, runUuid }: OfTask & OfRun) => withRetry(context.tasks, uuid, runUuid) }),
    toggleOutput: assign({ tasks: ({ context }, { uuid }: OfTask) => withToggledOutput(context.tasks, uuid) }),
    startNext: assign({ tasks: ({ context }) => started(context.tasks) }),
    spawnRun: enqueueActions(({ context, enqueue, self }) => {
      const task = unwatchedTask(context.tasks);
      if (!task) return;
      const { runUuid, command, extend, status } = task;
      enqueue.assign({ tasks: withWatch(context.tasks, runUuid) });
      enqueue.spawnChild('terminalTask', {
        id: taskActorId(runUuid),
        input: { owner: self, runUuid, command, extend, isFound: status === 'checking' },
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
    clearFailure: assign({ failure: null }),
    requestStop: sendTo(
      (_, { runUuid }: OfRun) => taskActorId(runUuid),
      () => ({ type: 'task.stopRequested' }) as const,
    ),
  },
}).createMachine({
  id: 'terminal',
  type: 'parallel',
  context: ({ input: { stored, ...settings } }) => ({
    ...settings,
    tasks: tasksAtStart(stored.taskList),
    showDot: stored.showDot,
    automaticCleanupTask: stored.automaticCleanupTask,
    commands: [],
    failure: null,
  }),
  invoke: { id: 'shareList', src: 'shareList' },
  always: { guard: 'hasUnwatched', actions: 'spawnRun' },
  on: {
    'terminal.taskAdded': [LACKS_MANAGER, { guard: 'isBlocked', actions: [ADD, 'warnOfBlock'] }, { actions: ADD }],
    'terminal.successCleared': { guard: 'hasSuccess', actions: 'clearSuccess' },
    'terminal.cleanupChosen': { actions: { type: 'chooseCleanup', params: payload } },
    'terminal.changedElsewhere': { actions: { type: 'receiveList', params: payload } },
    'task.retried': { guard: { type: 'mayRetry', params: payload }, actions: { type: 'retry', params: payload } },
    'task.deleted': { guard: { type: 'mayDelete', params: payload }, actions: { type: 'remove', params: payload } },
    'task.outputToggled': { actions: { type: 'toggleOutput', params: payload } },
    'task.stopRequested': { guard: { type: 'isRunningHere', params: payload }, actions: { type: 'requestStop', params: payload } },
    'task.statusChanged': {
      guard: { type: 'isKnownRun', params: payload },
      actions: [
        { type: 'setStatus', params: payload },
        { type: 'announceEnd', params: payload },
      ],
    },
    'task.closed': { actions: { type: 'stopRun', params: payload } },
  },
  states: {
    queue: {
      initial: 'elsewhere',
      invoke: { id: 'takeQueue', src: 'takeQueue' },
      states: {
        elsewhere: { on: { 'terminal.queueTaken': 'here' } },
        here: { always: { guard: 'hasNext', actions: 'startNext' } },
      },
    },
    panel: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'terminal.opened': 'open',
            'task.linesReceived': { actions: 'raiseDot' },
            'terminal.changedElsewhere': {
              actions: [
                { type: 'receiveList', params: payload },
                { type: 'receiveDot', params: payload },
              ],
            },
          },
        },
        open: {
          tags: 'open',
          entry: ['clearDot', 'clearFailure'],
          initial: 'list',
          on: { 'terminal.closed': 'closed' },
          states: {
            list: {
              on: {
                'terminal.addRequested': 'adding',
                'terminal.managerRequested': 'choosingManager',
                'terminal.settingsRequested': 'changingSettings',
              },
            },
            adding: {
              initial: 'arriving',
              exit: 'clearFailure',
              on: {
                'terminal.dialogClosed': 'list',
                'terminal.taskAdded': [
                  LACKS_MANAGER,
                  { guard: 'isBlocked', target: 'list', actions: [ADD, 'warnOfBlock'] },
                  { target: 'list', actions: ADD },
                ],
              },
              states: {
                arriving: { always: [{ guard: 'hasCommands', target: 'choosing' }, { target: 'loading' }] },
                loading: {
                  tags: 'busy',
                  invoke: {
                    id: 'loadCommands',
                    src: 'loadCommands',
                    onDone: { target: 'choosing', actions: { type: 'setCommands', params: output } },
                    onError: { target: 'failed', actions: SET_FAILURE },
                  },
                },
                failed: { on: { 'terminal.commandsRetried': { target: 'loading', actions: 'clearFailure' } } },
                choosing: {},
              },
            },
            choosingManager: {
              exit: 'clearFailure',
              on: {
                'terminal.dialogClosed': 'list',
                'terminal.managerChosen': 'saving',
              },
            },
            changingSettings: {
              exit: 'clearFailure',
              on: {
                'terminal.dialogClosed': 'list',
                'terminal.portChosen': 'saving',
              },
            },
            saving: {
              tags: 'busy',
              initial: 'thenList',
              // The list can be pressed already: what was asked for opens when it is known what was saved, and not over a failure.
              on: {
                'terminal.addRequested': '.thenAdding',
                'terminal.managerRequested': '.thenChoosingManager',
                'terminal.settingsRequested': '.thenChangingSettings',
              },
              invoke: {
                id: 'saveSettings',
                src: 'saveSettings',
                input: ({ context, event }) => settingsAfter(context, event as Partial<TerminalSettings>),
                onDone: [
                  { guard: 'isAddingNext', target: 'adding', actions: SET_SAVED },
                  { guard: 'isChoosingManagerNext', target: 'choosingManager', actions: SET_SAVED },
                  { guard: 'isChangingSettingsNext', target: 'changingSettings', actions: SET_SAVED },
                  { target: 'list', actions: SET_SAVED },
                ],
                onError: { target: 'list', actions: SET_FAILURE },
              },
              states: { thenList: {}, thenAdding: {}, thenChoosingManager: {}, thenChangingSettings: {} },
            },
          },
        },
      },
    },
  },
});

export type TerminalSnapshot = SnapshotFrom<typeof terminalMachine>;
export type TerminalRef = ActorRefFrom<typeof terminalMachine>;
export const selectTasks = ({ context }: TerminalSnapshot): Tasks => context.tasks;
export const selectHasDot = ({ context }: TerminalSnapshot): boolean => context.showDot;
export const selectIsPanelOpen = (snapshot: TerminalSnapshot): boolean => snapshot.hasTag('open');
/** No dialog stands before the list. */
export const selectIsAtList = (snapshot: TerminalSnapshot): boolean => snapshot.matches({ panel: { open: 'list' } });
