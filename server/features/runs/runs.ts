import { RUN_DEAD_MS, RUN_POLL_MS, RUN_SIGN_OF_LIFE_MS, STREAM_HEARTBEAT_MS } from '../../base/limits.ts';
import { unref } from '../../base/platform/timers.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { createSignal } from './signal.ts';
import type { LoggedEvent, LoggedRun, NewEvent, RunLog, WithEnd } from './run-log.ts';
import { createRunTail, type RunTail } from './run-tail.ts';
import { createSilenceWatch } from './silence.ts';

/** A run while this server writes it. */
export interface RunningRecord<Ending> {
  /** Ends it. Only the first ending counts. */
  end(ending: Ending): void;
  /** Resolves when everything is stored, to whether the end is, too; never rejects. */
  readonly done: Promise<boolean>;
}

/** What a kind of runs says and does at the ends that it did not choose itself. */
export interface RunsOptions<Run extends LoggedRun, Kind extends string, Ending> {
  readonly log: Pick<RunLog<Run, Kind>, 'find' | 'read' | 'going' | 'page' | 'signOfLife' | 'askToStop' | 'interrupt'>;
  /** The server's own name, the one that the log was made with. */
  readonly owner: string;
  /** For a run that was asked to stop at another server. */
  readonly stopEnding: (name: string) => Ending;
  readonly shutDownEnding: () => Ending;
  /** The last events of a run whose server is gone, and what is written with them. */
  readonly lastWords: (run: Run) => Promise<{ readonly events: readonly NewEvent<Kind>[]; readonly also?: WithEnd }>;
  readonly interrupted: (run: Run) => Promise<void>;
  readonly signOfLifeFailed: (error: unknown) => void;
}

/**
 * Runs that are stored logs of events. Whoever first names a uuid starts its run; everybody reads the log: from the beginning or behind a
 * number, and then as it grows, in any number of tabs and servers. What a run does is its owner's matter: the terminal's are
 * commands, the chat's are answers.
 */
export interface Runs<Run extends LoggedRun, Kind extends string, Ending> {
  /** How many are being written here, or about to be. */
  count(): number;
  /** Nothing may start any more. */
  isClosing(): boolean;
  /**
   * Starts a run, unless it was there.
   * @param create stores it; @returns its id, or null where it existed already
   */
  begin(
    uuid: string,
    create: () => Promise<number | null>,
    record: (runId: number, tail: RunTail<Kind>) => RunningRecord<Ending>,
  ): Promise<number | null>;
  find(uuid: string): Promise<Run | undefined>;
  /** Events behind `afterSeq` in portions, until the run has ended, the signal aborts or the server closes. */
  follow(runId: number, afterSeq: number, signal: AbortSignal): AsyncGenerator<readonly LoggedEvent<Kind>[]>;
  /** Resolves when nothing more is written, where this server writes it; another one is asked. A run that has ended is left as it is. */
  stop(uuid: string, name: string, ending: Ending): Promise<void>;
  /** Ends what a server that is gone has left, and what this one could not write to its end. */
  recover(): Promise<void>;
  /** Nothing starts any more; runs of this server may go on for so long, then they are interrupted. */
  close(goOnMs?: number): Promise<void>;
}

interface Look<Run, Kind extends string> {
  readonly run: Run | undefined;
  readonly events: readonly LoggedEvent<Kind>[];
}

