import type { ProcessIdentity } from '../db/columns/run-columns.ts';

/** Where a command runs: the project itself, an empty package that is thrown away afterwards, or the folder of tools of our own. */
export type CommandFolder = 'project' | 'scratch' | 'tools';

/** What is run for a key: a program and its arguments as they are; no shell ever reads them. */
export interface ProcessCommand {
  /** A program of the search path; `node` is the one that runs the server. */
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: CommandFolder;
  readonly timeoutMs: number;
  /** What people read. */
  readonly line: string;
  /** What the program reads from its input; left out, there is nothing to read. */
  readonly input?: string;
}

/** The program is not there, or the system does not let it start. */
export class ProcessStartError extends Error {
  override readonly name = 'ProcessStartError';
  readonly isMissing: boolean;

  constructor(file: string, isMissing: boolean, cause?: unknown) {
    super(`${file} could not be started`, { cause });
    this.isMissing = isMissing;
  }
}

export interface CommandProcess {
  readonly identity: ProcessIdentity;
  /** Whole lines, as soon as there are any; null after the last one. Who reads slowly slows the process down. */
  readLines(): Promise<readonly string[] | null>;
  /** The exit code; 128 and the signal's number for a process that a signal ended. */
  readonly ended: Promise<number>;
  /** Ends the whole group, politely for half a second. Done when nothing of it is left. */
  stop(): Promise<void>;
}

/** Programs of the machine: each in a group of its own, with a clean environment and nothing to read but what its command brings. */
export interface Processes {
  /** By what one is known that is about to start: whoever keeps that first finds it also where nothing was kept after. */
  announce(): ProcessIdentity;
  /** @param mark of the announcement, where there was one. @throws ProcessStartError */
  start(command: Pick<ProcessCommand, 'file' | 'args' | 'folder' | 'input'>, mark?: string): Promise<CommandProcess>;
  /** Whether a program is on the search path of commands. */
  isInstalled(file: string): Promise<boolean>;
  /**
   * Ends the group of a process whose server is gone. Nobody else's is ever touched.
   * @returns `elsewhere` when it is one of another machine, or of this one before it was switched off
   */
  endLeftOver(identity: ProcessIdentity): Promise<'ended' | 'gone' | 'elsewhere'>;
}
