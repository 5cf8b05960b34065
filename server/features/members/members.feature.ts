import { moneyLedger, scoreLedger } from '#api/contract/members/member-ledger';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { createMemberLedger } from './member-ledger.service.ts';

/** The ledgers of members beside their sections: whose entry a new one will be, and that none is ever changed. Source: wire protocol §5.10. */
export function mountMembers({ table, resources, ports }: Pick<FeatureContext, 'table' | 'resources' | 'ports'>): void {
  const ledger = createMemberLedger(ports);
  for (const [resource, calls] of [['moneyLog', moneyLedger] as const, ['scoreLog', scoreLedger] as const]) {
    if (!resources.get(resource)) continue;
    mountForAdmin(table, calls.member, async ({ userId }) => ({ user: await ledger.member(userId) }));
    mountForAdmin(table, calls.save, () => ledger.refuse());
    mountForAdmin(table, calls.remove, () => ledger.refuse());
  }
}
