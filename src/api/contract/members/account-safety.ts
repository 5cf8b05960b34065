import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';
import { assertion } from '../session/assertion.ts';
import { endSession, listSessions } from '../session/sessions.ts';
import { confirmTwoFactor, readTwoFactor, setUpTwoFactor } from '../session/two-factor.ts';

/**
 * Where a member is signed in, and what else keeps the account safe. The protocol knows none of these calls. Those marked so want a proof of
 * presence (`prove`) that is younger than ten minutes, and are refused at the field `proof` without one.
 */

export const prove = endpoint({
  method: 'POST',
  path: '/api/account/prove',
  audience: 'signedIn',
  /** The password, a code of the app where the account has a second factor, or what a passkey has signed; refused at the field that was sent. */
  input: z.object({ password: z.optional(z.string()), factorCode: z.optional(z.string()), passkey: z.optional(assertion) }),
  /** Until when it counts, in Unix seconds; for the session that asks. */
  output: z.object({ expire_time: z.number() }),
  success: 'silent',
  summary: 'Proves that the member is there, for what an unlocked desk must not be enough for.',
});

export const listMemberSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  audience: 'signedIn',
  input: nothing,
  output: listSessions.output,
  success: 'silent',
  summary: 'Where the member is signed in.',
});

export const endMemberSession = endpoint({
  method: 'POST',
  path: '/api/account/endSession',
  audience: 'signedIn',
  input: endSession.input,
  output: z.null(),
  success: 'announced',
  summary: 'Ends one sign-in of the member; its next call is asked to sign in.',
});

export const endOtherMemberSessions = endpoint({
  method: 'POST',
  path: '/api/account/endOtherSessions',
  audience: 'signedIn',
  input: nothing,
  output: z.null(),
  success: 'announced',
  summary: 'Ends every sign-in of the member but the one that asks.',
});

export const listSignIns = endpoint({
  method: 'GET',
  path: '/api/account/signIns',
  audience: 'signedIn',
  input: z.object({ page: z.optional(z.union([z.number(), z.string()])), limit: z.optional(z.union([z.number(), z.string()])) }),
  output: z.object({
    /** Newest first, as far back as the security log is kept. */
    list: z.array(
      z.object({
        id: z.number(),
        /** Unix seconds; of repeated ones, of the first. */
        time: z.number(),
        ip: z.string(),
        useragent: z.string(),
        outcome: z.enum(['signedIn', 'refused']),
        /** How many attempts the entry stands for. */
        count: z.number(),
      }),
    ),
    total: z.number(),
  }),
  success: 'silent',
  summary: 'Sign-ins of the member, and attempts that were refused.',
});

/** With the number of the message that the old address got; whoever reads that message needs no session. */
export const undoBind = endpoint({
  method: 'POST',
  path: '/api/account/undoBind',
  audience: 'anyone',
  input: z.object({ number: z.string() }),
  output: z.null(),
  success: 'announced',
  summary:
    'Takes a change of address back within 72 hours, ends all sessions of the account, and voids a password and a second factor set since.',
});

export const readMemberFactor = endpoint({
  method: 'GET',
  path: '/api/account/twoFactor',
  audience: 'signedIn',
  input: nothing,
  output: readTwoFactor.output,
  success: 'silent',
  summary: "Whether the member's sign-in asks for a second factor.",
});

/** Wants a proof of presence, like the next but one and the one after it. */
export const setUpMemberFactor = endpoint({
  method: 'POST',
  path: '/api/account/setUpTwoFactor',
  audience: 'signedIn',
  input: nothing,
  output: setUpTwoFactor.output,
  success: 'silent',
  summary: 'Draws the secret of a second factor; it counts once it is confirmed.',
});

/** Ends the other sessions. */
export const confirmMemberFactor = endpoint({
  method: 'POST',
  path: '/api/account/confirmTwoFactor',
  audience: 'signedIn',
  input: confirmTwoFactor.input,
  output: confirmTwoFactor.output,
  success: 'silent',
  summary: 'Confirms the second factor with a code, and answers the recovery codes.',
});

export const renewMemberRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/renewRecoveryCodes',
  audience: 'signedIn',
  input: nothing,
  output: confirmTwoFactor.output,
  success: 'silent',
  summary: 'Replaces the recovery codes.',
});

export const endMemberFactor = endpoint({
  method: 'POST',
  path: '/api/account/endTwoFactor',
  audience: 'signedIn',
  input: nothing,
  output: z.null(),
  success: 'announced',
  summary: "Switches the member's second factor off; no session ends.",
});
