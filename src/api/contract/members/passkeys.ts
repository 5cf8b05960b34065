import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';
import { assertion, base64urlText, clientDataJSON, ofCredential } from '../session/assertion.ts';
import { accountId as id } from '../session/sessions.ts';
import { checkIn } from './member-session.ts';

/**
 * Passkeys of members; the protocol knows none of these calls. `options` are those of the browser's calls in their JSON form, and what it
 * answers comes back in its JSON form as `credential`. Source: Web Authentication Level 3, "5.1.8 Deserialize Registration ceremony options".
 */

const options = z.object({ options: z.record(z.string(), z.unknown()) });
/** What people call it, such as the device that it is on. */
const name = z.string();

const newCredential = z.object({
  ...ofCredential,
  response: z.object({
    clientDataJSON,
    attestationObject: base64urlText(32_768),
    transports: z._default(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10)), []),
  }),
});

export type NewCredential = z.output<typeof newCredential>;

export const readSignInOptions = endpoint({
  method: 'POST',
  path: '/api/user/passkeyOptions',
  audience: 'anyone',
  input: nothing,
  output: options,
  success: 'silent',
  summary: 'Begins a sign-in with a passkey; what it answers counts once, for five minutes.',
});

/** No second factor is asked for beside it: the device has asked for one of its own. Refused at `credential`. */
export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/user/signInByPasskey',
  audience: 'anyone',
  input: z.object({ credential: assertion, keep: checkIn.input.shape.keep }),
  output: checkIn.output,
  success: 'announced',
  summary: 'Signs a member in with what a passkey has signed.',
});

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/account/passkeys',
  audience: 'signedIn',
  input: nothing,
  output: z.object({
    /** Oldest first. */
    list: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        /** Unix seconds; `used_time` is null until it has been used. */
        create_time: z.number(),
        used_time: z.nullable(z.number()),
        /** Whether it is kept on more than one device. */
        is_synced: z.boolean(),
      }),
    ),
    /** Whether the site takes passkeys now. */
    is_offered: z.boolean(),
  }),
  success: 'silent',
  summary: "The member's passkeys.",
});

/** Wants a proof of presence for `add`. */
export const readPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/account/passkeyOptions',
  audience: 'signedIn',
  input: z.object({ purpose: z.enum(['add', 'prove']) }),
  output: options,
  success: 'silent',
  summary: 'Begins the making of a passkey, or a proof of presence by one.',
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/addPasskey',
  audience: 'signedIn',
  input: z.object({ credential: newCredential, name, endOthers: z._default(z.boolean(), false) }),
  output: z.object({ id: z.number() }),
  success: 'announced',
  summary: 'Keeps a passkey, and ends the other sign-ins where that is chosen.',
});

export const renamePasskey = endpoint({
  method: 'POST',
  path: '/api/account/renamePasskey',
  audience: 'signedIn',
  input: z.object({ id, name }),
  output: z.null(),
  success: 'announced',
  summary: 'Gives a passkey of the member another name.',
});

/** Wants a proof of presence. */
export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/account/removePasskey',
  audience: 'signedIn',
  input: z.object({ id }),
  /** For the device, which forgets it as well. */
  output: z.object({ rp_id: z.string(), credential_id: z.string() }),
  success: 'announced',
  summary: 'Removes a passkey of the member, and ends the other sign-ins.',
});
