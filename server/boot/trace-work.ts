import type { JobsOptions } from '../db/jobs/boss-jobs.ts';
import type { ServerPorts } from '../ports/ports.ts';
import type { Tracing } from '../ports/tracing-port.ts';

/** Each attempt at a job is a span of its own, with the statements that it asks for below it. */
export const tracedJobs = (tracing: Tracing | undefined): Pick<JobsOptions, 'around'> =>
  tracing
    ? {
        around: ({ kind, attempt }, work) =>
          tracing.within({ name: `job ${kind}`, kind: 'job', facts: { 'troupe.job.kind': kind, 'troupe.job.attempt': attempt } }, work),
      }
    : {};

/** Statements stand below the call or the job that asked for them. */
export function traceStatements({ database, tracing }: Pick<ServerPorts, 'database' | 'tracing'>): void {
  if (tracing) database.statements.listen((statement) => tracing.statementEnded(statement));
}
