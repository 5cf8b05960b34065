import { sql, type Transaction } from 'kysely';
import type { Client } from '../../base/caller.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import type { ProcessIdentity, RunStatus } from '../../db/columns/run-columns.ts';
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
export type NewRunEvent = NewLoggedEvent<Kind>;

export interface RunOrder {
  readonly uuid: string;
  /** Key of the command. */
  readonly command: string;
  /** Echoed, and nothing else. */
  readonly extend: string;
}

/** Who started a run, and from where. */
export interface RunStarter {
  readonly id: number;
  readonly client: Pick<Client, 'ip' | 'userAgent'>;
}

/** What is stored of runs of commands, each with its process. */
export interface TerminalRunLog extends Omit<CommonLog<Run, Kind>, 'create' | 'finish'> {
  /** @param line what runs. @returns null when the uuid was taken: this run exists already */
  create(order: RunOrder, line: string, starter: RunStarter, trx: Transaction<Tables>): Promise<number | null>;
  /** Keeps which process runs it, so that a later server can end it. */
  noteProcess(runId: number, identity: ProcessIdentity): Promise<void>;
  /** Nothing of a run's process is left. */
  forgetProcess(runId: number): Promise<void>;
  finish(
    runId: number,
    seq: number,
    events: readonly NewRunEvent[],
    status: RunStatus,
    exitCode: number | null,
  ): Promise<readonly RunEvent[] | null>;
  /** Runs that have ended, but whose process may be left. */
  leftBehind(): Promise<readonly Row<'terminal_run'>[]>;
}

const LENGTH = { line: 500, ip: 50, userAgent: 255 } as const;

/** With the last events of a run, which say when it ended. */
export async function noteDuration(trx: Transaction<Tables>, runId: number): Promise<void> {
  await sql`update terminal_run set duration_ms = (select max(at_ms) - min(at_ms) from terminal_event where run_id = ${runId}::bigint)
    where id = ${runId}::bigint`.execute(trx);
}

/** @param owner the server's own name, new with each start */
export function createTerminalLog(ports: Pick<ServerPorts, 'database' | 'clock'>, owner: string): TerminalRunLog {
  const { kysely } = ports.database;
  const log = createRunLog<Run, Kind>(ports, owner, { run: 'terminal_run', event: 'terminal_event' });
  return {
    ...log,
    create: ({ uuid, command, extend }, line, { id, client }, trx) =>
      log.create(
        uuid,
        {
          command,
          extend,
          line: line.slice(0, LENGTH.line),
          admin_id: id,
          ip: client.ip.slice(0, LENGTH.ip),
          useragent: client.userAgent.slice(0, LENGTH.userAgent),
        },
        trx,
      ),
    finish: (runId, seq, events, status, exitCode) =>
      log.finish(runId, seq, events, {
        status,
        columns: { exit_code: exitCode, process: null },
        also: (trx) => noteDuration(trx, runId),
      }),

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
