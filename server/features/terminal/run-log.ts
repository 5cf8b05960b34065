import type { Transaction } from 'kysely';
import type { Row, Tables } from '../../db/tables/tables.ts';
import type { ProcessIdentity, RunStatus } from '../../db/tables/terminal-tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { throughOutage } from '../runs/through-outage.ts';
import {
  createRunLog,
  type LoggedEvent,
  type LoggedRun,
  type NewEvent as NewLoggedEvent,
  type RunLog as CommonLog,
} from '../runs/run-log.ts';

export type Run = Row<'terminal_run'> & LoggedRun;
type Kind = Row<'terminal_event'>['kind'];
export type RunEvent = LoggedEvent<Kind>;
export type NewEvent = NewLoggedEvent<Kind>;

export interface RunOrder {
  readonly uuid: string;
  /** Key of the command. */
  readonly command: string;
  /** Echoed, and nothing else. */
  readonly extend: string;
}

/** What is stored of runs of commands, each with its process. */
export interface RunLog extends Omit<CommonLog<Run, Kind>, 'create' | 'finish'> {
  /** @returns null when the uuid was taken: this run exists already */
  create(order: RunOrder, adminId: number, trx: Transaction<Tables>): Promise<number | null>;
  /** Keeps which process runs it, so that a later server can end it. */
  noteProcess(runId: number, identity: ProcessIdentity): Promise<void>;
  /** Nothing of a run's process is left. */
  forgetProcess(runId: number): Promise<void>;
  finish(
    runId: number,
    seq: number,
    events: readonly NewEvent[],
    status: RunStatus,
    exitCode: number | null,
  ): Promise<readonly RunEvent[] | null>;
  /** Runs that have ended, but whose process may be left. */
  leftBehind(): Promise<readonly Row<'terminal_run'>[]>;
}

/** @param owner the server's own name, new with each start */
export function createTerminalLog(ports: Pick<ServerPorts, 'database' | 'clock'>, owner: string): RunLog {
  const { kysely } = ports.database;
  const log = createRunLog<Run, Kind>(ports, owner, { run: 'terminal_run', event: 'terminal_event' });
  return {
    ...log,
    create: ({ uuid, command, extend }, adminId, trx) => log.create(uuid, { command, extend, admin_id: adminId }, trx),
    finish: (runId, seq, events, status, exitCode) =>
      log.finish(runId, seq, events, { status, columns: { exit_code: exitCode, process: null } }),

    async noteProcess(runId, identity) {
      await throughOutage(() =>
        kysely
          .updateTable('terminal_run')
          .set({ process: JSON.stringify(identity) })
          .where('id', '=', runId)
          .execute(),
      );
    },

    async forgetProcess(runId) {
      await kysely.updateTable('terminal_run').set({ process: null }).where('id', '=', runId).execute();
    },

    leftBehind: () =>
      kysely.selectFrom('terminal_run').selectAll().where('status', '<>', 'running').where('process', 'is not', null).execute(),
  };
}
