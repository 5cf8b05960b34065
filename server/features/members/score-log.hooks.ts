import type { scoreLog } from '#api/contract/resources/score-log';
import type { ResourceHooks } from '../../resources/base/hooks.ts';
import type { MemberLedgerService } from './member-ledger.service.ts';

/** An entry of the score ledger comes into being with the balance. Source: wire protocol §5.10. */
export const scoreLogHooks = ({ add }: Pick<MemberLedgerService, 'add'>): ResourceHooks<(typeof scoreLog)['fields']> => ({
  add: (row, caller) => add('score', row, caller),
});
