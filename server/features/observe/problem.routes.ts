import * as contract from '#api/contract/observe/problem';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { problemReport } from '#api/contract/resources/problem-report';
import { mount, mountFile, mountForAdmin } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { ProblemReports, ReportedJournal } from './problem-reports.service.ts';

/** Reports of problems. */
export function problemRoutes(table: RouteTable, reports: ProblemReports): void {
  mount(table, contract.reportProblem, (problem, caller) => reports.report(problem, caller));
}

/** What the section of reports has beside the calls of every resource: journals as files, and a deletion that keeps nothing. */
export function problemSectionRoutes(table: RouteTable, reports: ProblemReports): void {
  const { remove } = resourceEndpoints(problemReport);
  mountFile(table, contract.downloadProblemJournal, async ({ id }) => fileOf(await reports.journalOf(id)));
  table.remove(remove);
  mountForAdmin(table, remove, ({ ids }) => reports.remove(ids));
}

const fileOf = ({ number, entries, text }: ReportedJournal) => ({
  name: `problem-${number}.jsonl`,
  type: 'application/x-ndjson; charset=utf-8',
  rows: entries,
  body: new Blob([text]).stream(),
});