export function createRuns<Run extends LoggedRun, Kind extends string, Ending>(
  { database }: Pick<ServerPorts, 'database'>,
  { log, owner, stopEnding, shutDownEnding, lastWords, interrupted, signOfLifeFailed }: RunsOptions<Run, Kind, Ending>,
): Runs<Run, Kind, Ending> {
  /** For runs of other servers. */
  const news = createSignal();
  const recordings = new Map<number, RunningRecord<Ending>>();
  const tails = new Map<number, RunTail<Kind>>();
  const looks = new Map<string, Promise<Look<Run, Kind>>>();
  const isStarting = new Set<string>();
  /** Nothing starts any more; then, with all runs ended, nobody waits any more. */
  let closing: 'not' | 'ending' | 'over' = 'not';
  let signsOfLife: ReturnType<typeof setInterval> | null = null;

  async function signOfLife(): Promise<void> {
    for (const run of await log.signOfLife()) {
      if (run.stop_asked_by !== null) recordings.get(run.id)?.end(stopEnding(run.stop_asked_by));
    }
  }

  function keepAlive(): void {
    signsOfLife ??= setInterval(() => {
      signOfLife().catch(signOfLifeFailed);
    }, RUN_SIGN_OF_LIFE_MS);
  }

  function keep(runId: number, tail: RunTail<Kind>, recording: RunningRecord<Ending>): void {
    recordings.set(runId, recording);
    tails.set(runId, tail);
    if (closing !== 'not') recording.end(shutDownEnding());
    keepAlive();
    void recording.done.then((isWhole) => forget(runId, tail, isWhole));
  }

  function forget(runId: number, tail: RunTail<Kind>, isWhole: boolean): void {
    recordings.delete(runId);
    tails.delete(runId);
    tail.close(isWhole);
    if (recordings.size > 0 || signsOfLife === null) return;
    clearInterval(signsOfLife);
    signsOfLife = null;
  }

  const isDead = database.kind === 'embedded' ? (run: Run) => run.silent_ms > RUN_DEAD_MS : createSilenceWatch();

  /** A run is abandoned when its server has fallen silent, or has started anew or failed since. */
  const isAbandoned = (run: Run): boolean =>
    run.status === 'running' && (run.owner === owner ? !recordings.has(run.id) && !isStarting.has(run.uuid) : isDead(run));

  const endAll = (): void => {
    for (const recording of recordings.values()) recording.end(shutDownEnding());
  };

  async function interrupt(run: Run): Promise<void> {
    const { events, also } = await lastWords(run);
    if (!(await log.interrupt(run, events, also))) return;
    news.notify();
    await interrupted(run);
  }

  async function settle(run: Run | undefined): Promise<Run | undefined> {
    if (!run || !isAbandoned(run)) return run;
    await interrupt(run);
    return log.read(run.id);
  }

  /** What stands in the log behind a number; read once for all who ask for it within a moment. */
  function lookTogether(runId: number, seq: number): Promise<Look<Run, Kind>> {
    const key = `${runId}:${seq}`;
    const known = looks.get(key);
    if (known) return known;
    const look = lookFor(runId, seq);
    looks.set(key, look);
    unref(setTimeout(() => looks.delete(key), RUN_POLL_MS));
    return look;
  }

  async function lookFor(runId: number, seq: number): Promise<Look<Run, Kind>> {
    const run = await settle(await log.read(runId));
    return { run, events: await log.page(runId, seq) };
  }

  return {
    count: () => recordings.size + isStarting.size,
    isClosing: () => closing !== 'not',

    async begin(uuid, create, record) {
      isStarting.add(uuid);
      try {
        const runId = await create();
        if (runId === null) return null;
        const tail = createRunTail<Kind>();
        keep(runId, tail, record(runId, tail));
        return runId;
      } finally {
        isStarting.delete(uuid);
      }
    },

    find: async (uuid) => settle(await log.find(uuid)),

    async *follow(runId, afterSeq, signal) {
      let seq = afterSeq;
      let tail: RunTail<Kind> | undefined;
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
          await news.wait(since, RUN_POLL_MS, signal);
        }
      }
    },

    async stop(uuid, name, ending) {
      const run = await log.find(uuid);
      if (run?.status !== 'running') return;
      const recording = recordings.get(run.id);
      if (recording) {
        recording.end(ending);
        await recording.done;
      } else if ((await settle(run))?.status === 'running') {
        await log.askToStop(run.id, name);
      }
    },

    async recover() {
      // The embedded database has one server at a time: whatever goes on in it for another has nobody who runs it.
      const isAlone = database.kind === 'embedded';
      for (const run of await log.going()) if ((isAlone && run.owner !== owner) || isAbandoned(run)) await interrupt(run);
    },

    async close(goOnMs = 0) {
      closing = 'ending';
      const ended = Promise.all([...recordings.values()].map(({ done }) => done));
      const late = goOnMs > 0 ? setTimeout(endAll, goOnMs) : undefined;
      if (!late) endAll();
      await ended;
      clearTimeout(late);
      closing = 'over';
      news.notify();
    },
  };
}
