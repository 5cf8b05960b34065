import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';
import { checkIn } from '../members/member-session.ts';
import { login } from '../session/session.ts';
import { accountId as id } from '../session/sessions.ts';
import { setUpFactor } from '../session/two-factor.ts';

/**
 * Signing in at a provider of identities elsewhere, and what an account is linked with there. The protocol of the family knows none of these calls. A cookie
 * holds what is under way to the browser that began it. Why: docs/decisions/180-others-may-vouch.md
 */

const provider = id;
/** The origin of the page; the provider sends the browser back there, if it is one of the site's. */
const origin = z.string().check(z.maxLength(300));
const left = z.object({
  /** Where the browser goes, at the provider. */
  url: z.string(),
});

export const startExternal = endpoint({
  method: 'POST',
  path: '/api/external/start',
  audience: 'anyone',
  input: z.object({
    provider,
    area: z.enum(['admin', 'member']),
    origin,
    /** Where whoever has signed in goes on to, as the sign-in page has it. */
    to: z._default(z.string().check(z.maxLength(500)), ''),
    /** “Keep signed in”, which the page is told again at the end. */
    keep: z._default(z.boolean(), false),
  }),
  output: left,
  success: 'silent',
  summary: 'Begins a sign-in at a provider; the browser keeps a cookie that its end is judged by.',
});

const entering = z.object({ keep: login.input.shape.keep, factorCode: login.input.shape.factorCode });

export const enterExternal = endpoint({
  method: 'POST',
  path: '/admin/External/enter',
  audience: 'anyone',
  input: entering,
  output: login.output,
  success: 'announced',
  summary: 'Signs an administrator in for whom a provider has spoken, once; a second factor is asked for as beside a password.',
});

export const setUpExternalFactor = endpoint({
  method: 'POST',
  path: '/admin/External/setUpFactor',
  audience: 'anyone',
  input: nothing,
  output: setUpFactor.output,
  success: 'silent',
  summary: 'Draws the secret of a second factor for somebody for whom a provider has spoken and who cannot sign in without one.',
});

export const enterExternalMember = endpoint({
  method: 'POST',
  path: '/api/external/enter',
  audience: 'anyone',
  input: entering,
  output: checkIn.output,
  success: 'announced',
  summary: 'The same for a member.',
});

const identities = z.object({
  list: z.array(
    z.object({
      id: z.number(),
      /** Of the provider; the address of one that is no longer there. */
      provider: z.string(),
      /** What the account is known by there. */
      label: z.string(),
      /** Unix seconds; null until it has been used. */
      create_time: z.number(),
      used_time: z.nullable(z.number()),
    }),
  ),
  /** What else the account can be linked with. */
  offers: z.array(z.object({ id: z.number(), name: z.string() })),
});

const password = z.string();

export const listIdentities = endpoint({
  method: 'GET',
  path: '/admin/External/identities',
  audience: 'signedIn',
  input: nothing,
  output: identities,
  success: 'silent',
  summary: "What the caller's account is linked with at providers.",
});

export const linkIdentity = endpoint({
  method: 'POST',
  path: '/admin/External/link',
  audience: 'signedIn',
  input: z.object({ provider, origin, password }),
  output: left,
  success: 'silent',
  summary: "Begins to link the caller's account with one at a provider.",
});

export const unlinkIdentity = endpoint({
  method: 'POST',
  path: '/admin/External/unlink',
  audience: 'signedIn',
  input: z.object({ id, password }),
  output: z.null(),
  success: 'announced',
  summary: 'Ends a link, and the other sign-ins with it.',
});

export const listMemberIdentities = endpoint({
  method: 'GET',
  path: '/api/external/identities',
  audience: 'signedIn',
  input: nothing,
  output: identities,
  success: 'silent',
  summary: "What the member's account is linked with at providers.",
});

/** Wants a proof of presence. */
export const linkMemberIdentity = endpoint({
  method: 'POST',
  path: '/api/external/link',
  audience: 'signedIn',
  input: z.object({ provider, origin }),
  output: left,
  success: 'silent',
  summary: "Begins to link the member's account with one at a provider.",
});

/** Wants a proof of presence. */
export const unlinkMemberIdentity = endpoint({
  method: 'POST',
  path: '/api/external/unlink',
  audience: 'signedIn',
  input: z.object({ id }),
  output: z.null(),
  success: 'announced',
  summary: 'The same for a member.',
});

/** Where providers send the browser back to. */
export const CALLBACK_PATH = '/api/external/callback';

/** Where they send somebody back to who has signed out there as well. */
export const SIGNED_OUT_PATH = '/api/external/signed-out';
