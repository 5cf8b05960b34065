import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { erasedParts } from '../session/erasure.ts';
import { accountAndOwnPassword, accountId } from '../session/sessions.ts';

/** All that is kept of a member, erased by an administrator. The protocol knows none of these calls. */

export const planPersonErasure = endpoint({
  method: 'GET',
  path: '/admin/user.User/personErasure',
  audience: 'super',
  input: z.object({ id: accountId }),
  output: z.object({
    ...erasedParts,
    files: z.number(),
    /** Entries of the ledgers, which stay under the number of the account. */
    ledger: z.number(),
  }),
  success: 'silent',
  summary: 'What erasing a member would take, and what would stay.',
});

export const erasePerson = endpoint({
  method: 'POST',
  path: '/admin/user.User/erasePerson',
  audience: 'super',
  input: accountAndOwnPassword,
  output: z.null(),
  success: 'announced',
  summary: 'Ends the account of a member for good, and erases all that is kept of them but ledgers without a name.',
});
