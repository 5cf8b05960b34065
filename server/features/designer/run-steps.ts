import { sql, type Kysely } from 'kysely';
import { countSql, examplesSql, type Step, type StepKind } from '#domain/designer/plan-step';
import { databaseErrorFields } from '../../db/base/database-error.ts';
import type { Tables } from '../../db/tables/tables.ts';

/** What a step was found to mean for the rows that are there. */
export interface StepCount {
  readonly id: string;
  /** Rows that the step speaks of; null where it speaks of none in particular. */
  readonly rows: number | null;
  /** Rows whose value reads otherwise afterwards. */
  readonly converted: number;
  /** Rows that stop it. */
  readonly stopping: number;
  /** The first of the rows that it speaks of. */
  readonly examples: readonly number[];
}

/** The plan does not go through as it was chosen: rows stand against a step. */
export class PlanStopped extends Error {
  readonly step: Step;
  readonly count: StepCount;
  constructor(step: Step, count: StepCount, options?: ErrorOptions) {
    super(`${count.stopping} rows stand against ${step.id}`, options);
    this.step = step;
    this.count = count;
  }
}

interface Options {
  /** The table before the plan and after it. */
  readonly tables: readonly [before: string, after: string];
  /** Whether rows that stop a step stop the plan; a rehearsal goes on as far as it comes. */
  readonly onStop: 'throw' | 'leaveOut';
  readonly counts?: boolean;
}

/**
 * Runs the steps of a plan in a transaction, and counts before each what it means.
 * @throws PlanStopped naming the step that rows stand against; whatever the database says else
 */
export async function runSteps(
  trx: Kysely<Tables>,
  steps: readonly Step[],
  { tables, onStop, counts = true }: Options,
): Promise<readonly StepCount[]> {
  const found: StepCount[] = [];
  const missing = new Set<string>();
  for (const step of steps) {
    // It speaks of a column that is not as it is to be, since the step before was left out: there is nothing to try.
    if (columnsOf(step).some((column) => missing.has(column))) continue;
    const table = step.kind === 'renameTable' || step.kind === 'dropTable' ? tables[0] : tables[1];
    const count = await countStep(trx, table, step, counts);
    const stopped = count.stopping > 0 ? new PlanStopped(step, count) : await runStep(trx, step, count, onStop === 'leaveOut');
    if (stopped && onStop === 'throw') throw stopped;
    if (stopped && MAKES_COLUMN.has(step.kind)) missing.add(step.subject);
    if (stopped) found.push(stopped.count);
    else if (step.concerns !== undefined || step.stops !== undefined) found.push(count);
  }
  return found;
}

/** After these a column is there, or is of another type. */
const MAKES_COLUMN: ReadonlySet<StepKind> = new Set(['addColumn', 'bringBack', 'changeType']);

const columnsOf = ({ subject }: Step): readonly string[] => subject.split(', ');

/** Class 22 and 23: a value that the new column or a rule of the table does not take. */
const isValueRefused = (error: unknown): boolean => /^2[23]/u.test(databaseErrorFields(error).code ?? '');

/** @param goesOn whether the transaction is used further where the database refuses the step's values */
async function runStep(trx: Kysely<Tables>, step: Step, count: StepCount, goesOn: boolean): Promise<PlanStopped | null> {
  if (goesOn) await sql`savepoint step`.execute(trx);
  try {
    for (const statement of step.sql) await sql.raw(statement).execute(trx);
    return null;
  } catch (error) {
    if (!isValueRefused(error)) throw error;
    if (goesOn) await sql`rollback to savepoint step`.execute(trx);
    return new PlanStopped(step, { ...count, stopping: Math.max(1, count.rows ?? 0) }, { cause: error });
  }
}

async function countStep(trx: Kysely<Tables>, table: string, step: Step, counts: boolean): Promise<StepCount> {
  const { id, concerns, converts, stops } = step;
  if ((!counts || concerns === undefined) && stops === undefined) return { id, rows: null, converted: 0, stopping: 0, examples: [] };
  const count = async (condition: string | undefined): Promise<number> => {
    if (condition === undefined) return 0;
    const { rows } = await sql.raw<{ rows: number }>(countSql(table, condition)).execute(trx);
    return rows[0]?.rows ?? 0;
  };
  const rows = concerns === undefined ? null : await count(concerns);
  const examples =
    concerns !== undefined && rows
      ? (await sql.raw<{ id: number }>(examplesSql(table, concerns)).execute(trx)).rows.map((row) => row.id)
      : [];
  return { id, rows, converted: await count(converts), stopping: stops === concerns ? (rows ?? 0) : await count(stops), examples };
}

/** Takes the steps of a plan back, from the last to the first. */
export async function takeBack(trx: Kysely<Tables>, steps: readonly Step[]): Promise<void> {
  for (const { inverse } of steps.toReversed()) for (const statement of inverse) await sql.raw(statement).execute(trx);
}
