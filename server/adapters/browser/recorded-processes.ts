import type { CommandProcess, Processes, TerminalCommand } from '../../ports/terminal-ports.ts';
import { RECORDED_RUNS, type RecordedRun } from './recorded-runs.ts';

/** Of a run that a signal has ended. */
const STOPPED = 143;

/** Plays what a program said once, in its own time. */
function play({ lines, exitCode }: RecordedRun, said: readonly string[]): CommandProcess {
  const ended = Promise.withResolvers<number>();
  const stopped = Promise.withResolvers<null>();
  const rest: { readonly afterMs: number; readonly text: string }[] = [...said.map((text) => ({ afterMs: 0, text })), ...lines];
  const readLines = async (): Promise<readonly string[] | null> => {
    const next = rest.shift();
    if (!next) {
      ended.resolve(exitCode);
      return null;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const due = new Promise<readonly string[]>((resolve) => (timer = setTimeout(() => resolve([next.text]), next.afterMs)));
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

const lineOf = ({ file, args }: Pick<TerminalCommand, 'file' | 'args'>): string => [file, ...args].join(' ');

/** Where no program can run, runs of another time are shown. Each says of itself, in its first line, that it is one. @param note that line */
export const createRecordedProcesses = (note: string): Processes => ({
  start(command) {
    const line = lineOf(command);
    const run = RECORDED_RUNS.find(({ begins }) => line.startsWith(begins)) ?? { begins: '', lines: [], exitCode: 127 };
    return Promise.resolve(play(run, [note]));
  },
  endLeftOver: () => Promise.resolve('gone'),
});
