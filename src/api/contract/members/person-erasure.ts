import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { accountId } from '../session/sessions.ts';

/** All that is kept of a member, erased by an administrator. The protocol knows none of these calls. */

export const planPersonErasure = endpoint({
  method: 'GET',
  path: '/admin/user.User/personErasure',
  audience: 'super',
  input: z.object({ id: accountId }),
  output: z.object({
    username: z.string(),
    /** Versions of the account in the journal of changes, deletions in the recycle bin, entries of the log of watched fields. */
    versions: z.number(),
    deletions: z.number(),
    watched: z.number(),
    files: z.number(),
    conversations: z.number(),
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
  /** The password is the caller's own: an unlocked desk must not be enough. */
  input: z.object({ id: accountId, password: z.string() }),
  output: z.null(),
  success: 'announced',
  summary: 'Ends the account of a member for good, and erases all that is kept of them but ledgers without a name.',
});
