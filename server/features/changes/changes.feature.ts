import * as contract from '#api/contract/changes/change';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { createHistory } from './history.service.ts';
import { createPlans } from './plans.service.ts';

type Context = Pick<FeatureContext, 'table' | 'resources' | 'ports' | 'securityLog'>;

/** The journal of changes: what is in it, and the way back. */
export function mountChanges({ table, resources, ports, securityLog }: Context): void {
  const history = createHistory(ports, resources, securityLog);
  const plans = createPlans(ports, resources, securityLog);
  mountForAdmin(table, contract.changeSetInfo, (query, caller) => history.info(query, caller));
  mountForAdmin(table, contract.recordHistory, (query, caller) => history.ofRecord(query, caller));
  mountForAdmin(table, contract.planChanges, (wish, caller) => plans.plan(wish, caller));
  mountForAdmin(table, contract.applyChanges, (wish, caller) => plans.apply(wish, caller));
  mountForAdmin(table, contract.planErasure, (query) => history.erasure(query));
  mountForAdmin(table, contract.eraseChanges, (wish, caller) => history.erase(wish, caller));
}
