/**
 * The terminal of super administrators: a list of commands that run one after the other, and the panel that shows them. Owned by the
 * app while a super administrator is signed in; owns one actor for each run it listens to. All tabs share the list and show every run;
 * the one that holds the queue starts the next. Output lines are not here but in a buffer beside (`src/actors/terminal/terminal-output.ts`).
 * Source: specification §2, §3 "Terminal settings", §4 "Terminal queue", "Terminal task management"; readings 2.16, 4.9–4.15.
 */
import { and, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Tasks } from '#domain/terminal/terminal-queue';
import { tasksAtStart } from '#domain/terminal/terminal-store';
import { SET_FAILURE } from '../base/failing.ts';
import { output, payload } from '../base/payload.ts';
import { terminalSetup } from './terminal-setup.ts';
import { settingsAfter, type AddedTask, type TerminalSettings } from './terminal.vocabulary.ts';

const LACKS_MANAGER = {
  guard: { type: 'lacksManager', params: payload<AddedTask> },
  target: '#terminal.panel.open.choosingManager',
} as const;
const SET_SAVED = { type: 'setSettings', params: output<TerminalSettings> } as const;
const ADD = { type: 'addTask', params: payload<AddedTask> } as const;

export const terminalMachine = terminalSetup.createMachine({
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
  always: [
    { guard: and(['hasUnwatched', 'holdsQueue']), actions: { type: 'spawnRun', params: { isBegunHere: true } } },
    { guard: 'hasUnwatched', actions: { type: 'spawnRun', params: { isBegunHere: false } } },
  ],
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
    'task.leftElsewhere': { actions: { type: 'leaveElsewhere', params: payload } },
    'task.closed': { actions: { type: 'stopRun', params: payload } },
  },
  states: {
    queue: {
      initial: 'elsewhere',
      invoke: { id: 'claimQueue', src: 'claimQueue' },
      states: {
        elsewhere: { on: { 'terminal.queueTaken': { target: 'here', actions: 'clearElsewhere' } } },
        here: { always: { guard: 'hasNext', actions: 'startNext' } },
      },
    },
    // Beside the panel: who closes it has saved all the same.
    settings: {
      initial: 'resting',
      on: {
        'terminal.managerChosen': { guard: 'isChoosing', target: '.saving', actions: 'clearFailure' },
        'terminal.portChosen': { guard: 'isChoosing', target: '.saving', actions: 'clearFailure' },
      },
      states: {
        resting: {},
        saving: {
          invoke: {
            id: 'saveSettings',
            src: 'saveSettings',
            input: ({ context, event }) => settingsAfter(context, event as Partial<TerminalSettings>),
            onDone: { target: 'resting', actions: [SET_SAVED, 'notifyPanel'] },
            onError: { target: 'resting', actions: [SET_FAILURE, 'notifyPanel'] },
          },
        },
      },
    },
    panel: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'terminal.opened': [{ guard: 'isSaving', target: '#terminal.panel.open.saving' }, { target: 'open' }],
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
          entry: 'clearDot',
          // What could not be saved after it was closed is told when it is opened again.
          exit: 'clearFailure',
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
                'terminal.settingsAnswered': [
                  { guard: 'hasFailed', target: 'list' },
                  { guard: 'isAddingNext', target: 'adding' },
                  { guard: 'isChoosingManagerNext', target: 'choosingManager' },
                  { guard: 'isChangingSettingsNext', target: 'changingSettings' },
                  { target: 'list' },
                ],
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
export const selectIsPanelOpen = (snapshot: TerminalSnapshot): boolean => snapshot.hasTag('open');
/** No dialog stands before the list. */
export const selectIsAtList = (snapshot: TerminalSnapshot): boolean => snapshot.matches({ panel: { open: 'list' } });
export const selectTerminalIsAdding = (snapshot: TerminalSnapshot): boolean => snapshot.matches({ panel: { open: 'adding' } });
export const selectTerminalAddingIsLoading = (snapshot: TerminalSnapshot): boolean =>
  snapshot.matches({ panel: { open: { adding: 'loading' } } });
export const selectTerminalAddingHasFailed = (snapshot: TerminalSnapshot): boolean =>
  snapshot.matches({ panel: { open: { adding: 'failed' } } });
export const selectTerminalIsChoosingManager = (snapshot: TerminalSnapshot): boolean =>
  snapshot.matches({ panel: { open: 'choosingManager' } });
export const selectTerminalIsChangingSettings = (snapshot: TerminalSnapshot): boolean =>
  snapshot.matches({ panel: { open: 'changingSettings' } });
