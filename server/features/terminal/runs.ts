import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { TERMINAL_RUNS_AT_ONCE } from '../../base/limits.ts';
import { BusyError } from '../../base/refusal.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { base64url } from '../../base/digest.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../base/messages.ts';
import type { CommandFolder, ProcessCommand } from '../../ports/terminal-ports.ts';
import { CLOSING_RETRY_SECONDS } from '../runs/limits.ts';
import type { RunTail } from '../runs/run-tail.ts';
import { createRuns, type RunningRecord } from '../runs/runs.ts';
import type { CommandRegistry } from './commands.ts';
import { control, outputEvent, recordRun, type RunEnding, type RunTexts } from './record-run.ts';
import { createTerminalLog, noteDuration, type Run, type RunEvent, type RunOrder, type RunStarter } from './run-log.ts';

export type RunsPorts = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes' | 'logger' | 'messages' | 'processes'>;

/**
 * Runs of commands, each a stored log of events. The first request with a uuid starts the process, every later one reads the log: from
 * the beginning or behind a number, and then as it grows, in any number of tabs and servers. Source: security.md rule 27.
 */
export interface TerminalRuns {
  /** @returns false when the run existed already: nothing was started then */
  start(order: RunOrder, starter: RunStarter, language: Language): Promise<boolean>;
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

/** Two in one folder would take what the other works on from under it; each of the throw-away folders is one run's own. */
const isShared = (folder: CommandFolder): boolean => folder !== 'scratch';

/** Of all processes together no more run than may; whoever begins one waits for who began the one before. */
async function refuseTooMany(trx: Transaction<Tables>, uuid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('terminal'), hashtext('runs'))`.execute(trx);
  const { count } = await trx
    .selectFrom('terminal_run')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'running')
    .where('uuid', '<>', uuid)
    .executeTakeFirstOrThrow();
  if (count >= TERMINAL_RUNS_AT_ONCE) throw rejection('refusals.terminal.busy', { count: TERMINAL_RUNS_AT_ONCE });
}

/** @param followUp what belongs to a command's success */
export function createTerminalRuns(
  ports: RunsPorts,
  commands: CommandRegistry,
  followUp: (order: RunOrder) => Promise<void>,
): TerminalRuns {
  const owner = base64url(ports.randomBytes(12));
  const log = createTerminalLog(ports, owner);

  const say = (language: Language, key: string, params?: Readonly<Record<string, string | number>>): string =>
    ports.messages.text(language, `refusals.terminal.${key}`, params);
  const stopEnding = (language: Language, name: string): RunEnding => ({ status: 'stopped', notice: say(language, 'stopped', { name }) });
  const interruptedText = (): string => say(DEFAULT_LANGUAGE, 'interrupted');
  const textsIn = (language: Language): RunTexts => ({
    notStarted: (file, isMissing) => say(language, isMissing ? 'notInstalled' : 'notStarted', { file }),
    timedOut: (minutes) => say(language, 'timedOut', { minutes }),
    notFollowedUp: () => say(language, 'notFollowedUp'),
    leftOut: (lines) => say(language, 'leftOut', { lines }),
  });

  /** Ends what has lost its server, where that was on this machine. */
  async function endLeftOver({ id, uuid, process }: Pick<Run, 'id' | 'uuid' | 'process'>): Promise<void> {
    if (process === null) return;
    const outcome = await ports.processes.endLeftOver(process);
    if (outcome === 'elsewhere') return;
    if (outcome === 'ended') ports.logger.warn('terminal.leftOverEnded', { uuid });
    await log.forgetProcess(id);
  }

  const runs = createRuns<Run, RunEvent['kind'], RunEnding>(ports, {
    log,
    owner,
    stopEnding: (name) => stopEnding(DEFAULT_LANGUAGE, name),
    shutDownEnding: () => ({ status: 'interrupted', notice: interruptedText() }),
    lastWords: ({ id }) =>
      Promise.resolve({
        events: [outputEvent(interruptedText()), control('failed'), control('completed')],
        also: (trx) => noteDuration(trx, id),
      }),
    async interrupted(run) {
      ports.logger.warn('terminal.runInterrupted', { uuid: run.uuid, command: run.command });
      await endLeftOver(run);
    },
    signOfLifeFailed: (error) => ports.logger.error('terminal.signOfLifeFailed', { error }),
  });

  async function prepared({ command: key, extend }: RunOrder): Promise<ProcessCommand> {
    const command = commands.find(key);
    if (!command) throw new Error(`There is no command ${key}`);
    return command.prepare ? command.prepare(extend) : command;
  }

  const isIn = (folder: CommandFolder, key: string): boolean => commands.find(key)?.folder === folder;

  /** What a server that is gone has left stands in nobody's way. */
  async function settleIn(folder: CommandFolder): Promise<void> {
    if (!isShared(folder)) return;
    for (const { uuid, command } of await log.going()) if (isIn(folder, command)) await runs.find(uuid);
  }

  /** The same where so many seem to run that no other may begin. */
  async function settleMany(): Promise<void> {
    const going = await log.going();
    if (going.length >= TERMINAL_RUNS_AT_ONCE) for (const { uuid } of going) await runs.find(uuid);
  }

  /** @throws a refusal that names who runs what there */
  async function refuseBeside(trx: Transaction<Tables>, folder: CommandFolder, uuid: string): Promise<void> {
    if (!isShared(folder)) return;
    await sql`select pg_advisory_xact_lock(hashtext('terminal'), hashtext(${folder}))`.execute(trx);
    const going = await trx
      .selectFrom('terminal_run as run')
      .leftJoin('admin', 'admin.id', 'run.admin_id')
      .select(['run.command', 'run.admin_id', 'admin.nickname'])
      .where('run.status', '=', 'running')
      .where('run.uuid', '<>', uuid)
      .execute();
    const other = going.find(({ command }) => isIn(folder, command));
    if (!other) return;
    const line = commands.find(other.command)?.line ?? other.command;
    throw rejection('refusals.terminal.folderBusy', { name: other.nickname ?? String(other.admin_id), line });
  }

  function record(
    runId: number,
    tail: RunTail<RunEvent['kind']>,
    order: RunOrder,
    command: ProcessCommand,
    language: Language,
  ): RunningRecord<RunEnding> {
    return recordRun({
      runId,
      command,
      log,
      processes: ports.processes,
      followUp: () => followUp(order),
      texts: textsIn(language),
      written: (events) => tail.push(events),
      failed: (error) => ports.logger.error('terminal.runFailed', { uuid: order.uuid, command: order.command, error }),
    });
  }

  return {
    async start(order, starter, language) {
      if ((await log.find(order.uuid)) !== undefined) return false;
      const command = await prepared(order);
      await settleIn(command.folder);
      await settleMany();
      // Nothing is waited for between these questions and the beginning, which counts at once: of many who ask together no more begin than may.
      if (runs.isClosing()) throw new BusyError(CLOSING_RETRY_SECONDS);
      if (runs.count() >= TERMINAL_RUNS_AT_ONCE) throw rejection('refusals.terminal.busy', { count: TERMINAL_RUNS_AT_ONCE });
      const runId = await runs.begin(
        order.uuid,
        () =>
          ports.database.transaction(async (trx) => {
            await refuseTooMany(trx, order.uuid);
            await refuseBeside(trx, command.folder, order.uuid);
            return log.create(order, command.line, starter, trx);
          }),
        (id, tail) => record(id, tail, order, command, language),
      );
      return runId !== null;
    },

    find: (uuid) => runs.find(uuid),
    all: (run) => log.all(run.id),
    follow: (runId, afterSeq, signal) => runs.follow(runId, afterSeq, signal),
    stop: (uuid, name, language) => runs.stop(uuid, name, stopEnding(language, name)),

    async recover() {
      await runs.recover();
      for (const run of await log.leftBehind()) await endLeftOver(run);
    },

    close: () => runs.close(),
  };
}
