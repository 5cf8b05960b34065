import * as contract from '#api/contract/problem';
import { mount } from '../http/mount.ts';
import type { RouteTable } from '../http/route-table.ts';
import type { ProblemReports } from '../services/problem-reports.service.ts';

/** Reports of problems. */
export function problemRoutes(table: RouteTable, reports: ProblemReports): void {
  mount(table, contract.reportProblem, (problem, caller) => reports.report(problem, caller));
}
