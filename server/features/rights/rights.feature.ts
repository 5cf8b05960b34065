import { explainRight } from '#api/contract/rights/rights';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { createRightsExplanation } from './rights-explanation.ts';

/** Why somebody may do something or not. The sections of administrators, groups and rules have the rest. Source: wire protocol §5.3. */
export function mountRights({ table, resources, ports }: Pick<FeatureContext, 'table' | 'resources' | 'ports'>): void {
  const admins = resources.get('admin');
  if (!admins) return;
  const explain = createRightsExplanation(ports, admins);
  mountForAdmin(table, explainRight, (question, caller) => explain(question, caller));
}
