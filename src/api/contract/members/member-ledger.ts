import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { resourceEndpoints } from '../table/resource-endpoints.ts';
import { moneyLog } from '#sections/money-log/money-log.resource.ts';
import { scoreLog } from '#sections/score-log/score-log.resource.ts';

/** What the two ledgers of members have beside their lists. Source: wire protocol §5.10. */

const userId = z.union([z.number().check(z.int()), z.pipe(z.string().check(z.regex(/^\d{1,15}$/u)), z.transform(Number))]);

const ledgerEndpoints = (resource: Parameters<typeof resourceEndpoints>[0]) => {
  const { add, save, remove } = resourceEndpoints(resource);
  return {
    /** Whose entry it will be, with the balance as it is now. */
    member: endpoint({
      method: 'GET',
      path: add.path,
      audience: 'permitted',
      input: z.object({ userId }),
      output: z.object({ user: z.record(z.string(), z.unknown()) }),
      success: 'silent',
      summary: `The member an entry of ${resource.name} is for, and their balance.`,
    }),
    add,
    /** Both are always refused; nobody needs a right to be told. */
    save: { ...save, audience: 'signedIn' as const },
    remove: { ...remove, audience: 'signedIn' as const },
  };
};

export const moneyLedger = ledgerEndpoints(moneyLog);
export const scoreLedger = ledgerEndpoints(scoreLog);
