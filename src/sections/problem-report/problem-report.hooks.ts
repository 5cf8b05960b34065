import { sectionHooks } from '#server/features/base/section-hooks';
import { removeReports } from '#server/features/observe/problem-reports.service';
import { problemReport } from './problem-report.resource.ts';

/** What a report said is kept nowhere else once it is deleted: the engine would write it into the journal of changes. */
export const problemReportHooks = sectionHooks(problemReport, ({ ports }) => ({
  remove: ({ ids }, caller) => removeReports(ports, ids, caller),
}));
