import { readLifeReport, readLifeWaiting } from '#api/contract/changes/life-figures';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { reportOn } from './life-report.ts';
import { waitingIn } from './life-waiting.ts';

/** What lives tell of all records together: what waits, and how long it did. */
export function mountLifeFigures({ table, resources, ports }: Pick<FeatureContext, 'table' | 'resources' | 'ports'>): void {
  mountForAdmin(table, readLifeWaiting, (_, caller) => waitingIn(ports, resources, caller));
  mountForAdmin(table, readLifeReport, (wish, caller) => reportOn(ports, resources, wish, caller));
}
