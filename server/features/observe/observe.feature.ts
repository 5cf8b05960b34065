import * as contract from '#api/contract/observe/problem';
import { cancelJob, makeBackup, readSystem, retryJob } from '#api/contract/observe/system';
import { mount, mountFile, mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import type { SessionService } from '../session/session.service.ts';
import { createSystem } from './system.service.ts';
import { createProblemReports, type ReportedJournal } from './problem-reports.service.ts';

type Context = Pick<FeatureContext, 'table' | 'resources' | 'ports' | 'guesses'> & { readonly sessions: Pick<SessionService, 'identify'> };

/** Reports of problems: anybody sends them, and whoever sees the section of them takes their journals as files. And how the installation is. */
export function mountObserve({ table, resources, ports, guesses, sessions }: Context): void {
  const reports = createProblemReports(ports, sessions, guesses);
  mount(table, contract.reportProblem, (problem, caller) => reports.report(problem, caller));
  const system = createSystem(ports);
  mountForAdmin(table, readSystem, () => system.read());
  mountForAdmin(table, retryJob, async ({ id }) => {
    await system.retry(id);
    return {};
  });
  mountForAdmin(table, cancelJob, async ({ id }, caller) => {
    await system.cancel(id, caller);
    return {};
  });
  mountForAdmin(table, makeBackup, async () => {
    await system.makeBackup();
    return {};
  });
  if (resources.get('problemReport'))
    mountFile(table, contract.downloadProblemJournal, async ({ id }) => fileOf(await reports.journalOf(id)));
}

const fileOf = ({ number, entries, text }: ReportedJournal) => ({
  name: `problem-${number}.jsonl`,
  type: 'application/x-ndjson; charset=utf-8',
  rows: entries,
  body: new Blob([text]).stream(),
});
