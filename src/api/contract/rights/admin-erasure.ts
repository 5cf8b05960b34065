import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { erasedParts } from '../session/erasure.ts';
import { accountAndOwnPassword, accountId } from '../session/sessions.ts';

/** All that is kept of an administrator, erased by another. The protocol knows none of these calls. */

export const planAdminErasure = endpoint({
  method: 'GET',
  path: '/admin/auth.Admin/personErasure',
  audience: 'super',
  input: z.object({ id: accountId }),
  output: z.object({
    ...erasedParts,
    views: z.number(),
    /** What they did stays, under the number of the account: entries of the log of operations, writes in the journal, files. */
    log: z.number(),
    writes: z.number(),
    files: z.number(),
  }),
  success: 'silent',
  summary: 'What erasing an administrator would take, and what would stay.',
});

export const eraseAdmin = endpoint({
  method: 'POST',
  path: '/admin/auth.Admin/erasePerson',
  audience: 'super',
  input: accountAndOwnPassword,
  output: z.null(),
  success: 'announced',
  summary: 'Ends the account of an administrator for good, and erases all that is kept of them; what they did stays without a name.',
});
