import { sql, type Transaction } from 'kysely';
import { RUN_PAGE_EVENTS } from '../../base/limits.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { DATABASE_MS } from '../../db/base/database-clock.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { throughOutage } from './through-outage.ts';

/** What the log knows of any run; a kind of runs has more columns. */
export interface LoggedRun {
  readonly id: number;
  readonly uuid: string;
  readonly status: string;
  /** The server that writes it. */
  readonly owner: string;
  /** When the owner last said that it lives, by the clock of the database; milliseconds since 1970. */
  readonly seen_at_ms: number;
  /** How long ago that was when the run was read, by the same clock. */
  readonly silent_ms: number;
  readonly stop_asked_by: string | null;
}

/** An event as it is stored, numbered from 1 without a gap. */
export interface LoggedEvent<Kind extends string = string> {
  readonly run_id: number;
  readonly seq: number;
  readonly at_ms: number;
  readonly kind: Kind;
  readonly data: string;
}

export type NewEvent<Kind extends string = string> = Pick<LoggedEvent<Kind>, 'kind' | 'data'>;

/** Two tables of the same build, of one kind of runs. */
export interface RunTables {
  readonly run: 'terminal_run' | 'chat_run';
  readonly event: 'terminal_event' | 'chat_event';
}

/** What else changes with a run's end, in its transaction. */
export type WithEnd = (trx: Transaction<Tables>) => Promise<void>;

/** How a run ends; further columns of its row are changed with it. */
export interface RunEnd {
  readonly status: string;
  readonly columns?: Readonly<Record<string, unknown>>;
  readonly also?: WithEnd;
}

/**
 * What is stored of runs. The owner alone writes a run's events, one after the other, so that whoever reads them sees no gap; once
 * somebody else has ended the run, nothing is added any more. While the database is away, what is to be written waits.
 */
export interface RunLog<Run extends LoggedRun, Kind extends string = string> {
  /** @param columns of its own kind. @returns null when the uuid was taken: this run exists already */
  create(uuid: string, columns: Readonly<Record<string, unknown>>, trx?: Transaction<Tables>): Promise<number | null>;
  /** @returns what was stored; null when the run is no longer this server's */
  append(runId: number, seq: number, event: NewEvent<Kind>): Promise<LoggedEvent<Kind> | null>;
  /** The last events together with the end. @returns null when somebody else has ended it */
  finish(runId: number, seq: number, events: readonly NewEvent<Kind>[], end: RunEnd): Promise<readonly LoggedEvent<Kind>[] | null>;
  find(uuid: string): Promise<Run | undefined>;
  read(runId: number): Promise<Run | undefined>;
  going(): Promise<readonly Run[]>;
  /** The next events, a few at a time. */
  page(runId: number, afterSeq: number): Promise<readonly LoggedEvent<Kind>[]>;
  all(runId: number): Promise<readonly LoggedEvent<Kind>[]>;
  /** Says that this server's runs go on. @returns those that somebody wants stopped */
  signOfLife(): Promise<readonly Pick<LoggedRun, 'id' | 'stop_asked_by'>[]>;
  askToStop(runId: number, name: string): Promise<void>;
  /** Ends a run whose owner is gone. @returns false when it has moved since it was read */
  interrupt(run: Pick<LoggedRun, 'id' | 'seen_at_ms'>, events: readonly NewEvent<Kind>[], also?: WithEnd): Promise<boolean>;
}

const NAME_LENGTH = 50;

/** By the database itself: what the server's clock says of it may be up to a minute old where its machine slept. */
const NOW_MS = sql<number>`(${DATABASE_MS})::bigint`;

