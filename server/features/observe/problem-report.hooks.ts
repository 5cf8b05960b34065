import type { problemReport } from '#api/contract/resources/problem-report';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ResourceHooks } from '../../resources/base/hooks.ts';
import { removeReports } from './problem-reports.service.ts';

/** What a report said is kept nowhere else once it is deleted: the engine would write it into the record of changes. */
export const problemReportHooks = (ports: Pick<ServerPorts, 'database'>): ResourceHooks<(typeof problemReport)['fields']> => ({
  remove: ({ ids }) => removeReports(ports, ids),
});
