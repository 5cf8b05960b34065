import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { prove, readMemberFactor } from '#api/contract/members/account-safety';
import { listPasskeys, readPasskeyOptions } from '#api/contract/members/passkeys';
import type { Assertion } from '#api/contract/session/assertion';
import { proofMachine, type ProofSent } from '#machines/members/proof.machine';
import { canUsePasskeys, signWithPasskey } from '../session/passkeys/browser-passkeys.ts';

/** Asks whether the member is there. Source: security.md rule 6. */
export const proofLogic = ({ call }: { readonly call: Call }): typeof proofMachine =>
  proofMachine.provide({
    actors: {
      readWays: fromPromise(async ({ signal }) => {
        const quietly = { signal, quietErrors: true, duplicates: 'allowed' } as const;
        const [{ is_on: code }, passkeys] = await Promise.all([
          call(readMemberFactor, {}, quietly),
          // A server that knows none has none.
          call(listPasskeys, {}, quietly).catch(() => null),
        ]);
        return { code, passkey: passkeys !== null && passkeys.is_offered && passkeys.list.length > 0 && canUsePasskeys() };
      }),
      prove: fromPromise(async ({ input, signal }) => {
        await call(prove, input.way === 'passkey' ? { passkey: await signed(call, signal) } : typedOf(input), { signal });
      }),
    },
  });

const typedOf = (sent: Exclude<ProofSent, { readonly way: 'passkey' }>) =>
  sent.way === 'password' ? { password: sent.password } : { factorCode: sent.code };

async function signed(call: Call, signal: AbortSignal): Promise<Assertion> {
  const { options } = await call(readPasskeyOptions, { purpose: 'prove' }, { signal });
  return (await signWithPasskey(options, signal)) as Assertion;
}
