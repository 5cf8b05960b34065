import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';
import { assertion } from './assertion.ts';
import { accountAndOwnPassword, accountId } from './sessions.ts';

/** The second factor of an administrator's sign-in. The protocol knows none of these calls. Source: RFC 6238. */

const password = z.object({ password: z.string() });
/** The second factor that the caller has: behind the password a code of it or a recovery code, or what a passkey has signed in place of both. */
const held = z.object({
  /** Empty for an account that has none, whose owner has just signed in. */
  password: z._default(z.string(), ''),
  factorCode: z._default(z.string(), ''),
  passkey: z.optional(assertion),
});
/** Shown once, and readable nowhere afterwards. */
const codes = z.object({ recovery_codes: z.array(z.string()) });
const setup = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth:`, for a QR code. */
  uri: z.string(),
});

/** Of the sign-in form: where administrators must have a factor, whoever has none sets one up before they are let in. */
export const setUpFactor = endpoint({
  method: 'POST',
  path: '/admin/Index/setUpFactor',
  audience: 'anyone',
  input: z.object({
    username: z.string(),
    password: z.string(),
    captchaId: z.optional(z.string()),
    captchaInfo: z.optional(z.string()),
  }),
  output: setup,
  success: 'silent',
  summary: 'Draws the secret of a second factor for somebody who cannot sign in without one; the sign-in confirms it with `factorCode`.',
});

export const readTwoFactor = endpoint({
  method: 'GET',
  path: '/admin/routine.AdminInfo/twoFactor',
  audience: 'signedIn',
  input: nothing,
  output: z.object({
    is_on: z.boolean(),
    since: z.nullable(z.number()),
    recovery_left: z.number(),
    is_required: z.boolean(),
    /** Why it cannot be switched off in this sign-in; left out where it can. */
    kept_by: z.optional(z.enum(['site', 'group'])),
    /** Whether a passkey of theirs can stand for it; left out where none can. */
    has_passkey: z.optional(z.boolean()),
    /** Left out where there is one. */
    has_password: z.optional(z.boolean()),
  }),
  success: 'silent',
  summary: "Whether the caller's sign-in asks for a second factor.",
});

export const setUpTwoFactor = endpoint({
  method: 'POST',
  path: '/admin/routine.AdminInfo/setUpTwoFactor',
  audience: 'signedIn',
  input: password,
  output: setup,
  success: 'silent',
  summary: 'Draws the secret of a second factor; it counts once it is confirmed.',
});

export const replaceTwoFactor = endpoint({
  method: 'POST',
  path: '/admin/routine.AdminInfo/replaceTwoFactor',
  audience: 'signedIn',
  input: held,
  output: setup,
  success: 'silent',
  summary:
    'Draws the secret of a second factor in the place of the present one, which counts until `confirmTwoFactor` has confirmed the new one.',
});

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/admin/routine.AdminInfo/confirmTwoFactor',
  audience: 'signedIn',
  input: z.object({ factorCode: z.string() }),
  output: codes,
  success: 'silent',
  summary: 'Confirms the second factor with a code, and answers the recovery codes.',
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/admin/routine.AdminInfo/renewRecoveryCodes',
  audience: 'signedIn',
  input: held,
  output: codes,
  success: 'silent',
  summary: 'Replaces the recovery codes, behind the factor itself.',
});

export const endTwoFactor = endpoint({
  method: 'POST',
  path: '/admin/routine.AdminInfo/endTwoFactor',
  audience: 'signedIn',
  input: password,
  output: z.null(),
  success: 'announced',
  summary: "Switches the caller's second factor off; no session ends.",
});

export const readAdminTwoFactor = endpoint({
  method: 'GET',
  path: '/admin/auth.Admin/twoFactor',
  audience: 'super',
  input: z.object({ id: accountId }),
  output: z.object({
    is_on: z.boolean(),
    since: z.nullable(z.number()),
    /** When a code of it was used last; left out by servers before. */
    used: z.optional(z.nullable(z.number())),
  }),
  success: 'silent',
  summary: 'Whether the sign-in of another administrator asks for a second factor.',
});

export const resetAdminTwoFactor = endpoint({
  method: 'POST',
  path: '/admin/auth.Admin/resetTwoFactor',
  audience: 'super',
  input: accountAndOwnPassword,
  output: z.null(),
  success: 'announced',
  summary: "Takes away another administrator's second factor, when they have lost it; asks for the caller's own password.",
});
