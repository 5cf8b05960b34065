import {
  PACKAGE_MANAGERS,
  isFailure,
  isRunning,
  type PackageManager,
  type QueueStatus,
  type TaskStatus,
  type TerminalTask,
} from './terminal-task.ts';

/**
 * The queue of the terminal: a list of tasks of which one runs at a time, in the list's order. Pure rules over that list.
 * Source: specification §4 "Terminal queue", "Terminal task management"; readings 4.9–4.15.
 */
export interface QueueTask extends Omit<TerminalTask, 'message' | 'status'> {
  readonly status: QueueStatus;
  /** The run that is meant: a new one with every retry, so that no command is ever started twice by one name. */
  readonly runUuid: string;
  /** When the command began and ended; milliseconds since 1970. */
  readonly startTimeMs: number | null;
  readonly endTimeMs: number | null;
  /** An actor of this page listens to its run. */
  readonly isWatched: boolean;
  /** Its server starts a command with each line that is opened: the page that began it alone listens, and the others read what that has kept. */
  readonly isElsewhere: boolean;
}

export type Tasks = readonly QueueTask[];

/** What is chosen for a task before it stands in the list. */
export interface NewTask {
  readonly uuid: string;
  readonly createTimeMs: number;
  readonly command: string;
  readonly blockOnFailure: boolean;
  readonly extend: string;
}

const AT_REST = { status: 'waiting', startTimeMs: null, endTimeMs: null, isWatched: false, isElsewhere: false } as const;

const isBlocking = ({ status, blockOnFailure }: QueueTask): boolean => isFailure(status) && blockOnFailure;
const isBusy = ({ status }: QueueTask): boolean => isRunning(status) || status === 'checking';

/** The task whose turn it is: the first that waits, unless one runs, or one before it has failed and blocks. */
export function nextTask(tasks: Tasks): QueueTask | null {
  if (tasks.some(isBusy)) return null;
  const first = tasks.find((task) => task.status === 'waiting' || isBlocking(task));
  return first?.status === 'waiting' ? first : null;
}

/** Why a task has not begun: a failure before it that blocks, a task that runs, or one before it whose turn comes first. */
export interface Wait {
  readonly reason: 'failure' | 'run' | 'turn';
  /** The command waited for. */
  readonly command: string;
}

/** @returns null for a task that does not wait, and for the one whose turn it is */
export function waitOf(tasks: Tasks, uuid: string): Wait | null {
  const index = tasks.findIndex((task) => task.uuid === uuid);
  if (tasks[index]?.status !== 'waiting') return null;
  const before = tasks.slice(0, index);
  const failure = before.find(isBlocking);
  if (failure) return { reason: 'failure', command: failure.command };
  const run = tasks.find(isBusy);
  if (run) return { reason: 'run', command: run.command };
  const turn = before.find((task) => task.status === 'waiting');
  return turn ? { reason: 'turn', command: turn.command } : null;
}

/** Whether what is added now would wait for ever. */
export const isBlocked = (tasks: Tasks): boolean => tasks.some(isBlocking);

export const withoutSuccess = (tasks: Tasks): Tasks => tasks.filter(({ status }) => status !== 'success');

/** @param isCleaning the cleanup setting: tasks that succeeded make room */
export const withTask = (tasks: Tasks, task: NewTask, isCleaning: boolean): Tasks => [
  ...(isCleaning ? withoutSuccess(tasks) : tasks),
  { ...task, ...AT_REST, runUuid: task.uuid, showMessage: true },
];

export const mayDelete = (tasks: Tasks, uuid: string): boolean => tasks.some((task) => task.uuid === uuid && !isBusy(task));
export const mayRetry = (tasks: Tasks, uuid: string): boolean =>
  tasks.some((task) => task.uuid === uuid && !isBusy(task) && task.status !== 'waiting');
export const withoutTask = (tasks: Tasks, uuid: string): Tasks => tasks.filter((task) => task.uuid !== uuid);

/** A task that failed and blocks shows why. */
export const shown = (task: QueueTask): QueueTask => ({ ...task, showMessage: task.showMessage || isBlocking(task) });

const changed = (tasks: Tasks, isMeant: (task: QueueTask) => boolean, change: (task: QueueTask) => Partial<QueueTask>): Tasks =>
  tasks.map((task) => (isMeant(task) ? { ...task, ...change(task) } : task));

