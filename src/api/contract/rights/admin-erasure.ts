import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { accountId } from '../session/sessions.ts';

/** All that is kept of an administrator, erased by another. The protocol knows none of these calls. */

export const planAdminErasure = endpoint({
  method: 'GET',
  path: '/admin/auth.Admin/personErasure',
  audience: 'super',
  input: z.object({ id: accountId }),
  output: z.object({
    username: z.string(),
    /** Versions of the account in the journal of changes, deletions in the recycle bin, entries of the log of watched fields. */
    versions: z.number(),
    deletions: z.number(),
    watched: z.number(),
    conversations: z.number(),
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
  /** The password is the caller's own: an unlocked desk must not be enough. */
  input: z.object({ id: accountId, password: z.string() }),
  output: z.null(),
  success: 'announced',
  summary: 'Ends the account of an administrator for good, and erases all that is kept of them; what they did stays without a name.',
});
