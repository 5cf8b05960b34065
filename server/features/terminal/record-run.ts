import { SIGNAL_WORD } from '#domain/terminal/terminal-task';
import type { RunStatus } from '../../db/columns/run-columns.ts';
import { TERMINAL_FLUSH_MS } from '../../base/limits.ts';
import { lineBatches, cleanLine, createOutputLimit } from './output.ts';
import type { RunningRecord } from '../runs/runs.ts';
import type { NewRunEvent, RunEvent, TerminalRunLog } from './run-log.ts';
import { type CommandProcess, type Processes, ProcessStartError, type ProcessCommand } from '../../ports/terminal-ports.ts';

/** Why a run is ended before its command has ended by itself, in the words that stand in its output. */
export interface RunEnding {
  readonly status: Extract<RunStatus, 'stopped' | 'failed' | 'interrupted'>;
  readonly notice: string;
}

export interface RunTexts {
  notStarted(file: string, isMissing: boolean): string;
  timedOut(minutes: number): string;
  leftOut(lines: number): string;
  notFollowedUp(): string;
}

interface RecordOptions {
  readonly runId: number;
  readonly command: ProcessCommand;
  readonly log: TerminalRunLog;
  readonly processes: Pick<Processes, 'announce' | 'start'>;
  /** What belongs to a success, such as serving what was built; when it fails, so does the run. */
  readonly followUp: () => Promise<void>;
  readonly texts: RunTexts;
  /** What stands in the log now. */
  readonly written: (events: readonly RunEvent[]) => void;
  readonly failed: (error: unknown) => void;
}

export const control = (signal: keyof typeof SIGNAL_WORD): NewRunEvent => ({ kind: 'control', data: SIGNAL_WORD[signal] });
export const outputEvent = (data: string): NewRunEvent => ({ kind: 'output', data });

/** Runs a command and writes everything it says into the log, event by event. Its end ends the process group. */
export function recordRun({ runId, command, log, processes, followUp, texts, written, failed }: RecordOptions): RunningRecord<RunEnding> {
  let seq = 0;
  let isWhole = false;
  let ending: RunEnding | null = null;
  let process: CommandProcess | null = null;

  async function write(event: NewRunEvent): Promise<void> {
    seq += 1;
    const stored = await log.append(runId, seq, event);
    if (stored === null) throw new Error('The run was ended by another server');
    written([stored]);
  }

  async function finish(status: RunStatus, exitCode: number | null, last: readonly NewRunEvent[]): Promise<void> {
    const verdict = control(status === 'success' ? 'succeeded' : 'failed');
    const stored = await log.finish(runId, seq + 1, [...last, verdict, control('completed')], status, exitCode);
    if (stored === null) return;
    isWhole = true;
    written(stored);
  }

  async function readOutput(from: CommandProcess): Promise<void> {
    const limit = createOutputLimit();
    for (;;) {
      const lines = await from.readLines();
      if (lines === null) break;
      for (const batch of lineBatches(limit.take(lines.map(cleanLine)))) await write(outputEvent(batch.join('\n')));
      await briefPause(from.ended);
    }
    const rest = limit.rest();
    if (rest === null) return;
    if (rest.leftOut > 0) await write(outputEvent(texts.leftOut(rest.leftOut)));
    for (const batch of lineBatches(rest.tail)) await write(outputEvent(batch.join('\n')));
  }

  async function run(): Promise<void> {
    await write(control('linked'));
    await write(outputEvent(`> ${command.line}`));
    // Before it is there: a server that is killed in between would leave one that nobody knows.
    const announced = processes.announce();
    await log.noteProcess(runId, announced);
    try {
      process = await processes.start(command, announced.mark);
    } catch (error) {
      if (!(error instanceof ProcessStartError)) throw error;
      await finish('failed', null, [outputEvent(`Error: ${texts.notStarted(command.file, error.isMissing)}`)]);
      return;
    }
    if (ending !== null) void process.stop();
    await log.noteProcess(runId, process.identity);
    const late = setTimeout(() => end({ status: 'failed', notice: texts.timedOut(command.timeoutMs / 60_000) }), command.timeoutMs);
    try {
      await readOutput(process);
      const exitCode = await process.ended;
      const exit = outputEvent(`exitCode: ${exitCode}`);
      if (ending !== null) await finish(ending.status, exitCode, [outputEvent(ending.notice), exit]);
      else if (exitCode !== 0) await finish('failed', exitCode, [exit]);
      else if (await isFollowedUp()) await finish('success', exitCode, [exit]);
      else await finish('failed', exitCode, [exit, outputEvent(`Error: ${texts.notFollowedUp()}`)]);
    } finally {
      clearTimeout(late);
    }
  }

  async function isFollowedUp(): Promise<boolean> {
    try {
      await followUp();
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  }

  function end(wanted: RunEnding): void {
    ending ??= wanted;
    void process?.stop();
  }

  const done = run()
    .catch(async (error: unknown) => {
      failed(error);
      if (process !== null) await letGo(process);
    })
    .then(() => process?.ended)
    .then(() => isWhole);
  return { end, done };
}

/** Ends a process whose output nobody wants; unread, it would keep the pipes and what waits in them for ever. */
async function letGo(process: CommandProcess): Promise<void> {
  void process.stop();
  let lines: readonly string[] | null = [];
  while (lines !== null) lines = await process.readLines();
}

/** Output that comes in small pieces is stored together; the end waits for nothing. */
async function briefPause(ended: Promise<number>): Promise<void> {
  const pause = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => pause.resolve(undefined), TERMINAL_FLUSH_MS);
  await Promise.race([ended, pause.promise]);
  clearTimeout(timer);
}
