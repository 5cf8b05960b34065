import { rejection } from '#domain/base/failure';
import { STREAM_HEARTBEAT_MS, TERMINAL_POLL_MS, TERMINAL_RUNS_AT_ONCE, TERMINAL_SIGN_OF_LIFE_MS } from '../../base/limits.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { base64url } from '../../base/digest.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../base/messages.ts';
import { createSignal } from './signal.ts';
import type { CommandRegistry } from './commands.ts';
import { control, output, type Recording, recordRun, type RunEnding, type RunTexts } from './record-run.ts';
import { createRunLog, type Run, type RunEvent, type RunOrder } from './run-log.ts';
import { createRunTail, type RunTail } from './run-tail.ts';

export type RunsPorts = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes' | 'logger' | 'messages' | 'processes'>;

/**
 * Runs of commands, each a stored log of events. The first request with a uuid starts the process, every later one reads the log: from
 * the beginning or behind a number, and then as it grows, in any number of tabs and servers. Source: security.md rule 27.
 */
export interface TerminalRuns {
  /** @returns false when the run existed already: nothing was started then */
  start(order: RunOrder, adminId: number, language: Language): Promise<boolean>;
  find(uuid: string): Promise<Run | undefined>;
  all(run: Run): Promise<readonly RunEvent[]>;
  /** Events behind `afterSeq` in portions, until the run has ended, the signal aborts or the server closes. */
  follow(runId: number, afterSeq: number, signal: AbortSignal): AsyncGenerator<readonly RunEvent[]>;
  /** Resolves when the process is gone, where this server runs it. A run that has ended is left as it is. */
  stop(uuid: string, name: string, language: Language): Promise<void>;
  /** Ends what a server that is gone has left; called before the first request. */
  recover(): Promise<void>;
  /** Ends all processes of this server; their runs are marked as interrupted. Nothing starts afterwards. */
  close(): Promise<void>;
}

interface Look {
  readonly run: Run | undefined;
  readonly events: readonly RunEvent[];
}

