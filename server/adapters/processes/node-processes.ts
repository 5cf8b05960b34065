import { type ChildProcess, spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants as fileConstants } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessIdentity } from '../../db/columns/run-columns.ts';
import { TERMINAL_LINE_LENGTH, TERMINAL_POLITE_MS } from '../../base/limits.ts';
import { type CommandFolder, type CommandProcess, type Processes, ProcessStartError } from '../../ports/terminal-ports.ts';
import { cleanEnvironment } from './clean-environment.ts';
import { gatherLines } from './gather-lines.ts';
import { isStillThere, machineName, MARK_NAME, markedProcesses, startOf } from './process-identity.ts';

export interface ProcessesOptions {
  readonly projectDir: string;
  /** Takes package managers that the terminal installs. */
  readonly toolsDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

interface Folder {
  readonly path: string;
  leave(): Promise<void>;
}

const stay = (): Promise<void> => Promise.resolve();
/** Of one that has not started: without a moment at which it did, the number is never asked for. */
const NO_PID = 0;
const SCRATCH_PACKAGE = '{ "name": "self-test", "version": "1.0.0", "private": true }\n';

/** Runs programs of this machine; without a shell, so that nothing in an argument is ever a command. Source: security.md rule 26. */
export function createProcesses({ projectDir, toolsDir, environment }: ProcessesOptions): Processes {
  async function enter(folder: CommandFolder): Promise<Folder> {
    if (folder === 'project') return { path: projectDir, leave: stay };
    if (folder === 'tools') {
      await mkdir(toolsDir, { recursive: true });
      return { path: toolsDir, leave: stay };
    }
    const path = await mkdtemp(join(tmpdir(), 'troupe-terminal-'));
    await writeFile(join(path, 'package.json'), SCRATCH_PACKAGE);
    return { path, leave: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
  }

  const cleaned = () => cleanEnvironment(environment, process.execPath, join(toolsDir, 'node_modules/.bin'));

  return {
    announce: () => ({ pid: NO_PID, machine: machineName(), start: null, mark: crypto.randomUUID() }),

    async start({ file, args, folder, input }, mark = crypto.randomUUID()) {
      const place = await enter(folder);
      const child = spawn(file === 'node' ? process.execPath : file, args, {
        cwd: place.path,
        env: { ...cleaned(), [MARK_NAME]: mark },
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        detached: true,
        shell: false,
        windowsHide: true,
      });
      try {
        await whenStarted(child);
      } catch (error) {
        await place.leave();
        throw new ProcessStartError(file, (error as NodeJS.ErrnoException).code === 'ENOENT', error);
      }
      // Whoever ends before it has read everything says so by its exit code.
      child.stdin?.on('error', () => undefined).end(input);
      return running(child, place, mark);
    },

    async isInstalled(file) {
      // How Windows finds a program is more than a name in a folder: there, the attempt says it.
      if (file === 'node' || process.platform === 'win32') return true;
      for (const folder of (cleaned()['PATH'] ?? '').split(delimiter)) {
        if (await isExecutable(join(folder, file))) return true;
      }
      return false;
    },

    async endLeftOver(identity) {
      if (identity.machine !== machineName()) return 'elsewhere';
      if (!(await isStillThere(identity))) return 'gone';
      await signalLeftOver(identity, 'SIGTERM');
      await pause(TERMINAL_POLITE_MS);
      if (await isStillThere(identity)) await signalLeftOver(identity, 'SIGKILL');
      return 'ended';
    },
  };
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, fileConstants.X_OK).then(
    () => true,
    () => false,
  );

function whenStarted(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  child.once('spawn', () => resolve(undefined));
  child.once('error', reject);
  return promise;
}

async function running(child: ChildProcess, place: Folder, mark: string): Promise<CommandProcess> {
  const pid = child.pid as number;
  const ended = Promise.withResolvers<number>();
  const lines = gatherLines([child.stdout, child.stderr], TERMINAL_LINE_LENGTH);
  child.once('exit', (code, signal) => {
    // Nothing outlives its command; what it has written can still be read.
    signalAll(pid, mark, 'SIGKILL');
    lines.closeSoon();
    ended.resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    place.leave().catch(() => undefined);
  });
  let stopping: Promise<void> | null = null;
  async function stop(): Promise<void> {
    signalAll(pid, mark, 'SIGTERM');
    await Promise.race([ended.promise, pause(TERMINAL_POLITE_MS)]);
    signalAll(pid, mark, 'SIGKILL');
    await ended.promise;
  }
  const identity: ProcessIdentity = { pid, machine: machineName(), start: await startOf(pid), mark };
  return { identity, readLines: () => lines.read(), ended: ended.promise, stop: () => (stopping ??= stop()) };
}

/** The group, and whatever has left it for a session of its own. */
function signalAll(pid: number, mark: string, signal: NodeJS.Signals): void {
  send(process.platform === 'win32' ? pid : -pid, signal);
  for (const one of markedProcesses(mark)) send(one, signal);
}

/** The number of the group may have gone to a stranger; who bears the mark is ours. */
async function signalLeftOver({ pid, start, mark }: ProcessIdentity, signal: NodeJS.Signals): Promise<void> {
  const isSame = start !== null && (await startOf(pid)) === start;
  if (isSame) signalAll(pid, mark, signal);
  else for (const one of markedProcesses(mark)) send(one, signal);
}

/** What is gone needs no signal. */
function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
