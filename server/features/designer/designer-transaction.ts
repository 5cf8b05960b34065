import { sql, type Transaction } from 'kysely';
import { FailureError, rejection } from '#domain/base/failure';
import type { AdminCaller } from '../../base/caller.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { STATEMENT_TIMEOUT_MS } from '../../db/base/database.ts';
import { databaseErrorFields, isRefusal } from '../../db/base/database-error.ts';
import { rehearse } from '../../db/base/rehearse.ts';
import { countSections } from '../../db/sections/section-clock.ts';
import { countRows, readStandingTables } from '../../db/sections/standing-tables.ts';
import type { SectionDraft } from '../../db/tables/designer-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { type Keeping, keepingSurroundings } from './keep-surroundings.ts';
import type { LiveSections } from './live-sections.ts';
import { PlanStopped, PlanUnfit } from './run-steps.ts';

/** Held by whoever changes a section: two that publish at once wait for each other. */
const DESIGNER_LOCK = 4_018_003;
const LOCK_WAIT = '2s';
/** How long trying a plan may take, all of it: others wait for the table, and for the embedded database whole. */
const REHEARSAL_MS = { postgresql: 10_000, embedded: STATEMENT_TIMEOUT_MS } as const;
/** Above, the embedded database only counts: it can do nothing else meanwhile. */
const REHEARSED_ROWS = 200_000;

type Ports = Pick<ServerPorts, 'database'>;

export interface DesignerPorts extends Pick<ServerPorts, 'database' | 'clock'> {
  /**
   * What runs in this process, which is judged by: another process, or a call beside this one, may have published while it waited for its
   * turn. Left out in what is a part of a larger change, which has seen to it.
   */
  readonly running?: Pick<LiveSections, 'syncIn'>;
  /** Of the trial that this is a part of: all of it has one time. */
  readonly hurry?: Hurry;
}
type Trx = Transaction<Tables>;

class OutOfTime extends Error {}

/** Called before each statement of a rehearsal: leaves it the time that all of it has left. @throws where there is none */
export type Hurry = () => Promise<void>;

/**
 * Whatever the work does is taken back. It has one time for everything that it does after it has called the first time for hurry; the
 * thread of the embedded database ends a single statement that takes too long.
 * @param allMs that time
 * @returns whether the work came to its end in time
 */
export async function inRolledBack(
  ports: DesignerPorts,
  work: (trx: Trx, hurry: Hurry) => Promise<void>,
  allMs: number = REHEARSAL_MS[ports.database.kind],
): Promise<boolean> {
  const { database, clock, running } = ports;
  let isHurried = false;
  try {
    // Without a time limit the thread of the embedded database would be held for as long as a statement takes.
    const open = (all: (trx: Trx) => Promise<never>): Promise<never> =>
      database.kind === 'embedded' ? database.transaction(all) : database.withoutTimeout(all);
    await rehearse(open, async (trx) => {
      await setLimits(trx, allMs);
      await running?.syncIn(trx);
      const endMs = clock.nowMs() + allMs;
      await work(trx, async () => {
        isHurried = true;
        const leftMs = endMs - clock.nowMs();
        if (leftMs <= 0) throw new OutOfTime();
        await sql`set local statement_timeout = ${sql.lit(Math.min(leftMs, allMs))}`.execute(trx);
      });
    });
    return true;
  } catch (error) {
    if (error instanceof OutOfTime || (isHurried && isRefusal(error, 'timeout'))) return false;
    throw inWords(error);
  }
}

/**
 * One change of a section, which every process hears of. It can take long: whether its administrator is still signed in is asked again at its end.
 * @param source as which the journal keeps what it writes beside tables of sections; null where it is a part of a larger change that does so
 * @throws SessionEnded
 */
export async function changing<T>(
  ports: DesignerPorts,
  caller: AdminCaller,
  source: Keeping['source'] | null,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  try {
    return await ports.database.withoutTimeout(async (trx) => {
      await setLimits(trx, 0);
      await ports.hurry?.();
      await ports.running?.syncIn(trx);
      await requireSession(trx, caller, ports, true);
      const keeping = source && { caller, source, nowSeconds: nowSeconds(ports) };
      const result = await (keeping ? keepingSurroundings(trx, keeping, () => work(trx)) : work(trx));
      await countSections(trx);
      await requireSession(trx, caller, ports);
      return result;
    });
  } catch (error) {
    throw inWords(error);
  }
}

/** Whether somebody changes a section at this moment, in any process. */
export async function isBeingChanged({ database }: Ports): Promise<boolean> {
  return database.transaction(async (trx) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(DESIGNER_LOCK)}) as free`.execute(trx);
    return rows[0]?.free !== true;
  });
}

async function setLimits(trx: Trx, statementMs: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(trx);
  await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(trx);
  await sql`select pg_advisory_xact_lock(${sql.lit(DESIGNER_LOCK)})`.execute(trx);
}

/** Something depends on what is to change, or stands under a name that is needed: both only the database knows. */
const IN_THE_WAY: ReadonlySet<string> = new Set(['0A000', '2BP01', '42701', '42710', '42P07', '42P16', '42804']);

/** Records that the new table does not take, outside a step that counts them: the message names the table and what it wants. */
const REFUSES_VALUES = /^2[23]/u;

function inWords(error: unknown): unknown {
  if (error instanceof FailureError || error instanceof FieldsRefused) return error;
  if (error instanceof PlanStopped)
    return rejection('refusals.designer.stopped', {
      count: error.count.stopping,
      subject: error.step.subject,
      ids: error.count.examples.join(', '),
    });
  if (error instanceof PlanUnfit) return rejection('refusals.designer.unfit', { subject: error.step.subject });
  if (isRefusal(error, 'locked')) return rejection('refusals.designer.locked');
  const { code, message } = databaseErrorFields(error);
  if (code !== undefined && (IN_THE_WAY.has(code) || REFUSES_VALUES.test(code)))
    return rejection('refusals.designer.inTheWay', { reason: message.slice(0, 300) });
  return error;
}

/** Whether there are few enough rows to try the plan on them. */
export async function isRehearsable({ database }: Ports, name: string, drawn?: SectionDraft): Promise<boolean> {
  if (database.kind === 'postgresql') return true;
  const section = await database.kysely.selectFrom('section').select(['table_name', 'draft']).where('name', '=', name).executeTakeFirst();
  const table = section?.table_name ?? (drawn ?? section?.draft)?.design.declaration.table;
  // Somebody may have taken it away by hand, which the plan tells.
  if (table === undefined || (await readStandingTables(database.kysely, [table])).length === 0) return true;
  return (await countRows(database.kysely, table, REHEARSED_ROWS + 1)) <= REHEARSED_ROWS;
}