/** @param followUp what belongs to a command's success */
export function createTerminalRuns(
  ports: RunsPorts,
  commands: CommandRegistry,
  followUp: (order: RunOrder) => Promise<void>,
): TerminalRuns {
  const owner = base64url(ports.randomBytes(12));
  const log = createRunLog(ports, owner);
  /** For runs of other servers. */
  const news = createSignal();
  const recordings = new Map<number, Recording>();
  const tails = new Map<number, RunTail>();
  const looks = new Map<string, Promise<Look>>();
  const isStarting = new Set<string>();
  /** Nothing starts any more; then, with all runs ended, nobody waits any more. */
  let closing: 'not' | 'ending' | 'over' = 'not';
  let signsOfLife: ReturnType<typeof setInterval> | null = null;

  const say = (language: Language, key: string, params?: Readonly<Record<string, string | number>>): string =>
    ports.messages.text(language, `refusals.terminal.${key}`, params);
  const stopEnding = (language: Language, name: string): RunEnding => ({ status: 'stopped', notice: say(language, 'stopped', { name }) });
  const shutDownEnding = (): RunEnding => ({ status: 'interrupted', notice: say(DEFAULT_LANGUAGE, 'interrupted') });
  const textsIn = (language: Language): RunTexts => ({
    notStarted: (file, isMissing) => say(language, isMissing ? 'notInstalled' : 'notStarted', { file }),
    timedOut: (minutes) => say(language, 'timedOut', { minutes }),
    notFollowedUp: () => say(language, 'notFollowedUp'),
    leftOut: (lines) => say(language, 'leftOut', { lines }),
  });

  async function signOfLife(): Promise<void> {
    for (const run of await log.signOfLife()) {
      if (run.stop_asked_by !== null) recordings.get(run.id)?.end(stopEnding(DEFAULT_LANGUAGE, run.stop_asked_by));
    }
  }

  function keepAlive(): void {
    signsOfLife ??= setInterval(() => {
      signOfLife().catch((error: unknown) => ports.logger.error('terminal.signOfLifeFailed', { error }));
    }, TERMINAL_SIGN_OF_LIFE_MS);
  }

  function record(runId: number, order: RunOrder, language: Language): void {
    const command = commands.find(order.command);
    if (!command) throw new Error(`There is no command ${order.command}`);
    const tail = createRunTail();
    const recording = recordRun({
      runId,
      command,
      log,
      processes: ports.processes,
      followUp: () => followUp(order),
      texts: textsIn(language),
      written: (events) => tail.push(events),
      failed: (error) => ports.logger.error('terminal.runFailed', { uuid: order.uuid, command: order.command, error }),
    });
    recordings.set(runId, recording);
    tails.set(runId, tail);
    if (closing !== 'not') recording.end(shutDownEnding());
    keepAlive();
    void recording.done.then((isWhole) => forget(runId, tail, isWhole));
  }

  function forget(runId: number, tail: RunTail, isWhole: boolean): void {
    recordings.delete(runId);
    tails.delete(runId);
    tail.close(isWhole);
    if (recordings.size > 0 || signsOfLife === null) return;
    clearInterval(signsOfLife);
    signsOfLife = null;
  }

  /** A run is abandoned when its server has fallen silent, or has started anew or failed since. */
  const isAbandoned = (run: Run): boolean =>
    run.status === 'running' && (run.owner === owner ? !recordings.has(run.id) && !isStarting.has(run.uuid) : log.isDead(run));

  async function interrupt(run: Run): Promise<void> {
    const last = [output(say(DEFAULT_LANGUAGE, 'interrupted')), control('failed'), control('completed')];
    if (!(await log.interrupt(run, last))) return;
    ports.logger.warn('terminal.runInterrupted', { uuid: run.uuid, command: run.command });
    news.notify();
    await endLeftOver(run);
  }

  /** Ends what has lost its server, where that was on this machine. */
  async function endLeftOver({ id, uuid, process }: Run): Promise<void> {
    if (process === null) return;
    const outcome = await ports.processes.endLeftOver(process);
    if (outcome === 'elsewhere') return;
    if (outcome === 'ended') ports.logger.warn('terminal.leftOverEnded', { uuid });
    await log.forgetProcess(id);
  }

  async function settle(run: Run | undefined): Promise<Run | undefined> {
    if (!run || !isAbandoned(run)) return run;
    await interrupt(run);
    return log.read(run.id);
  }

  /** What stands in the log behind a number; read once for all who ask for it within a moment. */
  function lookTogether(runId: number, seq: number): Promise<Look> {
    const key = `${runId}:${seq}`;
    const known = looks.get(key);
    if (known) return known;
    const look = lookFor(runId, seq);
    looks.set(key, look);
    setTimeout(() => looks.delete(key), TERMINAL_POLL_MS).unref();
    return look;
  }

  async function lookFor(runId: number, seq: number): Promise<Look> {
    const run = await settle(await log.read(runId));
    return { run, events: await log.page(runId, seq) };
  }

  return {
    async start(order, adminId, language) {
      if (closing !== 'not') throw rejection('refusals.terminal.closing');
      if ((await log.find(order.uuid)) !== undefined) return false;
      if (recordings.size + isStarting.size >= TERMINAL_RUNS_AT_ONCE)
        throw rejection('refusals.terminal.busy', { count: TERMINAL_RUNS_AT_ONCE });
      isStarting.add(order.uuid);
      try {
        const runId = await log.create(order, adminId);
        if (runId !== null) record(runId, order, language);
        return runId !== null;
      } finally {
        isStarting.delete(order.uuid);
      }
    },

    find: async (uuid) => settle(await log.find(uuid)),
    all: (run) => log.all(run.id),

    async *follow(runId, afterSeq, signal) {
      let seq = afterSeq;
      let tail: RunTail | undefined;
      while (!signal.aborted) {
        // Kept beyond the run's end, so that its last events come from memory, too.
        tail = tails.get(runId) ?? tail;
        if (tail && tail.state() !== 'broken') {
          const since = tail.news.version();
          const portion = tail.after(seq) ?? (await log.page(runId, seq));
          seq = portion.at(-1)?.seq ?? seq;
          if (portion.length > 0) yield portion;
          else if (tail.state() === 'whole') return;
          else await tail.news.wait(since, STREAM_HEARTBEAT_MS, signal);
          continue;
        }
        // Before the log is read: what is written in between makes it be read again.
        const since = news.version();
        const { run, events } = await lookTogether(runId, seq);
        const last = events.at(-1);
        if (last) {
          seq = last.seq;
          yield events;
        } else if (run?.status !== 'running' || closing === 'over') {
          return;
        } else {
          await news.wait(since, TERMINAL_POLL_MS, signal);
        }
      }
    },

    async stop(uuid, name, language) {
      const run = await log.find(uuid);
      if (run?.status !== 'running') return;
      const recording = recordings.get(run.id);
      if (recording) {
        recording.end(stopEnding(language, name));
        await recording.done;
      } else if ((await settle(run))?.status === 'running') {
        await log.askToStop(run.id, name);
      }
    },

    async recover() {
      // The embedded database has one server at a time: whatever goes on in it has nobody who runs it.
      const isAlone = ports.database.kind === 'embedded';
      for (const run of await log.going()) if (isAlone ? run.owner !== owner : isAbandoned(run)) await interrupt(run);
      for (const run of await log.leftBehind()) await endLeftOver(run);
    },

    async close() {
      closing = 'ending';
      for (const recording of recordings.values()) recording.end(shutDownEnding());
      await Promise.all([...recordings.values()].map(({ done }) => done));
      closing = 'over';
      news.notify();
    },
  };
}
