import type { QueueTask, Tasks } from './terminal-queue.ts';
import { TASK_STATUS, isRunning, type TaskStatus, type TerminalTask } from './terminal-task.ts';

/**
 * What the browser keeps of the terminal, shared by its tabs. Source: specification §3 "Terminal settings", §4 "On app start"; readings 3.9, 4.14.
 */
/** A task of the list; its status is a word here, in storage its number. */
export interface StoredTask extends TerminalTask, Pick<QueueTask, 'runUuid' | 'startTimeMs' | 'endTimeMs'> {}

export interface StoredTerminal {
  /** The administrator who left it: what somebody has begun is not gone on with in another's name. Null where nobody wrote who it was. */
  readonly ownerId: number | null;
  readonly showDot: boolean;
  readonly taskList: readonly StoredTask[];
  /** '1' removes tasks that succeeded whenever one is added. */
  readonly automaticCleanupTask: string;
}

export const EMPTY_TERMINAL: StoredTerminal = { ownerId: null, showDot: false, taskList: [], automaticCleanupTask: '1' };

/** Lines and characters kept of one task's output, and lines of all: a browser stores about five million characters. */
const KEPT = { linesOfTask: 200, charsOfLine: 500, linesOfAll: 1500 } as const;

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
const timeOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const STATUSES = Object.keys(TASK_STATUS) as TaskStatus[];

/** The list as it lies in storage: each status by its number. Source: specification §4, "Terminal task status values". */
export const terminalInStorage = ({ taskList, ...stored }: StoredTerminal) => ({
  ...stored,
  taskList: taskList.map((task) => ({ ...task, status: TASK_STATUS[task.status] })),
});

function restoreTask(value: unknown): StoredTask | null {
  const task = (value ?? {}) as Readonly<Record<keyof StoredTask, unknown>>;
  const { uuid, command, createTimeMs, message } = task;
  const status = STATUSES.find((word) => word === task.status || TASK_STATUS[word] === task.status);
  if (typeof uuid !== 'string' || uuid === '' || typeof command !== 'string') return null;
  if (!status) return null;
  return {
    uuid,
    command,
    status,
    runUuid: textOr(task.runUuid, uuid),
    createTimeMs: timeOrNull(createTimeMs) ?? 0,
    startTimeMs: timeOrNull(task.startTimeMs),
    endTimeMs: timeOrNull(task.endTimeMs),
    message: Array.isArray(message) ? message.filter((line) => typeof line === 'string') : [],
    showMessage: task.showMessage === true,
    blockOnFailure: task.blockOnFailure !== false,
    extend: textOr(task.extend, ''),
  };
}

/** @returns what was understood; a damaged task is dropped, a damaged list is empty */
export function restoreTerminal(value: unknown): StoredTerminal {
  const { ownerId, showDot, taskList, automaticCleanupTask } = (value ?? {}) as Readonly<Record<keyof StoredTerminal, unknown>>;
  const tasks = Array.isArray(taskList) ? taskList.flatMap((task) => restoreTask(task) ?? []) : [];
  return {
    ownerId: typeof ownerId === 'number' ? ownerId : null,
    showDot: showDot === true,
    taskList: tasks.filter((task, index) => tasks.findIndex(({ uuid }) => uuid === task.uuid) === index),
    automaticCleanupTask: textOr(automaticCleanupTask, EMPTY_TERMINAL.automaticCleanupTask),
  };
}

/** Of what another administrator has left only the choice stays that says nothing of them. */
export const terminalOf = (stored: StoredTerminal, ownerId: number): StoredTerminal =>
  stored.ownerId === null || stored.ownerId === ownerId
    ? { ...stored, ownerId }
    : { ...EMPTY_TERMINAL, automaticCleanupTask: stored.automaticCleanupTask, ownerId };

const fromElsewhere = ({ message: _message, ...task }: StoredTask): QueueTask => ({ ...task, isWatched: false, isElsewhere: false });

/** The list as a page begins with it: what was running is unknown until the server has been asked. */
export const tasksAtStart = (stored: readonly StoredTask[]): Tasks =>
  stored.map((task) =>
    isRunning(task.status)
      ? { ...fromElsewhere(task), status: 'checking', showMessage: task.showMessage || task.blockOnFailure }
      : fromElsewhere(task),
  );

/** The list to keep. A task that is being checked stays what it was, so that the next page asks again. */
export function tasksToStore(tasks: Tasks, linesOf: (runUuid: string, count: number) => readonly string[]): readonly StoredTask[] {
  let room: number = KEPT.linesOfAll;
  const stored = tasks.toReversed().map(({ isWatched: _isWatched, isElsewhere: _isElsewhere, ...task }): StoredTask => {
    const message = linesOf(task.runUuid, Math.min(room, KEPT.linesOfTask)).map((line) => line.slice(0, KEPT.charsOfLine));
    room -= message.length;
    return { ...task, status: task.status === 'checking' ? 'executing' : task.status, message };
  });
  return stored.toReversed();
}

/** What this page hears of a run itself counts more than what another page has written down. */
function taken(mine: QueueTask | undefined, theirs: StoredTask): QueueTask {
  if (!mine || mine.runUuid !== theirs.runUuid) return fromElsewhere(theirs);
  const hasEndedHere = mine.status === 'success' || mine.status === 'failed';
  if (mine.isWatched || hasEndedHere) return mine;
  return { ...fromElsewhere(theirs), showMessage: mine.showMessage, isElsewhere: mine.isElsewhere };
}

/** The list after another tab has changed it. */
export const tasksFromElsewhere = (tasks: Tasks, stored: readonly StoredTask[]): Tasks =>
  stored.map((theirs) =>
    taken(
      tasks.find(({ uuid }) => uuid === theirs.uuid),
      theirs,
    ),
  );

const sameTask = (one: StoredTask | undefined, other: StoredTask | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Three-way: what this tab has changed since `base` on top of what the others have. A task is gone when either side removed it.
 * @param base the list as this tab last read or wrote it
 */
export function mergedTasks(
  base: readonly StoredTask[],
  mine: readonly StoredTask[],
  theirs: readonly StoredTask[],
): readonly StoredTask[] {
  const find = (list: readonly StoredTask[], uuid: string) => list.find((task) => task.uuid === uuid);
  const merged = mine.flatMap((task) => {
    const [known, other] = [find(base, task.uuid), find(theirs, task.uuid)];
    if (known && !other) return [];
    if (!known || !other) return [task];
    // A run that was begun elsewhere meanwhile counts more than news of the old one.
    return [sameTask(known, task) || other.runUuid !== known.runUuid ? other : task];
  });
  const addedElsewhere = theirs.filter(({ uuid }) => !find(base, uuid) && !find(mine, uuid));
  return [...merged, ...addedElsewhere];
}
