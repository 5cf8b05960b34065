import type { Call } from '#api/client';
import * as contract from '#api/contract/members/admin-passkeys';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { Secret } from '#domain/base/secret';
import type { passkeySignInMachine } from '#machines/session/passkey-sign-in.machine';
import type { passkeysMachine } from '#machines/session/passkeys.machine';
import type { SignedIn } from '#machines/session/sign-in.vocabulary';
import { oneSignIn } from '../../base/one-sign-in.ts';
import { passkeySignInOf, passkeysOf } from './passkeys-of.ts';

/** Of an account without a password nobody types one. */
const typed = (password: Secret | null): Secret | string => password ?? '';

/** An administrator's passkeys, behind the password. */
export const adminPasskeysLogic = ({ call }: { readonly call: Call }): typeof passkeysMachine =>
  passkeysOf({
    list: (signal) => call(contract.listAdminPasskeys, {}, { signal, duplicates: 'allowed' }),
    beginAdding: async (password, signal) => call(contract.readAdminPasskeyOptions, { password: typed(password) }, { signal, quiet: true }),
    add: (made, signal) => call(contract.addAdminPasskey, made, { signal, quiet: true }),
    rename: (named, signal) => call(contract.renameAdminPasskey, named, { signal, quiet: true }),
    remove: async (id, password, signal) => call(contract.removeAdminPasskey, { id, password: typed(password) }, { signal, quiet: true }),
  });

/** Who has come in, as the session has them. */
type Admitted = (reply: OutputOf<typeof contract.signInAdminByPasskey>) => SignedIn;

/** An administrator coming in with a passkey. */
export const adminPasskeySignInLogic = ({ call }: { readonly call: Call }, admitted: Admitted): typeof passkeySignInMachine =>
  passkeySignInOf({
    begin: (isAutofill, signal) =>
      call(contract.readAdminSignInOptions, {}, { signal, duplicates: 'allowed', ...(isAutofill && { quietErrors: true }) }),
    enter: (credential, keep, signal) =>
      oneSignIn('admin', signal, async () =>
        admitted(await call(contract.signInAdminByPasskey, { credential, keep }, { signal, quiet: true })),
      ),
  });
