import type { Call } from '#api/client';
import { readSignInOptions, signInByPasskey } from '#api/contract/members/passkeys';
import type { passkeySignInMachine } from '#machines/session/passkey-sign-in.machine';
import { oneSignIn } from '../base/one-sign-in.ts';
import { tokenPairOf } from '../session/admin-info.ts';
import { memberInfoOf } from '../session/member-info.ts';
import { passkeySignInOf } from '../session/passkeys/passkeys-of.ts';

/** A member coming in with a passkey. */
export const passkeySignInLogic = ({ call }: { readonly call: Call }): typeof passkeySignInMachine =>
  passkeySignInOf({
    begin: (isAutofill, signal) => call(readSignInOptions, {}, { signal, duplicates: 'allowed', ...(isAutofill && { quietErrors: true }) }),
    enter: (credential, keep, signal) =>
      oneSignIn('member', signal, async () => {
        const { userInfo } = await call(signInByPasskey, { credential, keep }, { signal, quiet: true });
        return { person: memberInfoOf(userInfo), tokens: tokenPairOf(userInfo.token ?? '', userInfo.refresh_token) };
      }),
  });
