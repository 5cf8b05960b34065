import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';
import { assertion } from '../session/assertion.ts';
import { login } from '../session/session.ts';
import * as members from './passkeys.ts';

/** Passkeys of administrators, as members have them; the protocol knows none of these calls. Why: docs/decisions/184-passkeys-for-administrators.md */

const options = members.readSignInOptions.output;
/** The caller's own: an unlocked desk must not be enough. Empty for an account that has none. */
const password = z.string();

export const readAdminSignInOptions = endpoint({
  method: 'POST',
  path: '/admin/Passkey/options',
  log: 'never',
  audience: 'anyone',
  input: nothing,
  output: options,
  success: 'silent',
  summary: "Begins an administrator's sign-in with a passkey; what it answers counts once, for five minutes.",
});

/** No second factor is asked for beside it: the device has asked for one of its own. Refused at `credential`. */
export const signInAdminByPasskey = endpoint({
  method: 'POST',
  path: '/admin/Passkey/signIn',
  audience: 'anyone',
  input: z.object({ credential: assertion, keep: login.input.shape.keep }),
  output: login.output,
  success: 'announced',
  summary: 'Signs an administrator in with what a passkey has signed.',
});

export const listAdminPasskeys = endpoint({
  method: 'GET',
  path: '/admin/Passkey/list',
  audience: 'signedIn',
  input: nothing,
  /** `has_password` is left out where there is one; without, a sign-in of the last ten minutes stands for it. */
  output: z.extend(members.listPasskeys.output, { has_password: z.optional(z.boolean()) }),
  success: 'silent',
  summary: "The caller's passkeys.",
});

export const readAdminPasskeyOptions = endpoint({
  method: 'POST',
  path: '/admin/Passkey/addOptions',
  log: 'never',
  audience: 'signedIn',
  input: z.object({ password }),
  output: options,
  success: 'silent',
  summary: 'Begins the making of a passkey, behind the password.',
});

/** What one of them signs stands for the password and a code where a second factor is replaced. */
export const readAdminPasskeyProof = endpoint({
  method: 'POST',
  path: '/admin/Passkey/proofOptions',
  log: 'never',
  audience: 'signedIn',
  input: nothing,
  output: options,
  success: 'silent',
  summary: "Asks for one of the caller's passkeys; what it answers counts once, for five minutes, in this sign-in.",
});

export const addAdminPasskey = endpoint({
  method: 'POST',
  path: '/admin/Passkey/add',
  audience: 'signedIn',
  input: members.addPasskey.input,
  output: members.addPasskey.output,
  success: 'announced',
  summary: 'Keeps a passkey of the caller, and ends the other sign-ins unless they are to go on.',
});

export const renameAdminPasskey = endpoint({
  method: 'POST',
  path: '/admin/Passkey/rename',
  audience: 'signedIn',
  input: members.renamePasskey.input,
  output: z.null(),
  success: 'announced',
  summary: 'Gives a passkey of the caller another name.',
});

export const removeAdminPasskey = endpoint({
  method: 'POST',
  path: '/admin/Passkey/remove',
  audience: 'signedIn',
  input: z.object({ id: members.removePasskey.input.shape.id, password }),
  output: members.removePasskey.output,
  success: 'announced',
  summary: 'Removes a passkey of the caller, and ends the other sign-ins.',
});
