import type { PackageManager, TaskStatus } from '#domain/terminal/terminal-task';
import { commandFor, type NewTask, type QueueTask, type Tasks } from '#domain/terminal/terminal-queue';
import type { StoredTerminal } from '#domain/terminal/terminal-store';
import type { Failure } from '#domain/base/failure';
import type { TaskReport } from './terminal-task.machine.ts';

/** One command that the server offers: its key and what it runs. */
export interface TerminalCommand {
  readonly key: string;
  readonly line: string;
  /** The program that it needs and the server lacks. */
  readonly missing?: string | undefined;
}

/** What the server says at the start of the back office. */
export interface TerminalSettings {
  readonly packageManager: PackageManager;
  readonly port: string;
}

/** With whose they are. */
export interface TerminalStart extends TerminalSettings {
  readonly ownerId: number;
}

export interface TerminalInput extends TerminalStart {
  readonly stored: StoredTerminal;
}

export interface TerminalContext extends TerminalStart {
  readonly tasks: Tasks;
  /** Output came that nobody has seen. */
  readonly showDot: boolean;
  readonly automaticCleanupTask: string;
  readonly commands: readonly TerminalCommand[];
  /** Why the open dialog could not do what was asked. */
  readonly failure: Failure | null;
}

export type TerminalEvent =
  | TaskReport
  | { readonly type: 'terminal.opened' }
  | { readonly type: 'terminal.closed' }
  | { readonly type: 'terminal.addRequested' }
  | { readonly type: 'terminal.managerRequested' }
  | { readonly type: 'terminal.settingsRequested' }
  | { readonly type: 'terminal.dialogClosed' }
  | { readonly type: 'terminal.commandsRetried' }
  /** `usesManager` appends the chosen package manager to the command. */
  | ({ readonly type: 'terminal.taskAdded'; readonly usesManager: boolean } & NewTask)
  | { readonly type: 'terminal.successCleared' }
  | { readonly type: 'terminal.cleanupChosen'; readonly isOn: boolean }
  | { readonly type: 'terminal.managerChosen'; readonly packageManager: PackageManager }
  | { readonly type: 'terminal.portChosen'; readonly port: string }
  /** Another tab has written the list. */
  | { readonly type: 'terminal.changedElsewhere'; readonly stored: StoredTerminal }
  /** What was chosen is known to the server, or could not be told to it. */
  | { readonly type: 'terminal.settingsAnswered' }
  /** It is this tab that starts the next task from now on. */
  | { readonly type: 'terminal.queueTaken' }
  | { readonly type: 'task.retried'; readonly uuid: string; readonly runUuid: string }
  | { readonly type: 'task.deleted'; readonly uuid: string }
  | { readonly type: 'task.outputToggled'; readonly uuid: string }
  | { readonly type: 'task.stopRequested'; readonly runUuid: string };

/** Said to whoever added a task. Source: specification §4, "The task callback is invoked with Success or Failed". */
export interface TaskEnded {
  readonly type: 'task.ended';
  readonly uuid: string;
  readonly extend: string;
  readonly status: 'success' | 'failed';
}

export const taskActorId = (runUuid: string): `terminalTask:${string}` => `terminalTask:${runUuid}`;

export const taskOfRun = (tasks: Tasks, runUuid: string): QueueTask | undefined => tasks.find((task) => task.runUuid === runUuid);

export interface AddedTask extends NewTask {
  readonly usesManager: boolean;
}

export interface OfRun {
  readonly runUuid: string;
}

export interface OfTask {
  readonly uuid: string;
}

export interface Status extends OfRun {
  readonly status: TaskStatus;
  readonly atMs: number;
}

export const isCleaning = ({ automaticCleanupTask }: TerminalContext): boolean => automaticCleanupTask === '1';
export const settingsAfter = ({ packageManager, port }: TerminalContext, event: Partial<TerminalSettings>): TerminalSettings => ({
  packageManager: event.packageManager ?? packageManager,
  port: event.port ?? port,
});
export const commandOf = ({ packageManager }: TerminalContext, { command, usesManager }: AddedTask) =>
  commandFor(command, packageManager, usesManager);