/** Back to waiting, with an output of its own. */
export const withRetry = (tasks: Tasks, uuid: string, runUuid: string): Tasks =>
  changed(
    tasks,
    (task) => task.uuid === uuid,
    () => ({ ...AT_REST, runUuid }),
  );

export const withToggledOutput = (tasks: Tasks, uuid: string): Tasks =>
  changed(
    tasks,
    (task) => task.uuid === uuid,
    ({ showMessage }) => ({ showMessage: !showMessage }),
  );

export const withWatch = (tasks: Tasks, runUuid: string): Tasks =>
  changed(
    tasks,
    (task) => task.runUuid === runUuid,
    () => ({ isWatched: true }),
  );

/** Nothing more will be heard of a run; one that has not said how it ended is unknown. */
export const withoutWatch = (tasks: Tasks, runUuid: string): Tasks =>
  changed(
    tasks,
    (task) => task.runUuid === runUuid,
    (task) => shown({ ...task, isWatched: false, status: isBusy(task) && !task.isElsewhere ? 'unknown' : task.status }),
  );

/** The page that began a run is the one that hears of it. */
export const leftElsewhere = (tasks: Tasks, runUuid: string): Tasks =>
  changed(
    tasks,
    (task) => task.runUuid === runUuid,
    () => ({ isWatched: false, isElsewhere: true }),
  );

/** The page that began them is gone, and with it whoever would have heard how they end. */
export const withoutElsewhere = (tasks: Tasks): Tasks =>
  changed(
    tasks,
    (task) => task.isElsewhere,
    (task) => shown({ ...task, isElsewhere: false, status: isBusy(task) ? 'unknown' : task.status }),
  );

/** A task that runs, or may run, and that nobody here listens to. */
export const unwatchedTask = (tasks: Tasks): QueueTask | null =>
  tasks.find((task) => isBusy(task) && !task.isWatched && !task.isElsewhere) ?? null;

export const started = (tasks: Tasks): Tasks => {
  const next = nextTask(tasks);
  return changed(
    tasks,
    (task) => task === next,
    () => ({ status: 'connecting' }),
  );
};

/** A run's news. */
export const withStatus = (tasks: Tasks, runUuid: string, status: TaskStatus, atMs: number): Tasks =>
  changed(
    tasks,
    (task) => task.runUuid === runUuid,
    (task) =>
      shown({
        ...task,
        status,
        startTimeMs: task.startTimeMs ?? (isRunning(status) ? atMs : null),
        endTimeMs: isRunning(status) ? null : atMs,
      }),
  );

export interface CommandChoice {
  /** `usesManager` where it is a group of which the chosen package manager's command is meant. */
  readonly command: string;
  readonly usesManager: boolean;
  /** What runs; '' where no manager is chosen. */
  readonly line: string;
  /** The program that it needs and the server lacks. */
  readonly missing?: string | undefined;
}

const MANAGER_KEYS = PACKAGE_MANAGERS.filter((manager) => manager !== 'none');

/**
 * What a person chooses from: a group that has a command for every package manager is offered once, for the chosen one, and these come
 * first; all else by its key. Source: readings 1.6.
 */
export function commandChoices(
  commands: readonly { readonly key: string; readonly line: string; readonly missing?: string | undefined }[],
  chosen: PackageManager,
): readonly CommandChoice[] {
  const named = (key: string) => commands.find((one) => one.key === key);
  const lineOf = (key: string) => named(key)?.line;
  const groups = [...new Set(commands.map(({ key }) => key.split('.')[0] ?? key))];
  const managed = groups.filter((group) => MANAGER_KEYS.every((manager) => lineOf(`${group}.${manager}`) !== undefined));
  const isManaged = (key: string) => managed.some((group) => MANAGER_KEYS.some((manager) => key === `${group}.${manager}`));
  return [
    ...managed.map((command) => {
      const { line = '', missing } = named(commandFor(command, chosen, true) ?? '') ?? {};
      return { command, usesManager: true, line, missing };
    }),
    ...commands.filter(({ key }) => !isManaged(key)).map(({ key, line, missing }) => ({ command: key, usesManager: false, line, missing })),
  ];
}

/** A command for the chosen package manager, `web-install` becoming `web-install.pnpm`; null where none is chosen. */
export const commandFor = (command: string, manager: PackageManager, usesManager: boolean): string | null => {
  if (!usesManager) return command;
  return manager === 'none' ? null : `${command}.${manager}`;
};
