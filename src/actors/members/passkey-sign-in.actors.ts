import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { readSignInOptions, signInByPasskey } from '#api/contract/members/passkeys';
import { passkeySignInMachine } from '#machines/members/passkey-sign-in.machine';
import { tokenPairOf } from '../session/admin-info.ts';
import { memberInfoOf } from '../session/member-info.ts';
import { hasAutofill, isOwnHost, signWithPasskey } from './browser-passkeys.ts';

/** Coming in with a passkey. */
export const passkeySignInLogic = ({ call }: { readonly call: Call }): typeof passkeySignInMachine =>
  passkeySignInMachine.provide({
    actors: {
      askDevice: fromPromise(async ({ input: { mediation }, signal }) => {
        const isAutofill = mediation === 'autofill';
        if (isAutofill && !(await hasAutofill())) return null;
        const { options } = await call(readSignInOptions, {}, { signal, duplicates: 'allowed', ...(isAutofill && { quietErrors: true }) });
        if (isAutofill && !isOwnHost(options['rpId'])) return null;
        return signWithPasskey(options, signal, isAutofill);
      }),
      signIn: fromPromise(async ({ input: { signed, keep }, signal }) => {
        const { userInfo } = await call(signInByPasskey, { credential: signed as never, keep }, { signal, quiet: true });
        return { person: memberInfoOf(userInfo), tokens: tokenPairOf(userInfo.token ?? '', userInfo.refresh_token) };
      }),
    },
  });
