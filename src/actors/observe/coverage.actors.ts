import { fromPromise } from 'xstate';
import { PATH_REPORT_FORMAT, type PathReport } from '#domain/observe/path-report';
import { coverageMachine } from '#machines/observe/coverage.machine';
import { pathWalkMachine } from '#machines/observe/path-walk.machine';
import type { PathBench } from './coverage-worker.ts';

/** Where the report lies that the tests have written; only servers for who develops and tests have it. */
const REPORT_PATH = '/coverage/paths.json';

/** The file as it is; null where there is none. */
type FetchReport = (signal: AbortSignal) => Promise<unknown>;

export const fetchReport: FetchReport = async (signal) => {
  // Whoever takes a page as well is given one for a file that is not there.
  const response = await fetch(REPORT_PATH, { signal, cache: 'no-store', headers: { accept: 'application/json' } });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`the report is answered with ${response.status}`);
  return response.json();
};

export interface CoveragePorts {
  readonly fetchReport: FetchReport;
  readonly bench: PathBench;
  /** The report, once it is there: half a megabyte that neither events nor a journal have to carry. */
  readonly keep: (report: PathReport) => void;
}

/** A report of an older make is as good as none. */
const isReport = (file: unknown): file is PathReport =>
  typeof file === 'object' && file !== null && (file as Partial<PathReport>).format === PATH_REPORT_FORMAT;

export function coverageLogic({ fetchReport, bench, keep }: CoveragePorts): typeof coverageMachine {
  return coverageMachine.provide({
    actors: {
      readReport: fromPromise(async ({ signal }) => {
        const file = await fetchReport(signal);
        if (!isReport(file)) return false;
        keep(file);
        return true;
      }),
      openMachine: fromPromise(({ input: { path, id } }) => bench.open(path, id)),
      pathWalk: pathWalkMachine.provide({
        actors: { walkPath: fromPromise(({ input: { path, id, walk } }) => bench.walk(path, id, walk)) },
      }),
    },
  });
}
