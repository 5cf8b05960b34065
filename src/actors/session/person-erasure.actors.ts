import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { erasePerson, planPersonErasure } from '#api/contract/members/person-erasure';
import { personErasureMachine } from '#machines/members/person-erasure.machine';

/** Looks up what is kept of a member, and erases it. */
export const personErasureLogic = ({ call }: { readonly call: Call }): typeof personErasureMachine =>
  personErasureMachine.provide({
    actors: {
      loadPlan: fromPromise(({ input: { id }, signal }) => call(planPersonErasure, { id }, { signal })),
      erase: fromPromise(async ({ input: { id, password }, signal }) => {
        if (!password) throw new Error('nobody has typed a password');
        await call(erasePerson, { id, password }, { signal });
      }),
    },
  });
