import { fromPromise } from 'xstate';
import * as contract from '#api/contract/members/passkeys';
import { passkeysMachine } from '#machines/members/passkeys.machine';
import { canUsePasskeys, forgetPasskey, makePasskey } from './browser-passkeys.ts';
import type { SafetyPorts } from './safety-ports.ts';

/** The member's passkeys; adding and removing want a proof of presence. */
export const passkeysLogic = ({ call, withProof }: SafetyPorts): typeof passkeysMachine =>
  passkeysMachine.provide({
    actors: {
      loadPasskeys: fromPromise(async ({ signal }) => {
        const { list, is_offered } = await call(contract.listPasskeys, {}, { signal, duplicates: 'allowed' });
        return {
          list: list.map(({ id, name, create_time, used_time, is_synced }) => ({
            id,
            name,
            createTime: create_time,
            usedTime: used_time,
            isSynced: is_synced,
          })),
          canAdd: is_offered && canUsePasskeys(),
        };
      }),
      addPasskey: fromPromise(async ({ input: { name, endOthers }, signal }) => {
        const { options } = await withProof(() => call(contract.readPasskeyOptions, { purpose: 'add' }, { signal }), signal);
        const credential = (await makePasskey(options, signal)) as never;
        await call(contract.addPasskey, { credential, name, endOthers }, { signal, quiet: true });
      }),
      renamePasskey: fromPromise(async ({ input, signal }) => {
        await call(contract.renamePasskey, input, { signal, quiet: true });
      }),
      removePasskey: fromPromise(async ({ input, signal }) => {
        const { rp_id, credential_id } = await withProof(() => call(contract.removePasskey, input, { signal, quiet: true }), signal);
        await forgetPasskey(rp_id, credential_id);
      }),
    },
  });
