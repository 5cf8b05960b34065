import * as contract from '#api/contract/members/passkeys';
import type { passkeysMachine } from '#machines/session/passkeys.machine';
import { endingOthers } from '../session/others-ended.ts';
import { passkeysOf } from '../session/passkeys/passkeys-of.ts';
import type { SafetyPorts } from './safety-ports.ts';

/** The member's passkeys; adding and removing want a proof of presence. */
export const passkeysLogic = ({ call, withProof }: SafetyPorts): typeof passkeysMachine =>
  passkeysOf({
    list: (signal) => call(contract.listPasskeys, {}, { signal, duplicates: 'allowed' }),
    beginAdding: (_password, signal) => withProof(() => call(contract.readPasskeyOptions, { purpose: 'add' }, { signal }), signal),
    add: (made, signal) => endingOthers(call, () => call(contract.addPasskey, made, { signal, quiet: true })),
    rename: (named, signal) => call(contract.renamePasskey, named, { signal, quiet: true }),
    remove: (id, _password, signal) =>
      endingOthers(call, () => withProof(() => call(contract.removePasskey, { id }, { signal, quiet: true }), signal)),
  });
