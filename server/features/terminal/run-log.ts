import { sql } from 'kysely';
import type { Row } from '../../db/tables/tables.ts';
import type { ProcessIdentity, RunStatus } from '../../db/tables/terminal-tables.ts';
import { TERMINAL_DEAD_MS, TERMINAL_PAGE_EVENTS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

export type Run = Row<'terminal_run'>;
export type RunEvent = Row<'terminal_event'>;
export type NewEvent = Pick<RunEvent, 'kind' | 'data'>;

export interface RunOrder {
  readonly uuid: string;
  /** Key of the command. */
  readonly command: string;
  /** Echoed, and nothing else. */
  readonly extend: string;
}

/**
 * What is stored of runs. The owner alone writes a run's events, one after the other, so that whoever reads them sees no gap; once
 * somebody else has ended the run, nothing is added any more.
 */
export interface RunLog {
  /** @returns null when the uuid was taken: this run exists already */
  create(order: RunOrder, adminId: number): Promise<number | null>;
  /** Keeps which process runs it, so that a later server can end it. */
  noteProcess(runId: number, identity: ProcessIdentity): Promise<void>;
  /** Nothing of a run's process is left. */
  forgetProcess(runId: number): Promise<void>;
  /** @returns what was stored; null when the run is no longer this server's */
  append(runId: number, seq: number, event: NewEvent): Promise<RunEvent | null>;
  finish(
    runId: number,
    seq: number,
    events: readonly NewEvent[],
    status: RunStatus,
    exitCode: number | null,
  ): Promise<readonly RunEvent[] | null>;
  find(uuid: string): Promise<Run | undefined>;
  read(runId: number): Promise<Run | undefined>;
  going(): Promise<readonly Run[]>;
  /** Runs that have ended, but whose process may be left. */
  leftBehind(): Promise<readonly Run[]>;
  /** The next events, a few at a time. */
  page(runId: number, afterSeq: number): Promise<readonly RunEvent[]>;
  all(runId: number): Promise<readonly RunEvent[]>;
  /** Says that this server's runs go on. @returns those that somebody wants stopped */
  signOfLife(): Promise<readonly Pick<Run, 'id' | 'stop_asked_by'>[]>;
  askToStop(runId: number, name: string): Promise<void>;
  /** Ends a run whose owner is gone. @returns false when it has moved since it was read */
  interrupt(run: Pick<Run, 'id' | 'seen_at_ms'>, events: readonly NewEvent[]): Promise<boolean>;
  isDead(run: Pick<Run, 'seen_at_ms'>): boolean;
}

/** @param owner the server's own name, new with each start */
export function createRunLog(ports: Pick<ServerPorts, 'database' | 'clock'>, owner: string): RunLog {
  const { kysely } = ports.database;
  const nowMs = (): number => Math.round(ports.clock.nowMs());
  const rowsOf = (runId: number, firstSeq: number, events: readonly NewEvent[]) =>
    events.map((event, index) => ({ run_id: runId, seq: firstSeq + index, at_ms: nowMs(), ...event }));

  return {
    async create({ uuid, command, extend }, adminId) {
      const row = await kysely
        .insertInto('terminal_run')
        .values({ uuid, command, extend, admin_id: adminId, owner, seen_at_ms: nowMs(), create_time: nowSeconds(ports) })
        .onConflict((conflict) => conflict.column('uuid').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },

    async noteProcess(runId, identity) {
      await kysely
        .updateTable('terminal_run')
        .set({ process: JSON.stringify(identity) })
        .where('id', '=', runId)
        .execute();
    },

    async forgetProcess(runId) {
      await kysely.updateTable('terminal_run').set({ process: null }).where('id', '=', runId).execute();
    },

    async append(runId, seq, { kind, data }) {
      const atMs = nowMs();
      const { rows } = await sql`
        insert into terminal_event (run_id, seq, at_ms, kind, data)
        select id, ${seq}::bigint, ${atMs}::bigint, ${kind}::text, ${data}::text from terminal_run
        where id = ${runId} and owner = ${owner} and status = 'running' returning seq`.execute(kysely);
      return rows.length === 1 ? { run_id: runId, seq, at_ms: atMs, kind, data } : null;
    },

    finish: (runId, seq, events, status, exitCode) =>
      ports.database.transaction(async (trx) => {
        const ended = await trx
          .updateTable('terminal_run')
          .set({ status, exit_code: exitCode, process: null, end_time: nowSeconds(ports) })
          .where('id', '=', runId)
          .where('owner', '=', owner)
          .where('status', '=', 'running')
          .returning('id')
          .executeTakeFirst();
        if (!ended) return null;
        const last = rowsOf(runId, seq, events);
        await trx.insertInto('terminal_event').values(last).execute();
        return last;
      }),

    find: (uuid) => kysely.selectFrom('terminal_run').selectAll().where('uuid', '=', uuid).executeTakeFirst(),
    read: (runId) => kysely.selectFrom('terminal_run').selectAll().where('id', '=', runId).executeTakeFirst(),
    going: () => kysely.selectFrom('terminal_run').selectAll().where('status', '=', 'running').execute(),
    leftBehind: () =>
      kysely.selectFrom('terminal_run').selectAll().where('status', '<>', 'running').where('process', 'is not', null).execute(),
    page: (runId, afterSeq) => eventsOf(runId, afterSeq).limit(TERMINAL_PAGE_EVENTS).execute(),
    all: (runId) => eventsOf(runId, 0).execute(),

    signOfLife: () =>
      kysely
        .updateTable('terminal_run')
        .set({ seen_at_ms: nowMs() })
        .where('owner', '=', owner)
        .where('status', '=', 'running')
        .returning(['id', 'stop_asked_by'])
        .execute(),

    async askToStop(runId, name) {
      await kysely
        .updateTable('terminal_run')
        .set({ stop_asked_by: name.slice(0, 50) })
        .where('id', '=', runId)
        .where('status', '=', 'running')
        .execute();
    },

    interrupt: (run, events) =>
      ports.database.transaction(async (trx) => {
        const ended = await trx
          .updateTable('terminal_run')
          .set({ status: 'interrupted', end_time: nowSeconds(ports) })
          .where('id', '=', run.id)
          .where('status', '=', 'running')
          .where('seen_at_ms', '=', run.seen_at_ms)
          .returning('id')
          .executeTakeFirst();
        if (!ended) return false;
        const last = await trx
          .selectFrom('terminal_event')
          .select((select) => select.fn.max('seq').as('seq'))
          .where('run_id', '=', run.id)
          .executeTakeFirst();
        await trx
          .insertInto('terminal_event')
          .values(rowsOf(run.id, (last?.seq ?? 0) + 1, events))
          .execute();
        return true;
      }),

    isDead: ({ seen_at_ms: seenAtMs }) => nowMs() - seenAtMs > TERMINAL_DEAD_MS,
  };

  function eventsOf(runId: number, afterSeq: number) {
    return kysely.selectFrom('terminal_event').selectAll().where('run_id', '=', runId).where('seq', '>', afterSeq).orderBy('seq');
  }
}
