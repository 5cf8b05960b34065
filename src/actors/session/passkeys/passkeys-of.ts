import { fromPromise } from 'xstate';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { addPasskey, listPasskeys, readPasskeyOptions, removePasskey } from '#api/contract/members/passkeys';
import type { Secret } from '#domain/base/secret';
import { passkeySignInMachine } from '#machines/session/passkey-sign-in.machine';
import { passkeysMachine, type NewPasskey } from '#machines/session/passkeys.machine';
import type { SignedIn } from '#machines/session/sign-in.vocabulary';
import { canUsePasskeys, forgetPasskey, hasAutofill, isOwnHost, makePasskey, signWithPasskey } from './browser-passkeys.ts';

type Options = OutputOf<typeof readPasskeyOptions>;

/** The calls around the passkeys of an account; what each is proved by is theirs. */
export interface PasskeyCalls {
  readonly list: (signal: AbortSignal) => Promise<OutputOf<typeof listPasskeys> & { readonly has_password?: boolean | undefined }>;
  readonly beginAdding: (password: Secret | null, signal: AbortSignal) => Promise<Options>;
  readonly add: (
    made: Omit<NewPasskey, 'password'> & { readonly credential: never },
    signal: AbortSignal,
  ) => Promise<OutputOf<typeof addPasskey>>;
  readonly rename: (named: { readonly id: number; readonly name: string }, signal: AbortSignal) => Promise<unknown>;
  readonly remove: (id: number, password: Secret | null, signal: AbortSignal) => Promise<OutputOf<typeof removePasskey>>;
}

/** The passkeys of an account, by its own calls and this browser. */
export const passkeysOf = (calls: PasskeyCalls): typeof passkeysMachine =>
  passkeysMachine.provide({
    actors: {
      loadPasskeys: fromPromise(async ({ signal }) => {
        const { list, is_offered, has_password } = await calls.list(signal);
        return {
          list: list.map(({ id, name, create_time, used_time, is_synced }) => ({
            id,
            name,
            createTime: create_time,
            usedTime: used_time,
            isSynced: is_synced,
          })),
          canAdd: is_offered && canUsePasskeys(),
          ...(has_password === false && { hasPassword: false as const }),
        };
      }),
      addPasskey: fromPromise(async ({ input: { name, endOthers, password }, signal }) => {
        const { options } = await calls.beginAdding(password, signal);
        const credential = (await makePasskey(options, signal)) as never;
        await calls.add({ credential, name, endOthers }, signal);
      }),
      renamePasskey: fromPromise(async ({ input, signal }) => void (await calls.rename(input, signal))),
      removePasskey: fromPromise(async ({ input: { id, password }, signal }) => {
        const { rp_id, credential_id } = await calls.remove(id, password, signal);
        await forgetPasskey(rp_id, credential_id);
      }),
    },
  });

/** The calls of a sign-in with a passkey. */
export interface PasskeySignInCalls {
  readonly begin: (isAutofill: boolean, signal: AbortSignal) => Promise<Options>;
  readonly enter: (credential: never, keep: boolean, signal: AbortSignal) => Promise<SignedIn>;
}

/** Coming in with a passkey, by the calls of an area and this browser. */
export const passkeySignInOf = ({ begin, enter }: PasskeySignInCalls): typeof passkeySignInMachine =>
  passkeySignInMachine.provide({
    actors: {
      askDevice: fromPromise(async ({ input: { mediation }, signal }) => {
        const isAutofill = mediation === 'autofill';
        if (isAutofill && !(await hasAutofill())) return null;
        const { options } = await begin(isAutofill, signal);
        if (isAutofill && !isOwnHost(options['rpId'])) return null;
        return signWithPasskey(options, signal, isAutofill);
      }),
      signIn: fromPromise(({ input: { signed, keep }, signal }) => enter(signed as never, keep, signal)),
    },
  });
