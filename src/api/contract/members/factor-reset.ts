import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { accountAndOwnPassword, accountId } from '../session/sessions.ts';

/** A member's second factor as administrators see it, who help whoever has lost it. The protocol knows none of these calls. */

const right = 'resetTwoFactor';

export const readFactorOfMember = endpoint({
  method: 'GET',
  path: '/admin/user.User/twoFactor',
  audience: 'permitted',
  right,
  input: z.object({ id: accountId }),
  /** Since when, in Unix seconds; null while it is off. */
  output: z.object({ is_on: z.boolean(), since: z.nullable(z.number()) }),
  success: 'silent',
  summary: 'Whether the sign-in of a member asks for a second factor.',
});

export const resetFactorOfMember = endpoint({
  method: 'POST',
  path: '/admin/user.User/resetTwoFactor',
  audience: 'permitted',
  input: accountAndOwnPassword,
  output: z.null(),
  success: 'announced',
  summary: "Removes a member's second factor with its recovery codes, when they have lost it; the member is told, and no session ends.",
});
