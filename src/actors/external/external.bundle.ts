import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import * as contract from '#api/contract/external/external';
import type { Area } from '#domain/base/area';
import { externalSignInMachine } from '#machines/external/external-sign-in.machine';
import { identitiesMachine } from '#machines/external/identities.machine';
import { endingOthers } from '../session/others-ended.ts';
import { identityList, leave } from './identity-words.ts';

/** Where somebody wanted to go, as the address of the sign-in page has it. */
const wantedIn = (address: string): string => new URLSearchParams(address.split('?')[1] ?? '').get('to') ?? '';

/** The way of a sign-in page to a provider and back. */
export const externalSignInLogic = ({ call }: { readonly call: Call }, area: Area): typeof externalSignInMachine =>
  externalSignInMachine.provide({
    actors: {
      startSignIn: fromPromise(async ({ input: { id, keep }, signal }) => {
        const to = wantedIn(location.search);
        const wish = { provider: id, area, origin: location.origin, to, keep };
        return (await call(contract.startExternal, wish, { signal, quiet: true })).url;
      }),
    },
    actions: { leave: (_, { url }) => leave(url) },
  });

/** What an administrator's account is linked with, behind the password. */
export const identitiesLogic = ({ call }: { readonly call: Call }): typeof identitiesMachine =>
  identitiesMachine.provide({
    actors: {
      loadIdentities: fromPromise(async ({ signal }) =>
        identityList(await call(contract.listIdentities, {}, { signal, duplicates: 'allowed' })),
      ),
      startLink: fromPromise(async ({ input: { id, password }, signal }) => {
        const wish = { provider: id, origin: location.origin, password: typed(password) };
        return (await call(contract.linkIdentity, wish, { signal, quiet: true })).url;
      }),
      unlink: fromPromise(async ({ input: { id, password }, signal }) => {
        const proved = typed(password);
        await endingOthers(call, () => call(contract.unlinkIdentity, { id, password: proved }, { signal, quiet: true }));
      }),
    },
    actions: { leave: (_, { url }) => leave(url) },
  });

function typed<Typed>(password: Typed | null): Typed {
  if (password === null) throw new Error('nobody has typed a password');
  return password;
}

/** The logics around providers of identities elsewhere, with their effects bound. */
export const externalBundle = (ports: { readonly call: Call }) => ({
  signIn: (area: Area) => externalSignInLogic(ports, area),
  identities: identitiesLogic(ports),
});
export type ExternalBundle = ReturnType<typeof externalBundle>;
