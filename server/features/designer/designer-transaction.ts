import { sql, type Transaction } from 'kysely';
import { FailureError, rejection } from '#domain/base/failure';
import type { AdminCaller } from '../../base/caller.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { isRefusal } from '../../db/base/database-error.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { PlanStopped } from './run-steps.ts';

/** Held by whoever changes a section: two that publish at once wait for each other. */
const DESIGNER_LOCK = 4_018_003;
const LOCK_WAIT = '2s';
const REHEARSAL_LIMIT = '10s';
/** Above, the embedded database only counts: it can do nothing else meanwhile. */
const REHEARSED_ROWS = 200_000;

type Ports = Pick<ServerPorts, 'database'>;
type Trx = Transaction<Tables>;

class Undone extends Error {}

/** Whatever the work does is taken back. */
export async function inRolledBack(ports: Ports, work: (trx: Trx) => Promise<void>): Promise<void> {
  const { database } = ports;
  try {
    await database.withoutTimeout(async (trx) => {
      await setLimits(trx, REHEARSAL_LIMIT);
      await work(trx);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw inWords(error);
  }
}

/**
 * One change of a section, which every process hears of. It can take long: whether its administrator is still signed in is asked again at its end.
 * @throws SessionEnded
 */
export async function changing<T>({ database }: Ports, caller: AdminCaller, work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await database.withoutTimeout(async (trx) => {
      await setLimits(trx, '0');
      await requireSession(trx, caller, true);
      const result = await work(trx);
      await sql`update section_clock set counter = counter + 1`.execute(trx);
      await requireSession(trx, caller);
      return result;
    });
  } catch (error) {
    throw inWords(error);
  }
}

async function setLimits(trx: Trx, statement: string): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(trx);
  await sql`set local statement_timeout = ${sql.lit(statement)}`.execute(trx);
  await sql`select pg_advisory_xact_lock(${sql.lit(DESIGNER_LOCK)})`.execute(trx);
}

function inWords(error: unknown): unknown {
  if (error instanceof FailureError || error instanceof FieldsRefused) return error;
  if (error instanceof PlanStopped)
    return rejection('refusals.designer.stopped', { count: error.count.stopping, subject: error.step.subject });
  if (isRefusal(error, 'locked')) return rejection('refusals.designer.locked');
  return error;
}

/** Whether there are few enough rows to try the plan on them. */
export async function isRehearsable({ database }: Ports, name: string): Promise<boolean> {
  if (database.kind === 'postgresql') return true;
  const section = await database.kysely.selectFrom('section').select('table_name').where('name', '=', name).executeTakeFirst();
  if (!section?.table_name) return true;
  const { rows } = await sql<{
    rows: number;
  }>`select count(*)::int as rows from (select from ${sql.table(section.table_name)} limit ${REHEARSED_ROWS + 1}) as first_rows`.execute(
    database.kysely,
  );
  return (rows[0]?.rows ?? 0) <= REHEARSED_ROWS;
}
