import type { moneyLog } from '#api/contract/resources/money-log';
import type { ResourceHooks } from '../../resources/base/hooks.ts';
import type { MemberLedgerService } from './member-ledger.service.ts';

/** An entry of the money ledger comes into being with the balance. Source: wire protocol §5.10. */
export const moneyLogHooks = ({ add }: Pick<MemberLedgerService, 'add'>): ResourceHooks<(typeof moneyLog)['fields']> => ({
  add: (row, caller) => add('money', row, caller),
});
