import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Logger } from '../base/logger.ts';
import type { MeasuredFigure, Metrics } from '../ports/metrics-port.ts';

const CALL_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5];
/** So many are counted together: to find what is counted by its labels costs less right after another than between all that a call does. */
const GATHERED = 200;
const STATEMENT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

/** Measures in the memory of this process; with the process itself, its memory, its pauses and what it collects. */
export function createPrometheus(logger: Pick<Logger, 'warn'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: 'troupe_calls_total',
    help: 'Calls and pages that were answered.',
    labelNames: ['route', 'status'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'troupe_call_seconds',
    help: 'Until the answer began, in seconds.',
    labelNames: ['route'],
    buckets: CALL_SECONDS,
    registers,
  });
  const statements = new Counter({
    name: 'troupe_statements_total',
    help: 'Statements to the database.',
    labelNames: ['outcome'],
    registers,
  });
  const statementSeconds = new Histogram({
    name: 'troupe_statement_seconds',
    help: 'Of each statement, with its waiting, in seconds.',
    buckets: STATEMENT_SECONDS,
    registers,
  });
  const gathered: (() => void)[] = [];
  const countGathered = (): void => gathered.splice(0).forEach((count) => count());
  function gather(count: () => void): void {
    gathered.push(count);
    if (gathered.length >= GATHERED) countGathered();
  }
  return {
    answered({ route, status, seconds }) {
      gather(() => {
        calls.inc({ route, status });
        callSeconds.observe({ route }, seconds);
      });
    },
    statementEnded({ seconds, hasFailed }) {
      gather(() => {
        statements.inc({ outcome: hasFailed ? 'failed' : 'done' });
        statementSeconds.observe(seconds);
      });
    },
    figure(name, help, labelNames, read) {
      const gauge: Gauge = new Gauge({
        name: `troupe_${name}`,
        help,
        labelNames,
        registers,
        async collect() {
          gauge.reset();
          const figures = await read().catch((error: unknown): readonly MeasuredFigure[] => {
            logger.warn('metrics.figureFailed', { figure: name, error });
            return [];
          });
          // After a reset, a figure without labels would be 0: what is not known is left out.
          if (figures.length === 0 && labelNames.length === 0) gauge.remove();
          for (const { of, value } of figures) gauge.set({ ...of }, value);
        },
      });
    },
    async read() {
      countGathered();
      return { text: await registry.metrics(), type: registry.contentType };
    },
  };
}
