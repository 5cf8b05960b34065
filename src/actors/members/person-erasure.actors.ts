import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { erasePerson, planPersonErasure } from '#api/contract/members/person-erasure';
import { eraseAdmin, planAdminErasure } from '#api/contract/rights/admin-erasure';
import { personErasureMachine } from '#machines/members/person-erasure.machine';

interface Calls {
  readonly plan: typeof planPersonErasure | typeof planAdminErasure;
  readonly erase: typeof erasePerson;
}

/** Looks up what is kept of a person, and erases it. */
const erasureBy = ({ call }: { readonly call: Call }, calls: Calls): typeof personErasureMachine =>
  personErasureMachine.provide({
    actors: {
      loadPlan: fromPromise(({ input: { id }, signal }) => call(calls.plan, { id }, { signal })),
      erase: fromPromise(async ({ input: { id, password }, signal }) => {
        if (!password) throw new Error('nobody has typed a password');
        await call(calls.erase, { id, password }, { signal });
      }),
    },
  });

export const memberErasureLogic = (ports: { readonly call: Call }): typeof personErasureMachine =>
  erasureBy(ports, { plan: planPersonErasure, erase: erasePerson });

export const adminErasureLogic = (ports: { readonly call: Call }): typeof personErasureMachine =>
  erasureBy(ports, { plan: planAdminErasure, erase: eraseAdmin });
