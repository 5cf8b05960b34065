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
  /** Rows whose value comes back from a column that waits. */
  readonly returned: number;
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

/** The table is not as the plan takes it to be: what a step speaks of is not there, or there already. */
export class PlanUnfit extends Error {
  readonly step: Step;
  constructor(step: Step, options?: ErrorOptions) {
    super(`the table is not as ${step.id} takes it to be`, options);
    this.step = step;
  }
}

interface Options {
  /** The table before the plan and after it. */
  readonly tables: readonly [before: string, after: string];
  /** Whether rows that stop a step stop the plan; a rehearsal goes on as far as it comes. */
  readonly onStop: 'throw' | 'leaveOut';
  readonly counts?: boolean;
  /** Called before each statement. */
  readonly hurry?: () => Promise<void>;
  /** Told of each step that rows are counted for, as soon as it is known. */
  readonly found?: (count: StepCount) => void;
  readonly beforeStep?: BeforeStep;
}

/** Called just before each step, on the table as the step finds it. @param table the name that it has by then */
export type BeforeStep = (step: Step, table: string) => Promise<void>;

/**
 * Runs the steps of a plan in a transaction, and counts before each what it means.
 * @throws PlanStopped naming the step that rows stand against; PlanUnfit where the table is another; whatever the database says else
 */
export async function runSteps(
  trx: Kysely<Tables>,
  steps: readonly Step[],
  { tables, onStop, counts = true, hurry = () => Promise.resolve(), found, beforeStep }: Options,
): Promise<readonly StepCount[]> {
  const all: StepCount[] = [];
  const missing = new Set<string>();
  const run = async <Row>(statement: string): Promise<readonly Row[]> => {
    await hurry();
    return (await sql.raw<Row>(statement).execute(trx)).rows;
  };
  const take = async (step: Step): Promise<StepCount> => {
    const table = AT_FIRST.has(step.kind) ? tables[0] : tables[1];
    const count = await counted(run, table, step, counts);
    if (count.stopping > 0) throw new PlanStopped(step, count);
    if (beforeStep) {
      await hurry();
      await beforeStep(step, table);
    }
    await done(run, step, count);
    return count;
  };
  const note = (count: StepCount): void => {
    all.push(count);
    found?.(count);
  };
  for (const step of steps) {
    // It speaks of a column that is not as it is to be, since the step before was left out: there is nothing to try.
    if (columnsIn(step).some((column) => missing.has(column))) continue;
    if (onStop === 'throw') {
      const count = await take(step);
      if (isCounted(step)) note(count);
      continue;
    }
    await sql`savepoint step`.execute(trx);
    try {
      const count = await take(step);
      if (isCounted(step)) note(count);
    } catch (error) {
      if (!(error instanceof PlanStopped || (error instanceof PlanUnfit && missing.size > 0))) throw error;
      await sql`rollback to savepoint step`.execute(trx);
      if (error instanceof PlanStopped) note(error.count);
      if (MAKES_COLUMN.has(step.kind)) missing.add(step.subject);
    }
  }
  return all;
}

/** They come before the table has its new name. */
const AT_FIRST: ReadonlySet<StepKind> = new Set(['settle', 'renameTable', 'dropTable']);

const isCounted = ({ concerns, returns, stops }: Step): boolean => (concerns ?? returns ?? stops) !== undefined;

/** After these a column is there, or is of another type. */
const MAKES_COLUMN: ReadonlySet<StepKind> = new Set(['addColumn', 'bringBack', 'changeType']);

const columnsIn = ({ subject }: Step): readonly string[] => subject.split(', ');

/** Class 22 and 23: a value that the new column or a rule of the table does not take. */
const isValueRefused = (error: unknown): boolean => /^2[23]/u.test(databaseErrorFields(error).code ?? '');

/** A column, table or other object that is not there, or is there already. */
const UNFIT = new Set(['42703', '42P01', '42704', '42701', '42P07', '42710', '42P16']);
const isUnfit = (error: unknown): boolean => UNFIT.has(databaseErrorFields(error).code ?? '');

type Run = <Row>(statement: string) => Promise<readonly Row[]>;

async function done(run: Run, step: Step, count: StepCount): Promise<void> {
  try {
    for (const statement of step.sql) await run(statement);
  } catch (error) {
    if (isUnfit(error)) throw new PlanUnfit(step, { cause: error });
    if (!isValueRefused(error)) throw error;
    throw new PlanStopped(step, { ...count, stopping: Math.max(1, count.rows ?? 0) }, { cause: error });
  }
}

async function counted(run: Run, table: string, step: Step, counts: boolean): Promise<StepCount> {
  const { id, concerns, converts, returns, stops } = step;
  const isOfRows = counts && (concerns ?? returns) !== undefined;
  if (!isOfRows && stops === undefined) return { id, rows: null, converted: 0, returned: 0, stopping: 0, examples: [] };
  const count = async (condition: string | undefined): Promise<number> =>
    condition === undefined ? 0 : ((await run<{ rows: number }>(countSql(table, condition)))[0]?.rows ?? 0);
  try {
    const rows = concerns === undefined ? null : await count(concerns);
    const examples = concerns !== undefined && rows ? (await run<{ id: number }>(examplesSql(table, concerns))).map((row) => row.id) : [];
    const [converted, returned] = [await count(converts), await count(counts ? returns : undefined)];
    return { id, rows, converted, returned, stopping: stops === concerns ? (rows ?? 0) : await count(stops), examples };
  } catch (error) {
    if (isUnfit(error)) throw new PlanUnfit(step, { cause: error });
    throw error;
  }
}

/** Takes the steps of a plan back, from the last to the first. */
export async function rollBackSteps(trx: Kysely<Tables>, steps: readonly Step[]): Promise<void> {
  for (const { inverse } of steps.toReversed()) for (const statement of inverse) await sql.raw(statement).execute(trx);
}
