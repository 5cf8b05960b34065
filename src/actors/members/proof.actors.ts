import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { prove, readMemberFactor } from '#api/contract/members/account-safety';
import { proofMachine, type ProofSent } from '#machines/members/proof.machine';

/** Asks whether the member is there. Source: security.md rule 6. */
export const proofLogic = ({ call }: { readonly call: Call }): typeof proofMachine =>
  proofMachine.provide({
    actors: {
      readWays: fromPromise(async ({ signal }) => {
        const { is_on: code } = await call(readMemberFactor, {}, { signal, quietErrors: true, duplicates: 'allowed' });
        return { code, passkey: false };
      }),
      prove: fromPromise(async ({ input, signal }) => {
        await call(prove, wireOf(input), { signal });
      }),
    },
  });

function wireOf(sent: ProofSent) {
  if (sent.way === 'password') return { password: sent.password };
  if (sent.way === 'code') return { factorCode: sent.code };
  throw new Error('no passkey can be asked here');
}
