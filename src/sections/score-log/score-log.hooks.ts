import { sectionHooks } from '#server/features/base/section-hooks';
import { createMemberLedger } from '#server/features/members/member-ledger.service';
import { scoreLog } from './score-log.resource.ts';

/** An entry of the score ledger comes into being with the balance. Source: wire protocol §5.10. */
export const scoreLogHooks = sectionHooks(scoreLog, ({ ports }) => {
  const ledger = createMemberLedger(ports);
  return { add: (row, caller) => ledger.add('score', row, caller) };
});