/** @param owner the server's own name, new with each start */
export function createRunLog<Run extends LoggedRun, Kind extends string>(
  ports: Pick<ServerPorts, 'database' | 'clock'>,
  owner: string,
  tables: RunTables,
): RunLog<Run, Kind> {
  const { kysely } = ports.database;
  // What is asked for below is in the tables of every kind.
  const [runTable, eventTable] = [tables.run as 'terminal_run', tables.event as 'terminal_event'];
  const nowMs = (): number => Math.round(ports.clock.nowMs());
  const rowsOf = (runId: number, firstSeq: number, events: readonly NewEvent<Kind>[]): LoggedEvent<Kind>[] =>
    events.map(({ kind, data }, index) => ({ run_id: runId, seq: firstSeq + index, at_ms: nowMs(), kind, data }));
  // The tables differ in columns that nobody asks for here.
  const selectRuns = () =>
    kysely
      .selectFrom(runTable)
      .selectAll()
      .select(sql<number>`(${NOW_MS} - seen_at_ms)::bigint`.as('silent_ms'))
      .$castTo<Run>();
  const selectEvents = (runId: number, afterSeq: number) =>
    kysely
      .selectFrom(eventTable)
      .selectAll()
      .where('run_id', '=', runId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .$castTo<LoggedEvent<Kind>>();

  /** Whether these last words are ours, stored before the line broke: whoever ends a run for another writes at another moment. */
  async function isStored(trx: Transaction<Tables>, last: readonly LoggedEvent<Kind>[]): Promise<boolean> {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(eventTable)} as stored
      join jsonb_to_recordset(${JSON.stringify(last)}::jsonb) as one (run_id bigint, seq bigint, at_ms bigint, kind text, data text)
        on (stored.run_id, stored.seq, stored.at_ms, stored.kind, stored.data) = (one.run_id, one.seq, one.at_ms, one.kind, one.data)`.execute(
      trx,
    );
    return rows[0]?.count === last.length;
  }

  return {
    async create(uuid, columns, trx) {
      const common = { uuid, owner, seen_at_ms: NOW_MS, create_time: nowSeconds(ports) };
      const row = await (trx ?? kysely)
        .insertInto(runTable)
        .values({ ...columns, ...common } as never)
        .onConflict((conflict) => conflict.column('uuid').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },

    async append(runId, seq, { kind, data }) {
      const atMs = nowMs();
      // Nobody else writes this number: where it is there, it was stored before the line broke.
      const { rows } = await throughOutage(() =>
        sql`
        with mine as (select id from ${sql.table(runTable)} where id = ${runId} and owner = ${owner} and status = 'running'),
          kept as (insert into ${sql.table(eventTable)} (run_id, seq, at_ms, kind, data)
            select id, ${seq}::bigint, ${atMs}::bigint, ${kind}::text, ${data}::text from mine on conflict (run_id, seq) do nothing)
        select id from mine`.execute(kysely),
      );
      return rows.length === 1 ? { run_id: runId, seq, at_ms: atMs, kind, data } : null;
    },

    finish(runId, seq, events, { status, columns, also }) {
      const last = rowsOf(runId, seq, events);
      return throughOutage((isRepeated) =>
        ports.database.transaction(async (trx) => {
          const ended = await trx
            .updateTable(runTable)
            .set({ ...columns, status, end_time: nowSeconds(ports) } as never)
            .where('id', '=', runId)
            .where('owner', '=', owner)
            .where('status', '=', 'running')
            .returning('id')
            .executeTakeFirst();
          if (!ended) return isRepeated && (await isStored(trx, last)) ? last : null;
          await trx
            .insertInto(eventTable)
            .values(last as never)
            .execute();
          await also?.(trx);
          return last;
        }),
      );
    },

    find: async (uuid) => selectRuns().where('uuid', '=', uuid).executeTakeFirst(),
    read: async (runId) => selectRuns().where('id', '=', runId).executeTakeFirst(),
    going: async () => selectRuns().where('status', '=', 'running').execute(),
    page: async (runId, afterSeq) => selectEvents(runId, afterSeq).limit(RUN_PAGE_EVENTS).execute(),
    all: async (runId) => selectEvents(runId, 0).execute(),

    signOfLife: () =>
      kysely
        .updateTable(runTable)
        .set({ seen_at_ms: NOW_MS })
        .where('owner', '=', owner)
        .where('status', '=', 'running')
        .returning(['id', 'stop_asked_by'])
        .execute(),

    async askToStop(runId, name) {
      await kysely
        .updateTable(runTable)
        .set({ stop_asked_by: name.slice(0, NAME_LENGTH) })
        .where('id', '=', runId)
        .where('status', '=', 'running')
        .execute();
    },

    interrupt: (run, events, also) =>
      ports.database.transaction(async (trx) => {
        const ended = await trx
          .updateTable(runTable)
          .set({ status: 'interrupted', end_time: nowSeconds(ports) })
          .where('id', '=', run.id)
          .where('status', '=', 'running')
          .where('seen_at_ms', '=', run.seen_at_ms)
          .returning('id')
          .executeTakeFirst();
        if (!ended) return false;
        const last = await trx
          .selectFrom(eventTable)
          .select((select) => select.fn.max('seq').as('seq'))
          .where('run_id', '=', run.id)
          .executeTakeFirst();
        await trx
          .insertInto(eventTable)
          .values(rowsOf(run.id, (last?.seq ?? 0) + 1, events) as never)
          .execute();
        await also?.(trx);
        return true;
      }),
  };
}
