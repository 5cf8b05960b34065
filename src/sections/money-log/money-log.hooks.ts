import { sectionHooks } from '#server/features/base/section-hooks';
import { createMemberLedger } from '#server/features/members/member-ledger.service';
import { moneyLog } from './money-log.resource.ts';

/** An entry of the money ledger comes into being with the balance. Source: wire protocol §5.10. */
export const moneyLogHooks = sectionHooks(moneyLog, ({ ports }) => {
  const ledger = createMemberLedger(ports);
  return { add: (row, caller) => ledger.add('money', row, caller) };
});
