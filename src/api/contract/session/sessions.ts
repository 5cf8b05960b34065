import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';

/** Where an account is signed in, and the ways to end it there. The protocol knows none of these calls. Source: security.md rules 2, 4. */

/** One sign-in with all tokens that came from it. */
const session = z.object({
  id: z.string(),
  ip: z.string(),
  useragent: z.string(),
  /** When the sign-in happened. Unix seconds, like the next. */
  create_time: z.number(),
  /** When it was last used, to the minute. */
  seen_time: z.number(),
  /** The one that asks. */
  is_current: z.boolean(),
});

const sessionId = z.string().check(z.minLength(1), z.maxLength(64));
export const accountId = z.union([
  z.number().check(z.int(), z.gte(0)),
  z.pipe(z.string().check(z.regex(/^\d{1,15}$/u)), z.transform(Number)),
]);

/** Another's account. The password is the caller's own: an unlocked desk must not be enough. */
export const accountAndOwnPassword = z.object({ id: accountId, password: z.string() });

export const listSessions = endpoint({
  method: 'GET',
  path: '/admin/routine.AdminInfo/sessions',
  audience: 'signedIn',
  input: nothing,
  output: z.object({
    list: z.array(session),
    /** The sign-in before the one that asks, as far as it is known. */
    previous: z.nullable(z.object({ time: z.number(), ip: z.string(), useragent: z.string() })),
    /** Attempts that were refused since then. */
    refused: z.number(),
  }),
  success: 'silent',
  summary: 'Where the caller is signed in.',
});

export const endSession = endpoint({
  method: 'POST',
  path: '/admin/routine.AdminInfo/endSession',
  audience: 'signedIn',
  input: z.object({ id: sessionId }),
  output: z.null(),
  success: 'announced',
  summary: 'Ends one sign-in of the caller; its next call is asked to sign in.',
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/admin/routine.AdminInfo/endOtherSessions',
  audience: 'signedIn',
  input: nothing,
  output: z.null(),
  success: 'announced',
  summary: 'Ends every sign-in of the caller but the one that asks.',
});

export const listAdminSessions = endpoint({
  method: 'GET',
  path: '/admin/auth.Admin/sessions',
  audience: 'super',
  input: z.object({ id: accountId }),
  output: z.object({ list: z.array(session) }),
  success: 'silent',
  summary: 'Where an administrator is signed in, and whether they have a second factor.',
});

export const endAdminSessions = endpoint({
  method: 'POST',
  path: '/admin/auth.Admin/endSessions',
  audience: 'super',
  /** Without `session` all of them. */
  input: z.object({ id: accountId, session: z.optional(sessionId) }),
  output: z.null(),
  success: 'announced',
  summary: 'Ends one sign-in of an administrator, or all of them.',
});
