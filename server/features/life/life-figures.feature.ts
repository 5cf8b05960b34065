import { readLifeReport, readLifeWaiting } from '#api/contract/changes/life-figures';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { reportOn } from './life-report.ts';
import { waitingIn } from './life-waiting.ts';
import { createRequests } from './requests.service.ts';

/** What lives tell of all records together: what waits, and how long it did. */
export function mountLifeFigures({
  table,
  resources,
  ports,
  securityLog,
}: Pick<FeatureContext, 'table' | 'resources' | 'ports' | 'securityLog'>): void {
  const requests = createRequests(ports, resources, securityLog);
  mountForAdmin(table, readLifeWaiting, async (_, caller) => ({
    ...(await waitingIn(ports, resources, caller)),
    requests: await requests.count(caller),
  }));
  mountForAdmin(table, readLifeReport, (wish, caller) => reportOn(ports, resources, wish, caller));
}
