import { type CommandProcess, type Processes, ProcessStartError, type ProcessCommand } from '../../ports/terminal-ports.ts';
import { type RecordedRun, RECORDED_RUNS } from './recorded-runs.ts';

/** Of a run that a signal has ended. */
const STOPPED = 143;

/** Plays what a program said once, in its own time. @param note what stands before it */
function play({ lines, exitCode }: Pick<RecordedRun, 'lines'> & { readonly exitCode: number }, note: string): CommandProcess {
  const ended = Promise.withResolvers<number>();
  const stopped = Promise.withResolvers<null>();
  const rest = [{ afterMs: 0, text: note }, ...lines];
  const readLines = async (): Promise<readonly string[] | null> => {
    const next = rest.shift();
    if (!next) {
      ended.resolve(exitCode);
      return null;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const due = new Promise<readonly string[]>((resolve) => (timer = setTimeout(() => resolve(next.text.split('\n')), next.afterMs)));
    const read = await Promise.race([due, stopped.promise]);
    clearTimeout(timer);
    return read;
  };
  return {
    identity: { pid: 0, machine: 'recorded', start: null, mark: '' },
    readLines,
    ended: ended.promise,
    stop() {
      rest.length = 0;
      stopped.resolve(null);
      ended.resolve(STOPPED);
      return Promise.resolve();
    },
  };
}

const lineOf = ({ file, args }: Pick<ProcessCommand, 'file' | 'args'>): string => [file, ...args].join(' ');

/**
 * Where no program can run, runs of another time are shown. Each says of itself, in its first line, that it is one; a program that was not there then is not
 * here either. @param note that line
 */
export const createRecordedProcesses = (note: string): Processes => ({
  announce: () => ({ pid: 0, machine: '', start: null, mark: '' }),
  start(command) {
    const run = RECORDED_RUNS.find(({ line }) => line === lineOf(command));
    if (!run || run.exitCode === null) return Promise.reject(new ProcessStartError(command.file, true));
    return Promise.resolve(play({ ...run, exitCode: run.exitCode }, note));
  },
  isInstalled: (file) => Promise.resolve(RECORDED_RUNS.some(({ line, exitCode }) => exitCode !== null && line.split(' ')[0] === file)),
  endLeftOver: () => Promise.resolve('gone'),
});
