import { fromPromise } from 'xstate';
import * as contract from '#api/contract/external/external';
import { identitiesMachine } from '#machines/external/identities.machine';
import { endingOthers } from '../session/others-ended.ts';
import type { SafetyPorts } from './safety-ports.ts';
import { identityList, leave } from '../external/identity-words.ts';

/** What a member's account is linked with; linking and its end want a proof of presence. */
export const memberIdentitiesLogic = ({ call, withProof }: SafetyPorts): typeof identitiesMachine =>
  identitiesMachine.provide({
    actors: {
      loadIdentities: fromPromise(async ({ signal }) =>
        identityList(await call(contract.listMemberIdentities, {}, { signal, duplicates: 'allowed' })),
      ),
      startLink: fromPromise(async ({ input: { id }, signal }) => {
        const wish = { provider: id, origin: location.origin };
        return (await withProof(() => call(contract.linkMemberIdentity, wish, { signal, quiet: true }), signal)).url;
      }),
      unlink: fromPromise(async ({ input: { id }, signal }) => {
        await endingOthers(call, () => withProof(() => call(contract.unlinkMemberIdentity, { id }, { signal, quiet: true }), signal));
      }),
    },
    actions: { leave: (_, { url }) => leave(url) },
  });
