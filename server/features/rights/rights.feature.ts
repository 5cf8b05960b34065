import { eraseAdmin, planAdminErasure } from '#api/contract/rights/admin-erasure';
import { explainRight } from '#api/contract/rights/rights';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { eraseChats } from '../chat/own-data/erase-chats.ts';
import { handleTraces } from '../base/traces/erase-traces.ts';
import { adminTraces } from './erasure/admin-traces.ts';
import { createAdminErasure } from './erasure/admin-erasure.service.ts';
import { ruleTitles } from './designed-titles.ts';
import { createRightsExplanation } from './rights-explanation.ts';

/** Why somebody may do something or not, and the end of who did. The sections of administrators, groups and rules have the rest. Source: wire protocol §5.3. */
export function mountRights({ table, resources, ports, guesses, securityLog }: FeatureContext): void {
  const admins = resources.get('admin');
  if (!admins) return;
  const explain = createRightsExplanation(
    ports,
    admins,
    ruleTitles(() => resources.all().map(({ resource }) => resource), ports.messages),
  );
  mountForAdmin(table, explainRight, (question, caller) => explain(question, caller));
  const erasure = createAdminErasure(
    { ...ports, guesses, eraseChats: (trx, adminId, done) => eraseChats(ports, trx, 'admin', [adminId], done) },
    securityLog,
  );
  handleTraces(ports, adminTraces(ports.messages));
  mountForAdmin(table, planAdminErasure, ({ id }, caller) => erasure.plan(id, caller));
  mountForAdmin(table, eraseAdmin, async ({ id, password }, caller) => {
    await erasure.erase(id, password, caller);
    return null;
  });
}
